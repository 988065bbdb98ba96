import { byteLength } from '../base/byte-length.ts';
import { nothing } from '../base/wait.ts';
import type { Operation } from 'effection';
import * as z from 'zod';
import { elicitIdOf, openQuestionKey, urlQuestionKey } from '../protocol/question-keys.ts';
import { lineBounds, valuesIn } from '../protocol/bounds.ts';
import { isObject, toJson, type JsonObject, type JsonValue } from '../protocol/json.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ElicitAccept, ElicitResult } from '../protocol/elicit-result.ts';
import { isOwnDevice, urlOf } from '../protocol/url-of.ts';
import { nothingToChoose, offerOf, type Offer } from '../tool/choices.ts';
import type { ElicitDefinitions, ElicitQuestion } from '../tool/elicit-definition.ts';
import { issuesOf } from '../protocol/issues-of.ts';
import { jsonSchemaOf } from '../tool/json-schema.ts';
import type { Answerer, AnswerSource, AskedTo } from '../protocol/person.ts';
import { readAskWhom } from '../tool/ask-whom.ts';
import type {
  AnsweredBy,
  ElicitAnswer,
  ElicitExchange,
  ElicitOptions,
  ElicitUrlOptions,
  ElicitUrlPage,
  ElicitUrlResult,
  ExchangeOptions,
  OpenQuestion,
} from '../tool/ask-person.ts';
import type { McpToolContext } from '../tool/tool-context.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { readTime, type ToolLimits } from '../tool/tool-limits.ts';
import type { WhatIsThere } from '../tool/tool-needs.ts';
import { createBranchContext, createKeys, withLimits, type Place } from './branch-context.ts';
import type { BridgeElicit, BridgeEvent } from './bridge-event.ts';
import type { ParentChat } from './parent-chat.ts';
import { checkAnswer, parsedContent, type Check } from './check-answer.ts';
import { ElicitContextError, ToolRunError } from './errors.ts';
import { sourceOf, valueOf } from './journal.ts';
import { createWaits, type Waits } from './wait-for.ts';
import type { Recorded } from './recorded-operation.ts';
import { once, type Recorder } from './recorder.ts';
import type { RunClock } from './run-clock.ts';

export interface ToolContextOptions {
  tool: AnyMcpTool;
  callId: string;
  /** The person the call acts for. */
  owner?: string | undefined;
  /** The chat before the call, for tools that require it. @default none */
  parent?: ParentChat | undefined;
  there: WhatIsThere;
  /** A tool around this one is repeatable, so this one's steps have to be idempotent too. @default false */
  isRepeatable?: boolean | undefined;
  /** Ends the names of what the call does from now on, once it has gone back. @default '' */
  mark?: string | undefined;
  recorder: Recorder;
  clock: RunClock;
  /** What the call may use. */
  limits: ToolLimits;
  /** Bytes of a question as JSON, with its schema and context. @default no limit */
  maxContextBytes?: number | undefined;
  /** Gets the tool's requests, in order, while the tool waits. */
  emit(event: BridgeEvent): void;
}

/** The context of a tool that may ask everything. */
type AnyToolContext = McpToolContext<ElicitDefinitions, { url: true; open: true }>;
/** `~about` joins the context as it is now, and may be otherwise in a replay. `~offers` are in place of the question's. */
type Options = ElicitOptions<never> & { '~about'?: JsonObject; '~offers'?: ElicitQuestion['offers'] };

/** Create the context of one run: the tool's own branch, and its questions. */
export function createToolContext(options: ToolContextOptions): AnyToolContext {
  const { tool, parent, recorder } = options;
  const { name: toolName } = tool;
  const place: Place = {
    path: '',
    nextKey: createKeys(''),
    depth: 0,
    parentMessages: parent?.messages ?? [],
    messages: [],
    budgets: [],
    tools: [],
  };
  const root = createBranchContext(options, withLimits(place, options.limits));
  const exchanges = createExchanges(toolName);
  const waits = createWaits(options, place.nextKey);
  let handoff: JsonValue | undefined;

  function show(visible: JsonValue): void {
    handoff = toJson(visible, `What ${toolName}'s handoff shows`);
  }

  function* commit(): Operation<void> {
    yield* once(recorder, { key: place.nextKey(), kind: 'commit' }, nothing);
  }

  return Object.assign(root, {
    '~show': show,
    commit,
    waitFor: waits.waitFor,
    elicit: createElicit(options, place, exchanges, waits, () => handoff),
    exchangeOf: exchanges.of,
    '~askedOf': exchanges.askedOf,
  });
}

