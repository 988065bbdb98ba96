import { CodedError } from '../protocol/coded-error.ts';

/**
 * - `MCP_NOT_FLAT`: an answer's schema is not one that MCP can ask with.
 * - `MCP_SECRET_FIELD`: a form asks for a secret, which MCP forbids.
 * - `MCP_BAD_KEY`: a key for `requestState` is too short or badly named, or there is none where one is needed.
 * - `MCP_BAD_STATE`: a `requestState` is not one that this server made, for this person and request, or is too old.
 * - `MCP_STATE_TOO_LONG`: a `requestState` would be longer than clients may send back.
 * - `MCP_NOT_SERVED`: a tool, or an option, is not one that an MCP server can have.
 * - `MCP_NO_APPS`: a folder holds no apps.
 * - `MCP_ASKS_OTHERS`: a question is for somebody else than the person at the client.
 * - `MCP_CALL_BUSY`: other processes, or too many requests, are at work on a call.
 * - `MCP_CLOSED`: the server is closing.
 */
export type McpServerErrorCode =
  | 'MCP_NOT_FLAT'
  | 'MCP_SECRET_FIELD'
  | 'MCP_BAD_KEY'
  | 'MCP_BAD_STATE'
  | 'MCP_STATE_TOO_LONG'
  | 'MCP_NOT_SERVED'
  | 'MCP_NO_APPS'
  | 'MCP_ASKS_OTHERS'
  | 'MCP_CALL_BUSY'
  | 'MCP_CLOSED';

/** A tool cannot be served over MCP as declared, or a request is not one to go on with. */
export class McpServerError extends CodedError<McpServerErrorCode> {}
