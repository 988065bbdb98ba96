import { CodedError } from '../protocol/coded-error.ts';

/** The codes this client reports. Other codes come from the chat server, or start with `MCP_`. */
export type ClientErrorCode =
  // Of the wire.
  | 'NO_ENDPOINT'
  | 'NETWORK_FAILED'
  | 'HTTP_ERROR'
  | 'BAD_LINE'
  | 'BAD_EVENT'
  | 'LINE_TOO_LONG'
  | 'STREAM_CUT'
  | 'ANSWER_NOT_CONFIRMED'
  | 'CALL_NOT_CONFIRMED'
  | 'HISTORY_CUT'
  | 'OFFLINE'
  // Of the handlers and their components.
  | 'NO_HANDLER'
  | 'CONTEXT_INVALID'
  | 'HANDLER_FAILED'
  | 'HANDLER_RETURNED_NOTHING'
  | 'HANDLER_RETURNED_NONSENSE'
  | 'CONTENT_INVALID'
  | 'RECEIPT_FAILED'
  | 'COMPONENT_CRASHED'
  | 'FIELD_UNKNOWN'
  | 'FORM_UNSUPPORTED'
  // Of the client itself.
  | 'PART_NOT_LOADED'
  | 'TOO_MANY_QUESTIONS'
  | 'STORAGE_CORRUPT'
  | 'STORAGE_FAILED'
  | 'CLIENT_CLOSED'
  | 'ID_TOO_LONG'
  | 'MESSAGE_UNKNOWN'
  | (string & {});

/** An error of the client, passed to `onError`. */
export class ClientError extends CodedError<ClientErrorCode> {
  /** The question it concerns, if any. */
  readonly elicitId: string | undefined;
  /** The HTTP status, if the server refused the request. */
  readonly status: number | undefined;
  /** Tries again what failed; call it from a button. Undefined if a retry is impossible. */
  readonly retry: (() => void) | undefined;

  constructor(code: ClientErrorCode, message: string, options: ClientErrorOptions = {}) {
    super(code, message, 'cause' in options ? { cause: options.cause } : undefined);
    this.elicitId = options.elicitId;
    this.status = options.status;
    this.retry = options.retry;
  }
}

/** What a `ClientError` carries besides its code and message. */
export type ClientErrorOptions = ErrorOptions & Partial<Pick<ClientError, 'elicitId' | 'status' | 'retry'>>;

/** What went wrong with a question, without words: the cards supply them. */
export interface ItemProblem {
  readonly code: ClientErrorCode;
  /** The HTTP status, if the server refused the request. */
  readonly status?: number | undefined;
}

/** An error's code and message, as kept in the state. */
export interface Problem extends ItemProblem {
  readonly message: string;
}

/** @param what - could not be loaded, such as after a deploy */
export function partNotLoaded(what: string, options: ClientErrorOptions): ClientError {
  return new ClientError('PART_NOT_LOADED', `${what} could not be loaded. Try again, or reload the page.`, options);
}

/** An error of a question or of the turn, with what tries that again. */
export function retriable(error: ClientError, retry: () => void, elicitId?: string): ClientError {
  const { code, message, status, cause = error } = error;
  return new ClientError(code, message, { elicitId, status, cause, retry });
}

export function problemOf(error: ClientError): Problem {
  const { code, message, status } = error;
  return { code, message, status };
}

/** A problem as a question's card gets it: never the text of a handler, tool or server. */
export function cardProblem({ code, status }: Problem): ItemProblem {
  return { code, status };
}
