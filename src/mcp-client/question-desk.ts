import type { PluginClient } from '../client/client-options.ts';
import type { AskedQuestion } from '../client/outside-questions.ts';
import { ClientError } from '../client/client-error.ts';
import type { ElicitServer, OutsideQuestion } from '../client/state/outside-question.ts';
import type { ElicitAction, ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import { checkFlatContent } from './check-flat-content.ts';
import { claimQuestion, type QuestionClaim, type QuestionHints } from './claim-question.ts';
import type { Completions } from './completions.ts';
import { anyOf } from './heed.ts';
import { createRateLimit, type RateLimit } from './limits.ts';
import type { McpElicitationErrorCode } from './mcp-error.ts';
import type { McpPage, McpQuestion } from './read-elicitation.ts';
import type { Words } from './words.ts';

/** A tool call in progress. */
export interface ActiveCall {
  readonly callId: string;
  readonly toolName: string;
  readonly params: unknown;
  readonly signal: AbortSignal;
}

/** Where a question comes from. */
export interface QuestionSource {
  /** The call that asks, if known. */
  readonly call: ActiveCall | undefined;
  /** The server's name for the question, if the protocol gives one. */
  readonly key: string | undefined;
  /** Aborts when the server no longer wants an answer. */
  readonly signal: AbortSignal | undefined;
}

/** Asks the person a server's questions. */
export interface QuestionDesk {
  /** Ask, and return the server's answer. It never rejects: any failure is a `cancel`. */
  readonly ask: (question: McpQuestion, source: QuestionSource) => Promise<JsonObject>;
  /**
   * Ask the person to open a page that a call needs. No deadline.
   *
   * @returns how it ended, whether the person or the server said that it is done
   */
  readonly askPage: (page: McpPage, call: ActiveCall) => Promise<ElicitAction>;
  /** Ask the person to confirm something. No deadline. */
  readonly confirm: (words: ConfirmWords, source: QuestionSource) => AskedQuestion;
  /** Show a line that says why a call failed. */
  readonly tell: (detail: string, call: ActiveCall) => void;
  /** True while a question is open for this call, or for an unknown one. */
  readonly isAsking: (call: ActiveCall) => boolean;
  readonly subscribe: (onChange: () => void) => () => void;
  /** End every open question. */
  readonly clear: () => void;
  /** Report an error to the host. */
  readonly report: (code: McpElicitationErrorCode, message: string, cause?: unknown) => void;
}

/** The words of a confirmation: ours, never a server's. */
export interface ConfirmWords {
  readonly message: string;
  /** The confirm button's label. */
  readonly submitLabel: string;
  readonly title: string;
}

export interface QuestionDeskOptions {
  readonly client: PluginClient;
  readonly server: ElicitServer;
  /** How long a server's question stays open, in milliseconds. */
  readonly deadline: number;
  readonly limit: RateLimit;
  readonly completions: Completions;
  readonly claim: ((question: McpQuestion, hints: QuestionHints) => QuestionClaim | undefined) | undefined;
  /** In the current language. */
  readonly words: () => Words;
}

export function createQuestionDesk(options: QuestionDeskOptions): QuestionDesk {
  const { client, server, deadline, limit, completions, claim, words } = options;
  const open = new Map<AskedQuestion, ActiveCall | undefined>();
  const listeners = new Set<() => void>();
  const tellListeners = () => {
    const now = [...listeners];
    for (const onChange of now) onChange();
  };
  // Limit reports too: a server may fail thousands of times.
  const told = createRateLimit({ open: Infinity });
  const report = (code: McpElicitationErrorCode, message: string, cause?: unknown) => {
    if (told.take(Date.now())) client.report(new ClientError(code, `${server.name}: ${message}`, { cause }));
  };

  /** Ask, and track the question until it ends. */
  const put = (question: Omit<OutsideQuestion, 'server'>, { call, signal }: QuestionSource): AskedQuestion => {
    const over = new AbortController();
    const either = anyOf([signal, call?.signal, over.signal]);
    const asked = client.ask({
      server,
      callId: call?.callId,
      params: call?.params,
      ...question,
      signal: either,
    });
    open.set(asked, call);
    void asked.answer.then(() => {
      open.delete(asked);
      over.abort();
      tellListeners();
    });
    return asked;
  };

  return {
    async ask(question, source) {
      if (!limit.take(Date.now())) {
        report('MCP_RATE_LIMITED', tooMuch);
        return { action: 'cancel' };
      }
      try {
        // JSON, in which ended questions are stored, has no Infinity.
        const expiresAt = deadline === Infinity ? undefined : Date.now() + deadline;
        const asked = put({ ...wordsOf(question, source), expiresAt }, source);
        // Watch from the start: a page can be completed early. A completion says nothing of a page that was not opened.
        if (question.mode === 'url') watchCompletion(asked, question.elicitationId);
        return toWire(question, await asked.answer);
      } catch (cause) {
        report('MCP_BAD_REQUEST', 'The question could not be asked. It was cancelled.', cause);
        return { action: 'cancel' };
      } finally {
        limit.done();
      }
    },
    async askPage({ message, url, elicitationId, meta }, call) {
      if (!limit.take(Date.now())) {
        report('MCP_RATE_LIMITED', tooMuch);
        return 'cancel';
      }
      try {
        const toolName = call.toolName;
        const submitLabel = words().mcp.goOn(server.name);
        const source = { call, key: meta.key, signal: undefined };
        const asked = put({ toolName, message, mode: 'url', url, submitLabel }, source);
        const completed = () => {
          asked.settle({ action: 'accept', content: {} });
          asked.note({ title: words().mcp.completed });
        };
        const forget = elicitationId === undefined ? undefined : completions.expect(elicitationId, completed);
        const { action } = await asked.answer;
        forget?.();
        return action;
      } finally {
        limit.done();
      }
    },
    confirm: ({ message, submitLabel, title }, source) =>
      put(
        { message, toolName: source.call?.toolName, schema: { type: 'object', properties: {}, title }, submitLabel },
        source,
      ),
    tell(detail, { callId, toolName }) {
      client.ask({ server, toolName, callId, message: '', ended: { title: detail } });
    },
    isAsking: (call) => [...open.values()].some((of) => of === undefined || of === call),
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    clear() {
      for (const asked of open.keys()) asked.stop();
    },
    report,
  };

  function wordsOf(question: McpQuestion, { call, key }: QuestionSource) {
    const hints = { toolName: call?.toolName ?? question.meta.toolName, key: question.meta.key ?? key };
    const { message, mode } = question;
    // The card for pages opens a page, never a plugin's component.
    if (question.mode === 'url') return { toolName: hints.toolName, message, mode, url: question.url };
    const { schema } = question;
    const claimed = claim?.(question, hints) ?? claimQuestion(client.registry, hints);
    return {
      ...claimed,
      message,
      mode,
      schema,
      check: (content: unknown) => checkFlatContent(schema, content, words()),
    };
  }

  function watchCompletion(asked: AskedQuestion, elicitationId: string | undefined): void {
    if (elicitationId === undefined) return;
    const forget = completions.expect(elicitationId, () => {
      void asked.answer.then(({ action }) => action === 'accept' && asked.note({ title: words().mcp.completed }));
    });
    void asked.answer.then(({ action }) => action !== 'accept' && forget());
  }

  /** The content was checked to be flat before the question ended. */
  function toWire(question: McpQuestion, result: ElicitResult<unknown>): JsonObject {
    const { action } = result;
    if (action !== 'accept' || question.mode === 'url') return { action };
    return { action, content: result.content };
  }
}

const tooMuch = 'It asks more than it may. The question was cancelled and not shown.';
