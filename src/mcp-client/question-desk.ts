import type { PluginClient } from '../client/client-options.ts';
import { askHere, type AskedQuestion } from '../client/ask-here.ts';
import { ClientError } from '../client/client-error.ts';
import type { DeliverAnswer, ElicitServer, OutsideQuestion } from '../client/state/outside-question.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Apps } from './apps.ts';
import { createAskAgain, itemOf } from './ask-again.ts';
import { createChanges } from './changes.ts';
import type { Completions } from './completions.ts';
import type { McpElicitationOptions } from './connect-mcp-elicitation.ts';
import { toWire } from './flat-question.ts';
import { createQuestionDescriber } from './describe-question.ts';
import { anyOf } from './any-of.ts';
import { createRateLimit, type RateLimit } from './limits.ts';
import type { McpElicitationErrorCode } from './mcp-error.ts';
import type { McpQuestion } from './read-elicitation.ts';
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
  /** Its name for the question, by which it says that the answer can be changed. */
  readonly id: string | undefined;
  /** Aborts when the server no longer wants an answer. */
  readonly signal: AbortSignal | undefined;
}

/** A question of a round, or a page that a call needs first. */
export interface CallQuestion {
  readonly question: McpQuestion;
  /** The server's name for it in its round. */
  readonly key: string;
  readonly id?: string | undefined;
  /** The call is repeated once the page is done, so there is no deadline. */
  readonly isPage: boolean;
}

/** A question on the page whose answer travels with its call. */
export interface Card {
  readonly elicitId: string;
  /** Resolves when it has ended. */
  readonly ended: Promise<ElicitResult<unknown>>;
  /** Its server has this answer. No effect if it was asked again meanwhile. */
  readonly heard: (result: ElicitResult<unknown>) => void;
  /** Deliver a failed answer again. */
  readonly retry: () => void;
}

export interface QuestionDeskOptions {
  readonly client: PluginClient;
  readonly server: ElicitServer;
  /** How long a server's question stays open, in milliseconds. */
  readonly deadline: number;
  readonly limit: RateLimit;
  readonly completions: Completions;
  readonly claim: McpElicitationOptions['claim'];
  /** In the current language. */
  readonly words: () => Words;
  /** What a server's own page is shown by. @default none: forms ask */
  readonly apps?: Apps | undefined;
}

export type QuestionDesk = ReturnType<typeof createQuestionDesk>;

