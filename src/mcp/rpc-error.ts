import { CodedError } from '../protocol/coded-error.ts';

/** A request that is refused before anything of it runs. The response has its status, and an error of JSON-RPC. */
export class McpRequestError extends CodedError {
  /** The HTTP status. */
  readonly status: number;
  /** The code of JSON-RPC. */
  readonly rpcCode: number;

  constructor(status: number, rpcCode: number, code: string, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.status = status;
    this.rpcCode = rpcCode;
  }
}

/** The response to a refused request, whose id is not known. */
export function errorResponse({ status, rpcCode, code, message }: McpRequestError): Response {
  const error = { code: rpcCode, message, data: { code } };
  const headers = status === 429 || status === 503 ? { 'retry-after': '1' } : undefined;
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status, ...(headers && { headers }) });
}
