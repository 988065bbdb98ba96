import type { PluginClient } from '../client/client-options.ts';
import { askHere, type AskedQuestion } from '../client/ask-here.ts';
import { ClientError } from '../client/client-error.ts';
import type { DeliverAnswer, ElicitServer, OutsideQuestion } from '../client/state/outside-question.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { compileForm } from '../form/compile-form.ts';
import { problemText } from '../form/problem.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import type { Apps } from './apps.ts';
import { createChanges, type Changes } from './changes.ts';
import { claimQuestion, type QuestionClaim, type QuestionHints } from './claim-question.ts';
import type { Completions } from './completions.ts';
import { contentIssues } from './content-issues.ts';
import { cardSchema, contentOf, toWire } from './flat-question.ts';
import { anyOf } from './heed.ts';
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

/** Asks the person a server's questions. */
export interface QuestionDesk {
  /** Ask, and return the server's answer. It never rejects: any failure is a `cancel`. */
  readonly ask: (question: McpQuestion, source: QuestionSource) => Promise<JsonObject>;
  /**
   * Ask a question whose answer travels with its call. The card stays until `card.heard`.
   *
   * @param deliver - gets each answer of the person
   * @returns undefined if it may not be asked: then it counts as cancelled
   */
  readonly askFor: (call: ActiveCall, question: CallQuestion, deliver: DeliverAnswer) => Card | undefined;
  /**
   * Why a question cannot be shown, in words for the host and the server. Undefined if it can.
   *
   * @param question - as it was read, or why it could not be
   */
  readonly whyNot: (
    question: McpQuestion | string,
    modes: readonly McpQuestion['mode'][],
    source: Pick<QuestionSource, 'call' | 'key'>,
  ) => string | undefined;
  /** Where the person changes answers. */
  readonly changes: Changes;
  /** Show a line that says why a call failed. */
  readonly tell: (detail: string, call: ActiveCall) => void;
  /** True while the person is asked something for this call, or for an unknown one. */
  readonly isAsking: (call: ActiveCall) => boolean;
  readonly subscribe: (onChange: () => void) => () => void;
  /** End every open question. */
  readonly clear: () => void;
  /** Report an error to the host. */
  readonly report: (code: McpElicitationErrorCode, message: string, cause?: unknown) => void;
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
  readonly claim: ((question: McpQuestion, hints: QuestionHints) => QuestionClaim | undefined) | undefined;
  /** In the current language. */
  readonly words: () => Words;
  /** What a server's own page is shown by. @default none: forms ask */
  readonly apps?: Apps | undefined;
}

