import { ledger } from '../airline/airline.ts';
import { visitorOf } from '../airline/visitor.ts';

/** What the airline did last for a visitor, as JSON. */
export function answerLedger(request: Request): Response {
  const visitor = visitorOf(request);
  const entries = visitor === undefined ? [] : ledger.entriesFor(visitor).slice(-most);
  return Response.json(entries, { headers: { 'cache-control': 'no-store' } });
}

const most = 100;
