import { isObject, type JsonObject } from '../protocol/json.ts';
import type { ElicitationMode } from './elicitation-capabilities.ts';
import type { Fulfil, Fulfiller, McpInputRequest } from './fulfiller.ts';
import { anyOf, heed } from './heed.ts';
import { McpElicitationError } from './mcp-error.ts';
import { mostAtOnce } from './mcp-sdk.ts';
import { offerAgain } from './offer-again.ts';
import type { ActiveCall, QuestionDesk } from './question-desk.ts';
import { readElicitation } from './read-elicitation.ts';
import type { Words } from './words.ts';

/** What a server needs before it continues a call. */
export interface Round {
  readonly requests: readonly Named<McpInputRequest>[];
  readonly state: string | undefined;
}

type Named<T> = readonly [key: string, what: T];

export function readRound({ inputRequests, requestState }: JsonObject): Round {
  const requests = Object.entries(isObject(inputRequests) ? inputRequests : {}).map(([key, request]) => {
    const { method, params } = isObject(request) ? request : {};
    return [key, { method: typeof method === 'string' ? method : '', params }] as const;
  });
  return { requests, state: typeof requestState === 'string' ? requestState : undefined };
}

export interface InputsOptions {
  readonly desk: QuestionDesk;
  readonly fulfiller: Fulfiller;
  readonly serverName: string;
  readonly modes: readonly ElicitationMode[];
  readonly words: () => Words;
  /** Aborts when the current connection closes. */
  readonly closed: () => AbortSignal;
}

/**
 * Ask everything in a round at once, and wait for all of it.
 *
 * @param hasAnswers - true if the person has answered in an earlier round; a failure must not lose those answers
 * @returns what the retry adds to the call's parameters
 */
export type GatherInputs = (round: Round, call: ActiveCall, hasAnswers: boolean) => Promise<JsonObject>;

/** The pause before retrying a round without requests, in milliseconds, as in the SDK. */
const pacing = 250;

export function createInputs(options: InputsOptions): GatherInputs {
  const { desk, fulfiller, serverName, modes, words, closed } = options;

  return async ({ requests, state }, call, hasAnswers) => {
    if (requests.length > mostAtOnce) {
      const what = `${serverName} requires ${requests.length} things at once, more than ${mostAtOnce}.`;
      throw new McpElicitationError('MCP_RATE_LIMITED', `${what} Nothing was asked.`);
    }
    const questions = requests.filter(isQuestion);
    const others = requests.filter((request) => !isQuestion(request));
    const fulfil = fulfiller.admit(
      others.map(([, request]) => request),
      hasAnswers,
    );
    const stop = new AbortController();
    const signal = anyOf([call.signal, closed(), stop.signal]);
    try {
      if (requests.length === 0) await pause(pacing, signal);
      const asked = Promise.all(
        questions.map(async ([key, { params }]) => [key, await ask(key, params, call, signal)] as const),
      );
      const added = await addAll(others, fulfil, asked, call, signal, hasAnswers);
      const answers = [...(await asked), ...added];
      call.signal.throwIfAborted();
      return {
        ...(answers.length > 0 && { inputResponses: Object.fromEntries(answers) }),
        ...(state !== undefined && { requestState: state }),
      };
    } finally {
      stop.abort();
    }
  };

  async function ask(key: string, params: unknown, call: ActiveCall, signal: AbortSignal): Promise<JsonObject> {
    const question = readElicitation(params);
    if (question === undefined || !modes.includes(question.mode)) {
      desk.report('MCP_BAD_REQUEST', `"${key}" is no question that can be shown. It was cancelled.`);
      return { action: 'cancel' };
    }
    return desk.ask(question, { call, key, signal });
  }

  /** Get the host's answers. If some fail after the person has answered, offer the person a retry. */
  async function addAll(
    missing: readonly Named<McpInputRequest>[],
    fulfil: Fulfil,
    asked: Promise<readonly Named<JsonObject>[]>,
    call: ActiveCall,
    signal: AbortSignal,
    hasAnswers: boolean,
  ): Promise<readonly Named<object>[]> {
    const added: Named<object>[] = [];
    const failed: Named<McpInputRequest>[] = [];
    let failure: unknown;
    await Promise.all(
      missing.map(async ([key, request]) => {
        try {
          added.push([key, await fulfil(request, signal)]);
        } catch (cause) {
          if (failed.push([key, request]) === 1) failure = cause;
        }
      }),
    );
    if (failed.length === 0) return added;
    const isAnswered = (await asked).some(([, { action }]) => action === 'accept');
    signal.throwIfAborted();
    if (!(hasAnswers || isAnswered)) throw failure;
    await offerAgain(desk, words().mcp, words().mcp.notAdded(serverName), call, failure);
    return [...added, ...(await addAll(failed, fulfil, asked, call, signal, hasAnswers))];
  }
}

function isQuestion([, { method }]: Named<McpInputRequest>): boolean {
  return method === 'elicitation/create';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      unheed();
      resolve();
    }, ms);
    const unheed = heed(signal, () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
