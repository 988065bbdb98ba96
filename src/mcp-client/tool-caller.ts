import { longestTimer } from '../base/timers.ts';
import { uuid } from '../client/uuid.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { mcpMeta, type ChangeNews } from '../protocol/mcp-meta.ts';
import { askTogether, type Asking, type Failed } from './ask-together.ts';
import { McpElicitationError } from './mcp-error.ts';
import { anyOf } from './any-of.ts';
import { isLost, newsIn } from './read-change.ts';
import { readRound, type ChangeOffer, type OpenRound, type OpenRoundOf, type Round } from './round.ts';
import { isInputRequired, requiredPages, type McpRequestOptions, type McpSdk } from './mcp-sdk.ts';
import { createPatience } from './limits.ts';
import type { ActiveCall, CallQuestion, QuestionDesk } from './question-desk.ts';
import { readElicitation } from './read-elicitation.ts';
import type { Words } from './words.ts';

/** Options of a call. */
export interface McpCallOptions {
  /**
   * The call's id, for an outlet of its own. A server of `elicitkit/mcp` (2026-07-28) gets it too: a call with the same
   * id and arguments is the same call, so one that was not heard can be made again.
   *
   * @default a new UUID, which the server does not get
   */
  callId?: string | undefined;
  /** Stops the call and its questions. */
  signal?: AbortSignal | undefined;
  /** How long the server may take, in milliseconds, without the person's time. @default 60000 */
  timeout?: number | undefined;
  /** Gets progress reports. Each one restarts the timeout. */
  onprogress?: McpRequestOptions['onprogress'];
}

export interface ToolCallerOptions {
  readonly sdk: McpSdk;
  readonly desk: QuestionDesk;
  /** The calls in progress, to match a question that does not say which call it belongs to. */
  readonly calls: Set<ActiveCall>;
  readonly openRound: OpenRoundOf;
  readonly serverName: string;
  readonly canOpenPages: boolean;
  readonly words: () => Words;
  /** Aborted once the host has closed the connection. */
  readonly closed: () => AbortSignal;
}

/** Calls a tool. If it returns questions instead of a result, asks the person. */
export type CallTool = (params: JsonObject & { name: string }, options?: McpCallOptions) => Promise<unknown>;

/** The same limit as the SDK's. */
const maxRounds = 10;