/** The exchanges of one run, by the answer that the tool got. */
function createExchanges(toolName: string) {
  const exchanges = new WeakMap<object, Omit<ElicitExchange, 'messages'>>();
  const asked = new WeakMap<object, AskedTo | undefined>();
  return {
    set(answer: object, exchange: Omit<ElicitExchange, 'messages' | 'by'>, { question }: Recorded): void {
      exchanges.set(answer, { ...exchange, ...byIn(sourceOf(question)) });
      asked.set(answer, question?.to);
    },
    askedOf: asked.get.bind(asked),
    of(answer: ElicitAccept<unknown>, { context }: ExchangeOptions = {}): ElicitExchange {
      const exchange = exchanges.get(answer);
      if (exchange === undefined) throw new ToolRunError('NOT_AN_ANSWER', toolName);
      const { message } = exchange.request;
      const shown = context && JSON.stringify(toJson(context(exchange.context), 'The context of an exchange'));
      return structuredClone({
        ...exchange,
        messages: [
          { role: 'assistant', content: shown === undefined ? message : `${message}\n\n${shown}` },
          { role: 'user', content: JSON.stringify(exchange.response) },
        ] satisfies ChatMessage[],
      });
    },
  };
}

/** The questions of one run. */
function createElicit(
  options: ToolContextOptions,
  place: Place,
  exchanges: ReturnType<typeof createExchanges>,
  waits: Waits,
  handoff: () => JsonValue | undefined,
): AnyToolContext['elicit'] {
  const { tool, callId, recorder, emit, maxContextBytes } = options;
  const { name: toolName, questions, asksUrl, asksOpen, asksConcurrently } = tool;
  let pendingKey: string | undefined;
  let nextSeq = 0;

  function elicit(...given: [string, { message: string }, Options?] | [OpenQuestion, Options?]) {
    return typeof given[0] === 'string'
      ? askDeclared(...(given as [string, { message: string }, Options?]))
      : askOpen(...(given as [OpenQuestion, Options?]));
  }

  function* askDeclared(
    key: string,
    asked: { message: string },
    { '~about': about, '~offers': offers, ...options }: Options = {},
  ): Operation<ElicitResult<unknown>> {
    const question = questions.get(key);
    if (question === undefined) throw new ToolRunError('UNKNOWN_ELICIT', toolName, key, [...questions.keys()]);
    const { message, context, parsed } = readQuestion(toolName, question, { ...asked, ...about });
    const args = about === undefined ? { message, context } : asked;
    const offer = () => readOffer(toolName, offers ? { ...question, offers } : question, parsed);
    return yield* ask({ ...options, question, message, context, offer, args });
  }

  function* askOpen(
    { schema, key = `question-${nextSeq}`, ui, ...asked }: OpenQuestion,
    options: Options = {},
  ): Operation<ElicitResult<unknown>> {
    if (!asksOpen) throw new ToolRunError('OPEN_NOT_DECLARED', toolName);
    const json = jsonSchemaOf(schema, `${toolName}'s ctx.elicit`);
    const question = { key: `${openQuestionKey}${key}`, response: schema, context: undefined, json };
    const { message, context } = readQuestion(toolName, question, { ...asked, ui });
    return yield* ask({ ...options, question, message, context, args: { message, context, schema: json } });
  }

  function* askUrl(asked: ElicitUrlPage, given: ElicitUrlOptions = {}): Operation<ElicitUrlResult> {
    if (!asksUrl) throw new ToolRunError('URL_NOT_DECLARED', toolName);
    const { message } = readQuestion(toolName, urlQuestion, { message: asked.message });
    const url = readUrl(toolName, asked.url);
    waits.refuseTokens(url);
    const until = given.until && waits.idOf(given.until);
    const args = { message, url };
    const result = yield* ask({ ...given, question: urlQuestion, message, context: {}, args, url, until });
    return result.action === 'accept' ? answeredBy({ action: 'accept' }, result.by) : result;
  }

  /** Ask once in the call's life, and return the answer as the question's schema parsed it. */
  function* ask({ question, args, offer, ...asking }: Asked): Operation<ElicitAnswer<unknown>> {
    const { key, response } = question;
    const { message, context, url, until: untilId, fixed, check, final = false } = asking;
    const { to, timeout } = readOptions(`${toolName}'s question "${key}"`, asking);
    // Not for a question that has its answer: what counts is not looked at again.
    let offered: Offer | undefined;
    if (pendingKey !== undefined && !asksConcurrently)
      throw new ToolRunError('ELICIT_PENDING', toolName, key, pendingKey);
    const seq = nextSeq;
    const elicitId = elicitIdOf(callId, seq, options.mark);
    const checkOne: Check = (sent, source, ...cut) =>
      checkAnswer(question, check, sent, source, (offered ??= offer?.()), ...cut);
    nextSeq += 1;
    pendingKey = key;
    try {
      const recorded = yield* recorder.record({
        key: place.nextKey(),
        kind: 'elicit',
        name: key,
        args,
        elicitId,
        check: checkOne,
        ...(final && { isFinal: true }),
        perform({ settle, hold, park, abandoned }) {
          offered = offer?.();
          const shown = { message, context, url, offer: offered, handoff: handoff() };
          refuseLarge(toolName, question, shown, maxContextBytes);
          const ends = { check: checkOne, settle, hold, park, abandoned };
          emit({ type: 'elicit', elicitId, seq, question, ...shown, until: untilId, timeout, fixed, to, ...ends });
          return nothing();
        },
      });
      const { by } = sourceOf(recorded.question) ?? {};
      const result = valueOf(recorded.outcome) as ElicitResult<JsonValue>;
      if (result.action !== 'accept') return answeredBy(result, by);
      const content = yield* parsedContent(recorded, result.content, response);
      const answer = answeredBy({ action: 'accept' as const, content }, by);
      exchanges.set(answer, { context, request: { key, message }, response: result.content }, recorded);
      return answer;
    } finally {
      pendingKey = undefined;
    }
  }

  return Object.assign(elicit, { url: askUrl }) as AnyToolContext['elicit'];
}

