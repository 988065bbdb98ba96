/** An answer of JSON-RPC to a request whose id is not known. */
export function rpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });
}
