import { until, type Operation } from 'effection';
import * as z from 'zod';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { urlQuestionKey } from '../protocol/elicit-request.ts';
import { excessOf, lineBounds } from '../protocol/bounds.ts';
import { isObject, toJson, type JsonObject } from '../protocol/json.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { issuesOf, type ElicitDefinitions, type ElicitQuestion } from '../tool/elicit-definition.ts';
import type {
  ElicitOptions,
  ElicitUrlOptions,
  ElicitUrlPage,
  ElicitUrlResult,
  Eventual,
  McpToolContext,
  SampleRequest,
  SampleResult,
} from '../tool/tool-context.ts';
import type { BridgeElicit, BridgeEvent } from './bridge-event.ts';
import { checkAnswer } from './check-answer.ts';
import {
  ContextTooLargeError,
  ElicitContextError,
  ElicitPendingError,
  ElicitUrlError,
  SampleError,
  StepError,
  UnknownElicitError,
  UrlNotDeclaredError,
} from './errors.ts';
import { eventual } from './eventual.ts';
import { recordError, type OperationOutcome } from './journal.ts';
import type { Recorder } from './recorder.ts';
import { sleepUntil } from '../base/wait.ts';
import { stepJson } from './step-json.ts';

export interface ToolContextOptions {
  toolName: string;
  callId: string;
  questions: ReadonlyMap<string, ElicitQuestion>;
  asksUrl: boolean;
  signal: AbortSignal;
  recorder: Recorder;
  /** Bytes of a question's context as JSON. @default no limit */
  maxContextBytes?: number | undefined;
  emit(event: BridgeEvent): void;
}

/** Create the context of one run. */
export function createToolContext(options: ToolContextOptions): McpToolContext<ElicitDefinitions> {
  const { toolName, callId, questions, asksUrl, signal, recorder, emit, maxContextBytes } = options;
  const history: ChatMessage[] = [];
  let pendingKey: string | undefined;
  let nextSeq = 0;

  function* elicit(
    key: string,
    asked: { message: string },
    { timeout, check }: ElicitOptions<never> = {},
  ): Operation<ElicitResult<never>> {
    const question = questions.get(key);
    if (question === undefined) throw new UnknownElicitError(toolName, key, [...questions.keys()]);
    const { message, context } = readQuestion(toolName, question, asked, maxContextBytes);
    const args = { message, context };
    return (yield* ask({ question, message, context, timeout, args, check })) as ElicitResult<never>;
  }

  function* askUrl(asked: ElicitUrlPage, { timeout }: ElicitUrlOptions = {}): Operation<ElicitUrlResult> {
    if (!asksUrl) throw new UrlNotDeclaredError(toolName);
    const { message } = readQuestion(toolName, urlQuestion, { message: asked.message }, maxContextBytes);
    const url = readUrl(toolName, asked.url);
    const args = { message, url };
    const result = yield* ask({ question: urlQuestion, message, context: {}, timeout, args, url });
    return result.action === 'accept' ? { action: 'accept' } : result;
  }

  /** Ask once in the call's life, and return the answer as the question's schema parsed it. */
  function* ask({ question, args, check, ...asked }: Asked): Operation<ElicitResult<unknown>> {
    const { key, response } = question;
    if (pendingKey !== undefined) throw new ElicitPendingError(toolName, key, pendingKey);
    const seq = nextSeq;
    const elicitId = `${callId}:elicit:${seq}`;
    nextSeq += 1;
    pendingKey = key;
    try {
      const { outcome, checked, asSent } = yield* recorder.record({
        kind: 'elicit',
        name: key,
        args,
        elicitId,
        *perform({ settle, hold, park, abandoned }) {
          const checkOne = (sent: ElicitResult<unknown>) => checkAnswer(response, check, sent);
          emit({ type: 'elicit', elicitId, seq, question, ...asked, check: checkOne, settle, hold, park, abandoned });
          return undefined;
        },
      });
      const result = valueOf(outcome) as ElicitResult<unknown>;
      if (result.action !== 'accept') return result;
      if (checked !== undefined) return { action: 'accept', content: checked.content };
      const content: unknown = asSent ? yield* until(response.parseAsync(result.content)) : result.content;
      return { action: 'accept', content };
    } finally {
      pendingKey = undefined;
    }
  }

  function* sample(asked: SampleRequest): Operation<SampleResult> {
    const messages: readonly ChatMessage[] =
      'messages' in asked ? asked.messages : [...history, { role: 'user', content: asked.prompt }];
    const { systemPrompt } = asked;
    const { outcome } = yield* recorder.record({
      kind: 'sample',
      name: '',
      args: { messages, systemPrompt },
      *perform({ complete, abandoned }) {
        emit({ type: 'sample', messages, systemPrompt, respond: complete, abandoned });
        return undefined;
      },
    });
    if (!outcome.ok) throw new SampleError(outcome.error);
    const result = outcome.value as unknown as SampleResult;
    if ('prompt' in asked) {
      history.push({ role: 'user', content: asked.prompt }, { role: 'assistant', content: result.text });
    }
    return result;
  }

  function* step<T>(name: string, fn: () => Eventual<T>): Operation<T> {
    const { outcome } = yield* recorder.record({ kind: 'step', name, args: null, perform: () => attempt(name, fn) });
    if (!outcome.ok) throw new StepError(name, outcome.error);
    return outcome.value as T;
  }

  function* instant<T extends number | string>(kind: 'now' | 'uuid', make: () => T): Operation<T> {
    const { outcome } = yield* recorder.record({
      kind,
      name: '',
      args: null,
      *perform() {
        return { ok: true, value: make() };
      },
    });
    return valueOf(outcome) as T;
  }

  const now = () => instant('now', () => Date.now());

  return {
    callId,
    signal,
    elicit: Object.assign(elicit, { url: askUrl }) as McpToolContext<ElicitDefinitions>['elicit'],
    sample,
    step,
    now,
    uuid: () => instant('uuid', () => crypto.randomUUID()),
    *sleep(milliseconds) {
      // Record the start separately, so that a replay waits only for the remaining time.
      const from = yield* now();
      yield* recorder.record({
        kind: 'sleep',
        name: '',
        args: { from, milliseconds },
        *perform() {
          yield* sleepUntil(from + milliseconds);
          return { ok: true };
        },
      });
    },
    *log(level, message) {
      if (!recorder.isReplaying()) emit({ type: 'log', level, message: String(message) });
    },
    *notify(message, progress, total) {
      if (!recorder.isReplaying()) {
        emit({ type: 'notify', message: String(message), progress: finite(progress), total: finite(total) });
      }
    },
  };
}