/** A question on its way to the person. */
interface Asked extends Pick<BridgeElicit, 'question' | 'message' | 'context' | 'url' | 'until'>, ElicitOptions<never> {
  /** What it offers now. */
  offer?: () => Offer | undefined;
  /** Must be the same in a replay. */
  args: unknown;
}

const byIn = (source: AnswerSource | undefined): AnsweredBy => (source?.by ? { by: source.by } : {});

/** Say who gave a result, where no copy of it takes that along. */
function answeredBy<Result extends object>(result: Result, by: Answerer | undefined): Result & AnsweredBy {
  return by === undefined ? result : Object.defineProperty(result, 'by', { value: by });
}

/** Asks the person to open a page. The answer carries no content. */
const urlQuestion: ElicitQuestion = {
  key: urlQuestionKey,
  response: z.object({}),
  context: undefined,
  json: { type: 'object', properties: {} },
};

function readQuestion(
  toolName: string,
  question: ElicitQuestion,
  { message, ...rest }: { message: string; ui?: unknown },
): { message: string; context: JsonObject; parsed: unknown } {
  if (typeof message !== 'string') {
    throw new ElicitContextError(toolName, question.key, [{ path: ['message'], message: 'is not a string' }]);
  }
  const context = toJson(rest, `The context of ${toolName}'s question "${question.key}"`);
  const checked = question.context?.safeParse(context);
  if (checked?.success === false) throw new ElicitContextError(toolName, question.key, issuesOf(checked.error));
  return { message, context: isObject(context) ? context : {}, parsed: checked?.data ?? {} };
}

/** What this asking offers. */
function readOffer(toolName: string, { key, json, offers }: ElicitQuestion, context: unknown): Offer | undefined {
  if (offers === undefined) return undefined;
  const offer = offerOf(json, offers, context, `${toolName}.elicits.${key}`);
  if (offer === nothingToChoose) throw new ToolRunError('NOTHING_TO_CHOOSE', toolName, key);
  return offer;
}

/** Whom a question is for, and how long it waits. */
function readOptions(where: string, { timeout, ...whom }: ElicitOptions<never>) {
  const time = timeout === undefined ? undefined : readTime(`${where}: timeout`, timeout);
  return { to: readAskWhom(where, whom), timeout: time };
}

/** @param shown - what a page is told of a question, besides its schema and the arguments of the call */
function refuseLarge(
  toolName: string,
  { key, json: schema }: ElicitQuestion,
  { message, context, url, offer, handoff }: Pick<BridgeElicit, 'message' | 'context' | 'url' | 'offer' | 'handoff'>,
  maxBytes = Infinity,
): void {
  if (maxBytes === Infinity) return;
  let text = schemas.get(schema);
  if (text === undefined) schemas.set(schema, (text = JSON.stringify(schema)));
  const json = text + JSON.stringify([message, context, url, offer?.plain, offer?.inWords, handoff]);
  // No character takes more bytes than this.
  const bytes = json.length * 3 > maxBytes ? byteLength(json) : 0;
  if (bytes > maxBytes) throw new ToolRunError('CONTEXT_TOO_LARGE', toolName, key, `${bytes} bytes`, maxBytes);
  // Half as many values as the line may have. Each takes a character at least, and one beside it.
  const most = lineBounds(maxBytes).values / 2;
  if (json.length > 2 * most && valuesIn(json, most) > most) {
    throw new ToolRunError('CONTEXT_TOO_LARGE', toolName, key, `more than ${most} values`, most);
  }
}

/** The JSON of schemas: a tool asks its questions again and again. */
const schemas = new WeakMap<object, string>();

function readUrl(toolName: string, url: unknown): string {
  const parsed = typeof url === 'string' ? urlOf(url) : undefined;
  // No card opens http elsewhere, so such a question could only be skipped.
  if (parsed?.protocol !== 'https:' && !(parsed?.protocol === 'http:' && isOwnDevice(parsed.hostname))) {
    throw new ToolRunError('ELICIT_URL_INVALID', toolName);
  }
  return url as string;
}
