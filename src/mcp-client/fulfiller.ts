import { abortable } from '../client/abortable.ts';
import { McpElicitationError } from './mcp-error.ts';
import { createRateLimit, createTurnstile, type McpLimits } from './limits.ts';

/** A request of a round that is not a question, such as one for sampling. */
export interface McpInputRequest {
  readonly method: string;
  readonly params: unknown;
}

/** Answers a request that is not a question. */
export type FulfilInput = (
  request: McpInputRequest,
  context: { readonly signal: AbortSignal },
) => object | Promise<object>;

export type Fulfiller = ReturnType<typeof createFulfiller>;

/** Lets the host answer requests that are not questions, within the server's limits. */
export function createFulfiller(serverName: string, given?: FulfilInput, limits: McpLimits = {}) {
  const { open = 10, perMinute = 30 } = limits;
  const limit = createRateLimit({ open: Infinity, perMinute });
  const pass = createTurnstile(open);
  const mayAny = open >= 1 && perMinute >= 1;
  const tooMuch = ({ method }: McpInputRequest) => {
    const what = `${serverName} requires "${method}" and the like more often than limits allows.`;
    return new McpElicitationError('MCP_RATE_LIMITED', `${what} Raise limits if you trust this server.`);
  };

  return {
    /**
     * Admit a round's requests.
     *
     * @param mayWait - if true, requests over the limit fail only when asked for, and may be tried again later; if false,
     * the whole round is refused here
     * @returns answers one of them; over the limit, it waits its turn. It ends with its signal, whatever the host does
     * @throws {McpElicitationError} if the host answers no such requests, or the server has asked too much
     */
    admit(requests: readonly McpInputRequest[], mayWait: boolean) {
      const [first] = requests;
      if (first !== undefined && given === undefined) {
        const what = `${serverName} requires "${first.method}" in the middle of a call.`;
        throw new McpElicitationError('MCP_INPUT_UNSUPPORTED', `${what} Pass fulfil to answer it.`);
      }
      // Don't wait for what can never be admitted.
      if (first !== undefined && !mayAny) throw tooMuch(first);
      const admitted = new Set(requests.filter(() => limit.take()));
      const refused = requests.find((request) => !admitted.has(request));
      if (refused !== undefined && !mayWait) throw tooMuch(refused);

      return async (request: McpInputRequest, signal: AbortSignal): Promise<object> => {
        if (!admitted.has(request) && !limit.take()) throw tooMuch(request);
        admitted.add(request);
        const work = async () => (given as FulfilInput)(request, { signal });
        const wait = () =>
          abortable<object>(signal, (resolve, reject) => {
            work().then(resolve, reject);
            return () => undefined;
          });
        return pass(wait, signal);
      };
    },
  };
}
