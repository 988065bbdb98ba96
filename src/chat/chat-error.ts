import { CodedError } from '../protocol/coded-error.ts';

/** A request that is refused before a turn starts; it becomes a 4xx with `{"error": {code, message}}`. */
export class ChatRequestError extends CodedError {
  /** The HTTP status. */
  readonly status: number;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.status = status;
  }
}

/** The response that tells of a refused request. */
export function errorResponse(error: ChatRequestError, headers: HeadersInit = {}): Response {
  return Response.json({ error: { code: error.code, message: error.message } }, { status: error.status, headers });
}
