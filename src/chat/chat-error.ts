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
export function errorResponse({ code, message, status }: ChatRequestError): Response {
  return Response.json({ error: { code, message } }, { status, headers: headersOf(status) });
}

function headersOf(status: number): Record<string, string> {
  if (status === 405) return { allow: 'POST' };
  return status === 429 || status === 503 ? { 'retry-after': '1' } : {};
}