export function createToolCaller(options: ToolCallerOptions): CallTool {
  const { sdk, desk, openRound, calls, serverName, canOpenPages, words, closed } = options;

  return async (params, { callId: name, signal, timeout = 60_000, onprogress } = {}) => {
    closed().throwIfAborted();
    const stop = new AbortController();
    const call: ActiveCall = {
      callId: name ?? uuid(),
      toolName: params.name,
      params: params.arguments,
      signal: anyOf([signal, stop.signal]),
    };
    calls.add(call);
    try {
      const { _meta } = params;
      const isNamed = name !== undefined && sdk.hasRounds();
      const named = isNamed ? { ...params, _meta: { ...(isObject(_meta) && _meta), [mcpMeta.call]: name } } : params;
      return await callInRounds(call, named, { timeout, onprogress });
    } finally {
      calls.delete(call);
      // End the call's open questions.
      stop.abort();
    }
  };

  /** Call, and ask the person, until there is a result. */
  async function callInRounds(call: ActiveCall, params: JsonObject, leg: LegOptions): Promise<unknown> {
    let rounds = 0;
    // Build each request from the first: a round's answers go into the next request only.
    const send = async (added: JsonObject, hasAnswers = true): Promise<Step> => {
      const outcome = await callOnce(call, { ...params, ...added }, leg);
      if (outcome.kind === 'result') return outcome;
      if (closed().aborted) throw closedHere(serverName, outcome.cause);
      rounds += 1;
      if (rounds <= maxRounds) {
        return outcome.kind === 'pages' ? openPages(outcome) : openRound(outcome, call, hasAnswers);
      }
      const { tooManyRounds, locale } = words().mcp;
      desk.tell(tooManyRounds(serverName, maxRounds, locale), call);
      const what = `${serverName} still asked for more after ${maxRounds} rounds.`;
      throw new McpElicitationError('MCP_TOO_MANY_ROUNDS', what, { cause: outcome.cause });
    };
    return goOn(await send({}, false), false);

    async function goOn(step: Step, hasAnswers: boolean): Promise<unknown> {
      if (step.kind === 'result') return step.result;
      const asking = askingOf(step, hasAnswers);
      if (asking.questions.length > 0) {
        const next = (asked: Step) => (asked.kind === 'round' ? askingOf(asked, true) : undefined);
        return askTogether({ desk, call, asking, goOn: (asked) => goOn(asked, true), askingOf: next });
      }
      const next = await asking.bring(new Map());
      if (next.kind === 'failed') throw next.cause;
      return goOn(next, false);
    }

    /** What a step asks, with the requests that bring the answers, up to the next step that asks the person. */
    function askingOf(asked: OpenRound, hasAnswers: boolean): Asking {
      let round = asked;
      /** The person has answered something, which a failure must not lose. */
      let isKept = hasAnswers;
      const bring = async (answers: ReadonlyMap<string, JsonObject>): Promise<Step | Failed> => {
        for (;;) {
          const ready = await round.add(round === asked ? answers : new Map());
          if (ready.kind === 'failed') {
            if (isKept || [...answers.values()].some(({ action }) => action === 'accept')) return ready;
            throw ready.cause;
          }
          const next = await unlessUnheard(call, () => send(ready.added));
          if (next.kind !== 'round' || next.questions.length > 0) return next;
          round = next;
        }
      };
      const bringAlone = async (offer: ChangeOffer, answer: JsonObject) => {
        // The person goes back, and may be asked all of it again.
        rounds = 0;
        const next = await unlessUnheard(call, () => send(offer.add(answer)));
        if (next.kind === 'failed') return next;
        isKept = true;
        if (next.kind === 'result' || next.questions.length > 0) return { step: next, news: next.news };
        round = next;
        const step = await bring(new Map());
        return step.kind === 'failed' ? step : { step, news: next.news };
      };
      const offers = new Map(
        [...asked.offers].map(([id, offer]) => {
          return [id, { name: offer.name, bring: (answer: JsonObject) => bringAlone(offer, answer) }];
        }),
      );
      return { questions: asked.questions, bring, offers };
    }

    /** The pages that the call needs. It is repeated when all are done. */
    function openPages({ pages, cause }: Pages): OpenRound {
      const questions = pages.map((page, index): CallQuestion => {
        const question = readElicitation(isObject(page) ? { mode: 'url', ...page } : page);
        if (typeof question === 'object' && question.mode === 'url')
          return { key: String(index), question, isPage: true };
        desk.report('MCP_BAD_REQUEST', 'It requires a page and names none.');
        throw cause;
      });
      return {
        kind: 'round',
        questions,
        offers: new Map(),
        news: undefined,
        async add(answers) {
          call.signal.throwIfAborted();
          if (closed().aborted) throw closedHere(serverName, cause);
          if ([...answers.values()].every(({ action }) => action === 'accept')) return { kind: 'ready', added: {} };
          const what = `The page that ${serverName} requires was not opened.`;
          throw new McpElicitationError('MCP_DECLINED', what, { cause });
        },
      };
    }
  }

  /** A request that carries answers and is lost on its way may be sent again. */
  async function unlessUnheard(call: ActiveCall, send: () => Promise<Step>): Promise<Step | Failed> {
    try {
      return await send();
    } catch (cause) {
      const isUnheard = cause instanceof McpElicitationError ? cause.code === 'MCP_TIMEOUT' : sdk.isUnheard(cause);
      if (!isUnheard || call.signal.aborted || !sdk.isOpen() || closed().aborted) throw cause;
      return { kind: 'failed', cause };
    }
  }

  /** Make one request. The person's time does not count against the timeout. */
  async function callOnce(call: ActiveCall, params: JsonObject, { timeout, onprogress }: LegOptions): Promise<Outcome> {
    // Only a server that pushes asks while a request is on its way.
    const patience = createPatience(timeout, () => !sdk.hasRounds() && desk.isAsking(call), desk.subscribe);
    const signal = anyOf([call.signal, patience.signal]);
    const heed: McpRequestOptions['onprogress'] = (progress) => {
      patience.renew();
      onprogress?.(progress);
    };
    try {
      call.signal.throwIfAborted();
      const options = { signal, timeout: longestTimer, ...(onprogress !== undefined && { onprogress: heed }) };
      const result = await sdk.call(params, options);
      return isInputRequired(result)
        ? { kind: 'input', ...readRound(result) }
        : { kind: 'result', result, news: newsIn(result), isLost: isLost(result) };
    } catch (cause) {
      if (patience.signal.aborted) {
        throw new McpElicitationError(
          'MCP_TIMEOUT',
          `${serverName} did not answer within ${timeout} ms. Pass callTool a longer timeout.`,
          { cause },
        );
      }
      call.signal.throwIfAborted();
      const pages = canOpenPages ? requiredPages(cause) : undefined;
      if (pages === undefined) throw cause;
      return { kind: 'pages', pages, cause };
    } finally {
      patience.end();
    }
  }
}

export function closedHere(serverName: string, cause?: unknown): McpElicitationError {
  return new McpElicitationError('MCP_CLOSED', `The connection to ${serverName} is closed here.`, { cause });
}

interface LegOptions {
  readonly timeout: number;
  readonly onprogress: McpCallOptions['onprogress'];
}

interface Pages {
  readonly pages: readonly unknown[];
  readonly cause: unknown;
}

type Outcome =
  | { kind: 'result'; result: unknown; news: ChangeNews | undefined; isLost: boolean }
  | ({ kind: 'input'; cause?: undefined } & Round)
  | ({ kind: 'pages' } & Pages);

/** What comes next in a call. */
export type Step = Extract<Outcome, { kind: 'result' }> | OpenRound;