/** Asks the person a server's questions. */
export function createQuestionDesk(options: QuestionDeskOptions) {
  const { client, server, deadline, limit, words } = options;
  const open = new Map<AskedQuestion, ActiveCall | undefined>();
  const changes = createChanges(() => words().unfit);
  const listeners = new Set<() => void>();
  const report = createReport(options);
  const { whyNot, describe } = createQuestionDescriber(options, report);
  const askOrAskAgain = createAskAgain(client);

  /** Ask, and track the question until it ends. Undefined if it may not be asked. */
  const put = (question: McpQuestion, source: QuestionSource, { deliver, ...more }: Partial<OutsideQuestion>) => {
    /** The person has answered it. */
    const done = limit.take();
    if (done === undefined) {
      report('MCP_RATE_LIMITED', tooMuch);
      return undefined;
    }
    const { call, id, signal } = source;
    const over = new AbortController();
    try {
      const asking: OutsideQuestion = {
        server,
        callId: call?.callId,
        params: call?.params,
        ...describe(question, source),
        ...more,
        deliverTimeout: Infinity,
        // The page may answer before `ask` returns.
        deliver:
          deliver &&
          ((result, context) => {
            done();
            return deliver(result, context);
          }),
        signal: anyOf([signal, call?.signal, over.signal]),
      };
      const asked = askOrAskAgain(question, asking, call);
      open.set(asked, call);
      if (id !== undefined && question.mode === 'form') {
        changes.know(id, { asked, call, toWire: (result) => toWire(question, result) });
      }
      void asked.answer.then(() => {
        done();
        open.delete(asked);
        over.abort();
        for (const onChange of listeners) onChange();
      });
      return asked;
    } catch (cause) {
      done();
      report('MCP_BAD_REQUEST', 'The question could not be asked. It was cancelled.', cause);
      return undefined;
    }
  };

  return {
    whyNot,
    /** Ask, and return the server's answer. It never rejects: any failure is a `cancel`. */
    async ask(question: McpQuestion, source: QuestionSource): Promise<JsonObject> {
      const asked = put(question, source, { expiresAt: expiryAfter(deadline) });
      if (asked === undefined) return { action: 'cancel' };
      // Watch from the start: a page can be completed early. A completion says nothing of a page that was not opened.
      watchCompletion(options, question, asked);
      return toWire(question, await asked.answer);
    },
    /**
     * Ask a question whose answer travels with its call. The card stays until `card.heard`.
     *
     * @param deliver - gets each answer of the person
     * @returns undefined if it may not be asked: then it counts as cancelled
     */
    askFor(call: ActiveCall, { question, key, id, isPage }: CallQuestion, deliver: DeliverAnswer): Card | undefined {
      const source = { call, key, id, signal: undefined };
      const more = isPage ? { submitLabel: words().mcp.goOn(server.name) } : { expiresAt: expiryAfter(deadline) };
      const asked = put(question, source, { ...more, deliver });
      if (asked === undefined) return undefined;
      watchCompletion(options, question, asked, isPage);
      return cardOf(client, asked);
    },
    /** Show a line that says why a call failed. */
    tell(detail: string, { callId, toolName }: ActiveCall): void {
      askHere(client, { server, toolName, callId, message: '', ended: { title: detail } });
    },
    /** True while the person is asked something for this call, or for an unknown one. */
    isAsking: (call: ActiveCall) =>
      [...open].some(([asked, of]) => (of === undefined || of === call) && itemOf(client, asked)?.status !== 'sending'),
    subscribe(onChange: () => void): () => void {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    /** Where the person changes answers. */
    changes,
    /** End every open question. */
    clear(): void {
      for (const asked of open.keys()) asked.stop();
      changes.clear();
    },
    report,
  };
}

function cardOf(client: PluginClient, asked: AskedQuestion): Card {
  return {
    elicitId: asked.elicitId,
    ended: asked.answer,
    heard: (result) => itemOf(client, asked)?.status === 'sending' && asked.settle(result),
    retry() {
      const item = itemOf(client, asked);
      if (item?.status === 'failed') item.retry();
    },
  };
}

export type Report = ReturnType<typeof createReport>;

/** Reports an error to the host. That is limited, too: a server may fail thousands of times. */
function createReport({ client, server }: QuestionDeskOptions) {
  const told = createRateLimit({ open: Infinity });
  return (code: McpElicitationErrorCode, message: string, cause?: unknown): void => {
    if (told.take()) client.report(new ClientError(code, `${server.name}: ${message}`, { cause }));
  };
}

/** @param isAnswer - a page that is completed needs no word of the person */
function watchCompletion(
  { client, completions, words }: QuestionDeskOptions,
  question: McpQuestion,
  asked: AskedQuestion,
  isAnswer = false,
): void {
  if (question.mode !== 'url' || question.elicitationId === undefined) return;
  const forget = completions.expect(question.elicitationId, () => {
    const item = itemOf(client, asked);
    if (isAnswer && item?.status === 'pending') item.accept({});
    void asked.answer.then(({ action }) => action === 'accept' && asked.note({ title: words().mcp.completed }));
  });
  void asked.answer.then(({ action }) => action !== 'accept' && forget());
}

/** JSON, in which ended questions are stored, has no Infinity. */
function expiryAfter(deadline: number): number | undefined {
  return deadline === Infinity ? undefined : Date.now() + deadline;
}

const tooMuch = 'It asks more than it may. The question was cancelled and not shown.';
