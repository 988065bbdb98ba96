import { CodedError } from '../protocol/coded-error.ts';

/**
 * What this client reports. A code outside this list is the server's own, passed on.
 *
 * The wire: `NO_ENDPOINT`, `NETWORK_FAILED`, `HTTP_ERROR`, `BAD_LINE`, `BAD_EVENT`, `LINE_TOO_LONG`, `STREAM_CUT`,
 * `ANSWER_NOT_CONFIRMED`, `HISTORY_CUT`, `OFFLINE`. The handlers: `NO_HANDLER`, `CONTEXT_INVALID`, `HANDLER_FAILED`,
 * `HANDLER_RETURNED_NOTHING`, `HANDLER_RETURNED_NONSENSE`, `CONTENT_INVALID`, `RECEIPT_FAILED`,
 * `COMPONENT_CRASHED`, `FIELD_UNKNOWN`, `FORM_UNSUPPORTED`. The client: `TOO_MANY_QUESTIONS`, `ATTACH_UNSUPPORTED`, `STORAGE_CORRUPT`,
 * `STORAGE_FAILED`, `CLIENT_CLOSED`.
 */
export type ClientErrorCode =
  | 'NO_ENDPOINT'
  | 'NETWORK_FAILED'
  | 'HTTP_ERROR'
  | 'BAD_LINE'
  | 'BAD_EVENT'
  | 'LINE_TOO_LONG'
  | 'STREAM_CUT'
  | 'ANSWER_NOT_CONFIRMED'
  | 'HISTORY_CUT'
  | 'OFFLINE'
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
  | 'TOO_MANY_QUESTIONS'
  | 'ATTACH_UNSUPPORTED'
  | 'STORAGE_CORRUPT'
  | 'STORAGE_FAILED'
  | 'CLIENT_CLOSED'
  | (string & {});

/** Something went wrong on the way to an answer; `onError` hears it. */
export class ClientError extends CodedError<ClientErrorCode> {
  /** The question it concerns, where it concerns one. */
  readonly elicitId: string | undefined;
  /** The HTTP status, where the server refused the request. */
  readonly status: number | undefined;
  /** Tries again what failed, where it can be tried again: what a button of the host may do. */
  readonly retry: (() => void) | undefined;

  constructor(code: ClientErrorCode, message: string, options: ClientErrorOptions = {}) {
    super(code, message, 'cause' in options ? { cause: options.cause } : undefined);
    this.elicitId = options.elicitId;
    this.status = options.status;
    this.retry = options.retry;
  }
}

/** What a `ClientError` knows beside its code and its words. */
export interface ClientErrorOptions extends ErrorOptions {
  elicitId?: string | undefined;
  status?: number | undefined;
  retry?: (() => void) | undefined;
}

/** A code and its words, as they stand in the state. */
export interface Problem {
  readonly code: ClientErrorCode;
  readonly message: string;
  /** The HTTP status, where the server refused the request. */
  readonly status?: number | undefined;
}

/** What went wrong with a question. Its words are the place's: `useProblemWords` finds them, and every card. */
export interface ItemProblem {
  readonly code: ClientErrorCode;
  /** The HTTP status, where the server refused the answer. */
  readonly status?: number | undefined;
}

export function problemOf(error: ClientError): Problem {
  const { code, message, status } = error;
  return { code, message, ...(status !== undefined && { status }) };
}
