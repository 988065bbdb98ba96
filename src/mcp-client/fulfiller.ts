import { McpElicitationError } from './mcp-error.ts';
import { createRateLimit, type McpLimits } from './rate-limit.ts';
import { createTurnstile } from './turnstile.ts';

/** A request of a round that is no question to the person, such as one for sampling. */
export interface McpInputRequest {
  readonly method: string;
  readonly params: unknown;
}

/** Answers what is no question to the person. */
export type FulfilInput = (request: McpInputRequest, context: { readonly signal: AbortSignal }) => Promise<object>;

/** Has the host answer what is no question to the person, within what its server may ask. */
export interface Fulfiller {
  /** @throws {McpElicitationError} where the host answers no such thing, or its server has asked too much */
  readonly admit: (requests: readonly McpInputRequest[]) => void;
  /** As many at once as may be; the others wait their turn. It ends with its signal, whatever the host does. */
  readonly fulfil: (request: McpInputRequest, signal: AbortSignal) => Promise<object>;
}

export function createFulfiller(serverName: string, given?: FulfilInput, limits: McpLimits = {}): Fulfiller {
  const { open = 10, perMinute } = limits;
  const limit = createRateLimit({ open: Infinity, perMinute });
  const pass = createTurnstile(open);
  return {
    admit(requests) {
      const [first] = requests;
      if (first === undefined) return;
      if (given === undefined) {
        const what = `${serverName} requires "${first.method}" in the middle of a call.`;
        throw new McpElicitationError('MCP_INPUT_UNSUPPORTED', `${what} Give fulfil to answer it.`);
      }
      const now = Date.now();
      if (open >= 1 && requests.every(() => limit.take(now))) return;
      const what = `${serverName} requires "${first.method}" and the like more often than it may.`;
      throw new McpElicitationError('MCP_RATE_LIMITED', `${what} Raise limits if it is to.`);
    },
    fulfil: (request, signal) => pass(() => untilAborted((given as FulfilInput)(request, { signal }), signal), signal),
  };
}

/** What comes of some work, unless nobody wants it any more. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    // The work may have ended it by itself as it began.
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
