import { isObject, type JsonObject } from '../protocol/json.ts';
import type { ChangeNews } from '../protocol/mcp-meta.ts';
import { mostEntries } from '../protocol/wire-schemas.ts';
import type { ElicitationMode } from './elicitation-capabilities.ts';
import type { Fulfiller, McpInputRequest } from './fulfiller.ts';
import { pause } from '../client/abortable.ts';
import { anyOf } from './any-of.ts';
import { McpElicitationError } from './mcp-error.ts';
import { mostAtOnce } from './mcp-sdk.ts';
import type { ActiveCall, CallQuestion, QuestionDesk } from './question-desk.ts';
import { newsIn, questionIdOf, readChange } from './read-change.ts';
import { readElicitation } from './read-elicitation.ts';

/** What a server needs before it continues a call. */
export interface Round extends Pick<OpenRound, 'news'> {
  readonly requests: readonly Named<McpInputRequest>[];
  readonly state: string | undefined;
}

type Named<T> = readonly [key: string, what: T];

export function readRound(result: JsonObject): Round {
  const { inputRequests, requestState } = result;
  const requests = Object.entries(isObject(inputRequests) ? inputRequests : {}).map(([key, request]) => {
    const { method, params } = isObject(request) ? request : {};
    return [key, { method: typeof method === 'string' ? method : '', params }] as const;
  });
  return { requests, state: typeof requestState === 'string' ? requestState : undefined, news: newsIn(result) };
}

export interface RoundOptions {
  readonly desk: QuestionDesk;
  readonly fulfiller: Fulfiller;
  readonly serverName: string;
  readonly modes: readonly ElicitationMode[];
  /** Aborts when the current connection closes. */
  readonly closed: () => AbortSignal;
}

/** A round whose other requests are being answered. */
export interface OpenRound {
  readonly kind: 'round';
  /** What the person is to be asked. */
  readonly questions: readonly CallQuestion[];
  /** Which answers the person can change, by the server's names for their questions. */
  readonly offers: ReadonlyMap<string, ChangeOffer>;
  /** What came of the change that the request brought. */
  readonly news: ChangeNews | undefined;
  /**
   * Wait for the host's answers.
   *
   * @param answers - the person's
   * @returns what the retry adds to the call's parameters, or the first failure of the host. The next time, only the
   * failed requests are answered again
   */
  readonly add: (
    answers: ReadonlyMap<string, JsonObject>,
  ) => Promise<{ kind: 'ready'; added: JsonObject } | { kind: 'failed'; cause: unknown }>;
}

/** The server takes another answer. */
export interface ChangeOffer {
  /** Its name in the round. It stays as long as the answer that counts does. */
  readonly name: string;
  /** What the retry adds to the call's parameters for another answer, which goes alone. */
  readonly add: (answer: JsonObject) => JsonObject;
}

/**
 * Begin with a round.
 *
 * @param hasAnswers - true if the person has answered in an earlier round; a failure must not lose those answers
 * @throws {McpElicitationError} for a round that requires what it may not
 */
export type OpenRoundOf = (round: Round, call: ActiveCall, hasAnswers: boolean) => OpenRound;

/** The pause before retrying a round without requests, in milliseconds, as in the SDK. */
const pacing = 250;

export function createRounds({ desk, fulfiller, serverName, modes, closed }: RoundOptions): OpenRoundOf {
  return ({ requests, state, news }, call, hasAnswers) => {
    if (requests.length > mostAtOnce) {
      const what = `${serverName} requires ${requests.length} things at once, more than ${mostAtOnce}.`;
      throw new McpElicitationError('MCP_RATE_LIMITED', `${what} Nothing was asked.`);
    }
    let missing = requests.filter((request) => !isQuestion(request));
    const fulfil = fulfiller.admit(
      missing.map(([, request]) => request),
      hasAnswers,
    );
    const signal = anyOf([call.signal, closed()]);
    const questions: CallQuestion[] = [];
    const offers = new Map<string, ChangeOffer>();
    const added = new Map<string, object>();
    const stated = state !== undefined && { requestState: state };
    for (const [key, { params }] of requests.filter(isQuestion)) {
      const change = readChange(params);
      if (change !== undefined) {
        added.set(key, { action: 'cancel' });
        if (offers.size >= mostEntries.changeable || change.news !== undefined) continue;
        const add = (answer: JsonObject) => ({ inputResponses: { [key]: answer }, ...stated });
        offers.set(change.revises, { name: key, add });
        continue;
      }
      const question = readElicitation(params);
      const why = desk.whyNot(question, modes, { call, key });
      if (typeof question === 'object' && why === undefined) {
        questions.push({ key, question, isPage: false, id: questionIdOf(params) });
      } else {
        const what = `"${key.slice(0, 200)}" is not a question that can be shown. It was cancelled.`;
        desk.report('MCP_BAD_REQUEST', `${what} ${why}`);
        added.set(key, { action: 'cancel' });
      }
    }

    /** Answer the others. It tells the first failure. */
    const fill = async () => {
      const failed: Named<McpInputRequest>[] = [];
      let failure: { kind: 'failed'; cause: unknown } | undefined;
      await Promise.all(
        missing.map(async ([key, request]) => {
          try {
            added.set(key, await fulfil(request, signal));
          } catch (cause) {
            failed.push([key, request]);
            failure ??= { kind: 'failed', cause };
          }
        }),
      );
      missing = failed;
      return failure;
    };
    let filling: ReturnType<typeof fill> | undefined = fill();

    return {
      kind: 'round',
      questions,
      offers,
      news,
      async add(answers) {
        if (requests.length === 0) await pause(pacing, signal);
        const failure = await (filling ?? fill());
        filling = undefined;
        call.signal.throwIfAborted();
        if (failure !== undefined) {
          signal.throwIfAborted();
          return failure;
        }
        const all = [...answers, ...added];
        return {
          kind: 'ready',
          added: {
            ...(all.length > 0 && { inputResponses: Object.fromEntries(all) }),
            ...stated,
          },
        };
      },
    };
  };
}

function isQuestion([, { method }]: Named<McpInputRequest>): boolean {
  return method === 'elicitation/create';
}
