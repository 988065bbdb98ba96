import { heed } from './heed.ts';
import { McpElicitationError } from './mcp-error.ts';
import { createRateLimit, createTurnstile, type McpLimits } from './limits.ts';

/** A request of a round that is no question to the person, such as one for sampling. */
export interface McpInputRequest {
  readonly method: string;
  readonly params: unknown;
}

/** Answers what is no question to the person. */
export type FulfilInput = (request: McpInputRequest, context: { readonly signal: AbortSignal }) => Promise<object>;

/** Has the host answer what is no question to the person, within what its server may ask. */
export interface Fulfiller {
  /**
   * Take up what a round requires.
   *
   * @param mayWait - what is too much for now is refused by itself when it is asked for, and may be asked for again
   *   later; else all of it is refused here
   * @throws {McpElicitationError} where the host answers no such thing, or its server has asked too much
   */
  readonly admit: (requests: readonly McpInputRequest[], mayWait: boolean) => Fulfil;
}

/**
 * Answer one request of a round: as many at once as may be, the others wait their turn. It ends with its signal,
 * whatever the host does.
 */
export type Fulfil = (request: McpInputRequest, signal: AbortSignal) => Promise<object>;

export function createFulfiller(serverName: string, given?: FulfilInput, limits: McpLimits = {}): Fulfiller {
  const { open = 10, perMinute = 30 } = limits;
  const limit = createRateLimit({ open: Infinity, perMinute });
  const pass = createTurnstile(open);
  const mayAny = open >= 1 && perMinute >= 1;
  const tooMuch = ({ method }: McpInputRequest) => {
    const what = `${serverName} requires "${method}" and the like more often than it may.`;
    return new McpElicitationError('MCP_RATE_LIMITED', `${what} Raise limits if it is to.`);
  };

  return {
    admit(requests, mayWait) {
      const [first] = requests;
      if (first !== undefined && given === undefined) {
        const what = `${serverName} requires "${first.method}" in the middle of a call.`;
        throw new McpElicitationError('MCP_INPUT_UNSUPPORTED', `${what} Give fulfil to answer it.`);
      }
      // What will never be admitted is not worth a wait.
      if (first !== undefined && !mayAny) throw tooMuch(first);
      const now = Date.now();
      const admitted = new Set(requests.filter(() => limit.take(now)));
      const refused = requests.find((request) => !admitted.has(request));
      if (refused !== undefined && !mayWait) throw tooMuch(refused);

      return async (request, signal) => {
        if (!admitted.has(request) && !limit.take(Date.now())) throw tooMuch(request);
        admitted.add(request);
        return pass(() => untilAborted((given as FulfilInput)(request, { signal }), signal), signal);
      };
    },
  };
}

/** What comes of some work, unless nobody wants it any more. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    // The work may have ended it by itself as it began.
    if (signal.aborted) stop();
    work.then(resolve, reject).finally(heed(signal, stop));
  });
}