/** A question on its way to the person. */
interface Asked extends Pick<BridgeElicit, 'question' | 'message' | 'context' | 'timeout' | 'url'> {
  /** Must be the same in a replay. */
  args: unknown;
  check?: ElicitOptions<never>['check'];
}

/** Asks the person to open a page. The answer carries no content. */
const urlQuestion: ElicitQuestion = {
  key: urlQuestionKey,
  response: z.object({}),
  context: undefined,
  json: { type: 'object', properties: {} },
};

/** Drop progress values that JSON cannot hold, such as NaN and bigints. */
function finite(value: number | undefined): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function* attempt<T>(name: string, fn: () => Eventual<T>): Operation<OperationOutcome> {
  try {
    const value = yield* eventual(fn);
    return value === undefined ? { ok: true } : { ok: true, value: stepJson(value, name) };
  } catch (error) {
    return { ok: false, error: recordError(error) };
  }
}

function readQuestion(
  toolName: string,
  question: ElicitQuestion,
  asked: { message: string },
  maxBytes = Number.POSITIVE_INFINITY,
): { message: string; context: JsonObject } {
  const { message, ...rest } = asked;
  if (typeof message !== 'string') {
    throw new ElicitContextError(toolName, question.key, [{ path: ['message'], message: 'is not a string' }]);
  }
  const context = toJson(rest, `The context of ${toolName}'s question "${question.key}"`);
  const bytes = Math.max(bytesOf(JSON.stringify(context)), bytesOf(message));
  if (bytes > maxBytes) throw new ContextTooLargeError(toolName, question.key, `${bytes} bytes`, maxBytes);
  // Allow half as many values as the line that carries the context may have.
  const most = lineBounds(maxBytes).values / 2;
  if (excessOf(context, { characters: Infinity, values: most, depth: Infinity }) !== undefined) {
    throw new ContextTooLargeError(toolName, question.key, `more than ${most} values`, most);
  }
  const checked = question.context?.safeParse(context);
  if (checked?.success === false) throw new ElicitContextError(toolName, question.key, issuesOf(checked.error));
  return { message, context: isObject(context) ? context : {} };
}

function readUrl(toolName: string, url: unknown): string {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') throw new ElicitUrlError(toolName);
  return url as string;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

function valueOf(outcome: OperationOutcome): unknown {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}
