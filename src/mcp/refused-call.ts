import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import { CodedError } from '../protocol/coded-error.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { OnServerEvent } from '../session/server-event.ts';
import type { Capability } from './client-abilities.ts';
import { McpServerError } from './errors.ts';
import { errorResult } from './tool-result.ts';

/**
 * What the client gets for an error. The SDK makes a result of whatever a tool throws, for the model to read. An error
 * of the protocol is thrown when the SDK reads the result, and stays one.
 */
export function refused(error: unknown, onEvent: OnServerEvent): CallToolResult | InputRequiredResult {
  if (error instanceof ProtocolError) return thrownLater(error);
  const code = error instanceof CodedError ? error.code : undefined;
  if (code === 'MCP_BAD_STATE') {
    const data = { reason: 'invalid_request_state' };
    return thrownLater(new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', data));
  }
  if (code !== undefined && forModel.has(code)) return errorResult((error as Error).message);
  // The call goes on, and a result would be its end for the client.
  if (code === 'MCP_CALL_BUSY' || code === 'MCP_CLOSED') {
    return thrownLater(new ProtocolError(ProtocolErrorCode.InternalError, (error as Error).message));
  }
  onEvent({ type: 'error', where: 'request', error });
  return thrownLater(new ProtocolError(ProtocolErrorCode.InternalError, 'The server failed. Send the request again.'));
}

/** Errors that the model can do something about. */
const forModel: ReadonlySet<string> = new Set([
  'INVALID_ARGUMENTS',
  'MISSING_NEED',
  'TOO_MANY_SESSIONS',
  'MCP_NOT_FLAT',
  'MCP_SECRET_FIELD',
  'MCP_ASKS_OTHERS',
  'MCP_STATE_TOO_LONG',
  'TOOL_CHANGED',
]);

function thrownLater(error: ProtocolError): InputRequiredResult {
  return {
    resultType: 'input_required',
    get inputRequests(): never {
      throw error;
    },
  };
}

export const lostCall =
  'This call is not known any more: the server restarted, or it was too long ago. What it did stays done. Ask the person before you call the tool again.';

export function asksOthers({ toolName, key }: ElicitRequest): McpServerError {
  const what = `${toolName} asks somebody other than the person who called it (its question "${key}").`;
  const next = 'Over MCP only they can be asked, so the call is over. Call it in a chat that reaches both.';
  return new McpServerError('MCP_ASKS_OTHERS', `${what} ${next}`);
}

export function missing(lacking: Capability): ProtocolError {
  const [name = '', part] = lacking.split('.');
  const requiredCapabilities = { [name]: part === undefined ? {} : { [part]: {} } };
  return new MissingRequiredClientCapabilityError({ requiredCapabilities }, cannotAsk(lacking));
}

export function cannotAsk(lacking: Capability): string {
  return `This tool needs ${lacking}, and the client does not offer it.`;
}
