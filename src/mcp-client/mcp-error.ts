import { CodedError } from '../protocol/coded-error.ts';

/**
 * The codes for problems with an MCP server's questions.
 *
 * Thrown: `MCP_NO_CAPABILITY`, `MCP_TOO_MANY_ROUNDS`, `MCP_INPUT_UNSUPPORTED`, `MCP_RATE_LIMITED`, `MCP_DECLINED`,
 * `MCP_TIMEOUT`, `MCP_CLOSED`, `MCP_APPS_FRAME`. Passed to the client's `onError`: `MCP_BAD_REQUEST`,
 * `MCP_RATE_LIMITED`, `MCP_APP_FAILED`, and by `useMcpElicitation` `MCP_NO_CAPABILITY` and `MCP_APPS_FRAME`.
 */
export type McpElicitationErrorCode =
  | 'MCP_NO_CAPABILITY'
  | 'MCP_APPS_FRAME'
  | 'MCP_APP_FAILED'
  | 'MCP_BAD_REQUEST'
  | 'MCP_TOO_MANY_ROUNDS'
  | 'MCP_INPUT_UNSUPPORTED'
  | 'MCP_DECLINED'
  | 'MCP_RATE_LIMITED'
  | 'MCP_TIMEOUT'
  | 'MCP_CLOSED';

/** A call could not finish, or the connection could not be made. */
export class McpElicitationError extends CodedError<McpElicitationErrorCode> {}

/** JSON-RPC's "invalid params", in the shape the SDKs pass on. */
export function invalidParams(message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code: -32602 });
}