export function createQuestionDesk(options: QuestionDeskOptions): QuestionDesk {
  const { client, server, deadline, limit, completions, claim, words, apps } = options;
  const open = new Map<AskedQuestion, ActiveCall | undefined>();
  /** The last asking of each question that its server named, by call. */
  const askedBefore = new WeakMap<ActiveCall, Map<string, Asking>>();
  const changes = createChanges(() => words().unfit);
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
  const itemOf = ({ elicitId }: AskedQuestion) =>
    client.getSnapshot().items.findLast((item) => item.elicitId === elicitId);

  /** Ask, and track the question until it ends. Undefined if it may not be asked. */
  const put = (question: McpQuestion, source: QuestionSource, { deliver, ...more }: Partial<OutsideQuestion>) => {
    if (!limit.take(Date.now())) {
      report('MCP_RATE_LIMITED', tooMuch);
      return undefined;
    }
    let isTaken = true;
    /** The person has answered it. */
    const done = () => {
      if (isTaken) limit.done();
      isTaken = false;
    };
    const { call, id, signal } = source;
    const over = new AbortController();
    try {
      const asking: OutsideQuestion = {
        server,
        callId: call?.callId,
        params: call?.params,
        ...wordsOf(question, source),
        ...more,
        deliverTimeout: Infinity,
        // The page may answer before `ask` returns.
        ...(deliver !== undefined && {
          deliver(result, context) {
            done();
            return deliver(result, context);
          },
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
        tellListeners();
      });
      return asked;
    } catch (cause) {
      done();
      report('MCP_BAD_REQUEST', 'The question could not be asked. It was cancelled.', cause);
      return undefined;
    }
  };

  /** A server that refuses an answer asks the same question of the same call again, with a higher attempt. */
  const askOrAskAgain = (question: McpQuestion, asking: OutsideQuestion, call: ActiveCall | undefined) => {
    const { key, attempt = 1 } = question.meta;
    const known = call && key !== undefined ? askedBefore.get(call)?.get(key) : undefined;
    const item = known && itemOf(known.asked);
    const isAgain =
      attempt > 1 &&
      (item?.status === 'sending' || item?.status === 'settled') &&
      item.action === 'accept' &&
      item.request.mode === asking.mode;
    // The message may repeat the issues, for clients that do not know them.
    const asked =
      isAgain && known ? known.asked.askAgain({ ...asking, message: known.message }) : askHere(client, asking);
    if (call && key !== undefined) {
      const ofCall = askedBefore.get(call) ?? new Map<string, Asking>();
      const message = isAgain && known ? known.message : asking.message;
      askedBefore.set(call, ofCall.set(key, { asked, message }));
    }
    return asked;
  };

  return {
    whyNot(question, modes, source) {
      if (typeof question === 'string') return question;
      if (!modes.includes(question.mode)) return `Elicitations in mode "${question.mode}" are not supported.`;
      if (question.mode === 'url') return undefined;
      // A component of the host may show more than a form does.
      if (isForComponent(question, source)) return undefined;
      const { refusals } = compileForm(question.schema);
      return refusals.length === 0 ? undefined : `No form can ask for it: ${problemText(refusals)}.`;
    },
    async ask(question, source) {
      const asked = put(question, source, { expiresAt: expiry() });
      if (asked === undefined) return { action: 'cancel' };
      // Watch from the start: a page can be completed early. A completion says nothing of a page that was not opened.
      if (question.mode === 'url') watchCompletion(asked, question.elicitationId);
      return toWire(question, await asked.answer);
    },
    askFor(call, { question, key, id, isPage }, deliver) {
      const source = { call, key, id, signal: undefined };
      const more = isPage ? { submitLabel: words().mcp.goOn(server.name) } : { expiresAt: expiry() };
      const asked = put(question, source, { ...more, deliver });
      if (asked === undefined) return undefined;
      if (question.mode === 'url') watchCompletion(asked, question.elicitationId, isPage);
      return {
        elicitId: asked.elicitId,
        ended: asked.answer,
        heard: (result) => itemOf(asked)?.status === 'sending' && asked.settle(result),
        retry() {
          const item = itemOf(asked);
          if (item?.status === 'failed') item.retry();
        },
      };
    },
    tell(detail, { callId, toolName }) {
      askHere(client, { server, toolName, callId, message: '', ended: { title: detail } });
    },
    isAsking: (call) =>
      [...open].some(([asked, of]) => (of === undefined || of === call) && itemOf(asked)?.status !== 'sending'),
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    changes,
    clear() {
      for (const asked of open.keys()) asked.stop();
      changes.clear();
    },
    report,
  };

  function hintsOf({ meta }: McpQuestion, { call, key }: Pick<QuestionSource, 'call' | 'key'>): QuestionHints {
    // Longer names belong to no plugin, and could not be stored.
    const named = key !== undefined && key.length > 200 ? undefined : key;
    return { toolName: call?.toolName ?? meta.toolName, key: meta.key ?? named };
  }

  function claimOf(question: McpQuestion, source: Pick<QuestionSource, 'call' | 'key'>): QuestionClaim {
    const hints = hintsOf(question, source);
    return claim?.(question, hints) ?? claimQuestion(client.registry, hints);
  }

  function isForComponent(question: McpQuestion, source: Pick<QuestionSource, 'call' | 'key'>): boolean {
    try {
      const { toolName, key } = claimOf(question, source);
      return Object.hasOwn(client.registry.get(toolName)?.handlers ?? {}, key);
    } catch {
      // The host's claim fails again when the question is asked, which tells it.
      return true;
    }
  }

  function wordsOf(question: McpQuestion, source: QuestionSource) {
    const { message, mode, meta } = question;
    const { attempt, issues } = meta;
    const hints = hintsOf(question, source);
    // The card for pages opens a page, never a plugin's component.
    if (question.mode === 'url') return { toolName: hints.toolName, message, mode, url: question.url, attempt, issues };
    const claimed = claimOf(question, source);
    // Our server's flat form lists less than the card of its question, whose answer the server checks.
    const card = meta.key === undefined ? undefined : client.registry.get(claimed.toolName);
    const schema = cardSchema(question.schema, card?.declaration.questions.get(claimed.key)?.json);
    const check = (content: unknown) =>
      card !== undefined && isObject(content) ? [] : contentIssues(schema, contentOf(question, content), words());
    const standIn =
      question.app &&
      apps?.show(question.app, source.call, {
        serverName: server.name,
        fits: (content) => contentIssues(question.schema, content, words()).length === 0,
        onFail: (cause) => report('MCP_APP_FAILED', `The form took the place of ${question.app?.uri}.`, cause),
      });
    return {
      ...claimed,
      message,
      inWords: question.inWords,
      mode,
      schema,
      attempt,
      issues,
      check,
      '~form': standIn,
    };
  }

  /** JSON, in which ended questions are stored, has no Infinity. */
  function expiry(): number | undefined {
    return deadline === Infinity ? undefined : Date.now() + deadline;
  }

  /** @param isAnswer - a page that is completed needs no word of the person */
  function watchCompletion(asked: AskedQuestion, elicitationId: string | undefined, isAnswer = false): void {
    if (elicitationId === undefined) return;
    const forget = completions.expect(elicitationId, () => {
      const item = itemOf(asked);
      if (isAnswer && item?.status === 'pending') item.accept({});
      void asked.answer.then(({ action }) => action === 'accept' && asked.note({ title: words().mcp.completed }));
    });
    void asked.answer.then(({ action }) => action !== 'accept' && forget());
  }
}

/** A question that its server may ask again. */
interface Asking {
  readonly asked: AskedQuestion;
  /** Its message the first time. */
  readonly message: string;
}

const tooMuch = 'It asks more than it may. The question was cancelled and not shown.';
