import { CodedError } from '../protocol/coded-error.ts';

/**
 * What goes wrong with an MCP server's questions.
 *
 * Thrown: `MCP_NO_CAPABILITY`, `MCP_TOO_MANY_ROUNDS`, `MCP_INPUT_UNSUPPORTED`, `MCP_RATE_LIMITED`, `MCP_DECLINED`,
 * `MCP_TIMEOUT`, `MCP_CLOSED`. Told to the client's `onError`: `MCP_BAD_REQUEST`, `MCP_RATE_LIMITED`.
 */
export type McpElicitationErrorCode =
  | 'MCP_NO_CAPABILITY'
  | 'MCP_TOO_MANY_ROUNDS'
  | 'MCP_INPUT_UNSUPPORTED'
  | 'MCP_DECLINED'
  | 'MCP_RATE_LIMITED'
  | 'MCP_TIMEOUT'
  | 'MCP_CLOSED';

/** A call could not be brought to its end, or the connection not be made. */
export class McpElicitationError extends CodedError<McpElicitationErrorCode> {}

/** JSON-RPC's "invalid params", as the SDKs send it on. */
export function invalidParams(message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code: -32602 });
}
