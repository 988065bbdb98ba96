import { longestTimer } from '../base/timers.ts';
import { uuid } from '../client/uuid.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { McpElicitationError } from './mcp-error.ts';
import { anyOf } from './heed.ts';
import { readRound, type GatherInputs, type Round } from './gather-inputs.ts';
import { isInputRequired, requiredPages, type McpRequestOptions, type McpSdk } from './mcp-sdk.ts';
import { offerAgain } from './offer-again.ts';
import { createPatience } from './limits.ts';
import type { ActiveCall, QuestionDesk } from './question-desk.ts';
import { readElicitation } from './read-elicitation.ts';
import type { Words } from './words.ts';

/** Options of a call. */
export interface McpCallOptions {
  /** The call's id, for an outlet of its own. @default a new UUID */
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
  readonly inputs: GatherInputs;
  readonly serverName: string;
  readonly canOpenPages: boolean;
  readonly words: () => Words;
  /** True once the host has closed the connection. */
  readonly isClosed: () => boolean;
}

/** Calls a tool. If it returns questions instead of a result, asks the person. */
export type CallTool = (params: JsonObject & { name: string }, options?: McpCallOptions) => Promise<unknown>;

/** The same limit as the SDK's. */
const maxRounds = 10;

export function createToolCaller(options: ToolCallerOptions): CallTool {
  const { sdk, desk, inputs, calls, serverName, canOpenPages, words, isClosed } = options;

  return async (params, { callId = uuid(), signal, timeout = 60_000, onprogress } = {}) => {
    const stop = new AbortController();
    const call: ActiveCall = {
      callId,
      toolName: params.name,
      params: params.arguments,
      signal: anyOf([signal, stop.signal]),
    };
    calls.add(call);
    try {
      return await callInRounds(call, params, { timeout, onprogress });
    } finally {
      calls.delete(call);
      // End the call's open questions.
      stop.abort();
    }
  };

  async function callInRounds(call: ActiveCall, params: JsonObject, leg: LegOptions): Promise<unknown> {
    let next = params;
    for (let round = 0; ; round += 1) {
      const outcome = round === 0 ? await callOnce(call, next, leg) : await callUntilHeard(call, next, leg);
      if (outcome.kind === 'result') return outcome.result;
      if (isClosed()) throw closedHere(serverName, outcome.cause);
      if (round === maxRounds) {
        const { tooManyRounds, locale } = words().mcp;
        desk.tell(tooManyRounds(serverName, maxRounds, locale), call);
        const what = `${serverName} still asked for more after ${maxRounds} rounds.`;
        throw new McpElicitationError('MCP_TOO_MANY_ROUNDS', what, { cause: outcome.cause });
      }
      // Build each retry from the first request: a round's answers go into the next request only.
      next =
        outcome.kind === 'pages'
          ? (await openPages(outcome, call), params)
          : { ...params, ...(await inputs(outcome, call, round > 0)) };
    }
  }

  /** Send a request that carries answers. They are kept until the server gets it or the person gives up. */
  async function callUntilHeard(call: ActiveCall, params: JsonObject, leg: LegOptions): Promise<Outcome> {
    for (;;) {
      try {
        return await callOnce(call, params, leg);
      } catch (cause) {
        const isUnheard = cause instanceof McpElicitationError ? cause.code === 'MCP_TIMEOUT' : sdk.isUnheard(cause);
        if (!isUnheard || call.signal.aborted || !sdk.isOpen() || isClosed()) throw cause;
        await offerAgain(desk, words().mcp, words().mcp.notHeard(serverName), call, cause);
      }
    }
  }

  /** Make one request. The person's time does not count against the timeout. */
  async function callOnce(call: ActiveCall, params: JsonObject, { timeout, onprogress }: LegOptions): Promise<Outcome> {
    const patience = createPatience(timeout, () => desk.isAsking(call), desk.subscribe);
    const signal = anyOf([call.signal, patience.signal]);
    const heed: McpRequestOptions['onprogress'] = (progress) => {
      patience.renew();
      onprogress?.(progress);
    };
    try {
      call.signal.throwIfAborted();
      const send = sdk.hasRounds() ? sdk.callLeg : sdk.callTool;
      const options = { signal, timeout: longestTimer, ...(onprogress !== undefined && { onprogress: heed }) };
      const result = await send(params, options);
      return isInputRequired(result) ? { kind: 'input', ...readRound(result) } : { kind: 'result', result };
    } catch (cause) {
      if (patience.isOver()) {
        throw new McpElicitationError('MCP_TIMEOUT', `${serverName} did not answer within ${timeout} ms.`, { cause });
      }
      call.signal.throwIfAborted();
      const pages = canOpenPages ? requiredPages(cause) : undefined;
      if (pages === undefined) throw cause;
      return { kind: 'pages', pages, cause };
    } finally {
      patience.end();
    }
  }

  /** Ask the person to open each page the call needs, and wait until all are done. */
  async function openPages({ pages, cause }: Pages, call: ActiveCall): Promise<void> {
    await Promise.all(pages.map((page) => openPage(page, cause, call)));
    call.signal.throwIfAborted();
  }

  async function openPage(page: unknown, cause: unknown, call: ActiveCall): Promise<void> {
    const question = readElicitation(isObject(page) ? { mode: 'url', ...page } : page);
    if (question?.mode !== 'url') {
      desk.report('MCP_BAD_REQUEST', 'It requires a page and names none.');
      throw cause;
    }
    const action = await desk.askPage(question, call);
    call.signal.throwIfAborted();
    if (isClosed()) throw closedHere(serverName, cause);
    if (action === 'accept') return;
    throw new McpElicitationError('MCP_DECLINED', `The page that ${serverName} requires was not opened.`, { cause });
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
  | { kind: 'result'; result: unknown }
  | ({ kind: 'input'; cause?: undefined } & Round)
  | ({ kind: 'pages' } & Pages);
