import { CodedError } from '../protocol/coded-error.ts';

/**
 * - `MCP_NOT_FLAT`: an answer's schema is not one that MCP can ask with.
 * - `MCP_SECRET_FIELD`: a form asks for a secret, which MCP forbids.
 * - `MCP_BAD_KEY`: a key for `requestState` is too short or badly named.
 * - `MCP_BAD_STATE`: a `requestState` is not one that this server made, for this person and method, or is too old.
 * - `MCP_STATE_TOO_LONG`: a `requestState` would be longer than clients may send back.
 */
export type McpServerErrorCode =
  | 'MCP_NOT_FLAT'
  | 'MCP_SECRET_FIELD'
  | 'MCP_BAD_KEY'
  | 'MCP_BAD_STATE'
  | 'MCP_STATE_TOO_LONG';

/** A tool cannot be served over MCP as declared, or a request is not one to go on with. */
export class McpServerError extends CodedError<McpServerErrorCode> {}
