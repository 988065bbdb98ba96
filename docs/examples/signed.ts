import type { ChatHandler } from 'elicitkit/server';
import { reportIn } from './contracts';

/** The route that the service calls once a contract is signed. */
export async function signed(chat: ChatHandler, request: Request): Promise<Response> {
  const report = await reportIn(request);
  if (report === undefined) return new Response('Unknown sender.', { status: 401 });
  const { outcome } = await chat.resolve(report.reference, { by: report.by });
  // All but a value that does not fit is settled, so the service need not call again.
  return new Response(outcome, { status: outcome === 'invalid' ? 422 : 200 });
}
