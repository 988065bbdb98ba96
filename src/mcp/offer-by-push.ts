import { action, useScope, until, type Operation, type Task } from 'effection';
import type { ServerContext } from '@modelcontextprotocol/server';
import { longestTimer } from '../base/timers.ts';
import type { Revised } from '../protocol/chat-event.ts';
import type { ChangeNews } from '../protocol/mcp-meta.ts';
import type { Person } from '../protocol/person.ts';
import type { Call } from '../session/plugin-session.ts';
import { keptNews, newsParams, offerParams, offersOf, readChange, type ChangeOffer } from './change-offers.ts';
import type { ElicitationParams } from './elicitation-params.ts';

/** Offer the changes of a call of 2025-11-25: each is a question that is open beside those that wait. */
export function* offerByPush(
  session: Call,
  { by, mcpReq }: { by: Person | undefined; mcpReq: ServerContext['mcpReq'] },
): Operation<never> {
  const scope = yield* useScope();
  /** By `elicitId`. One that the client refuses stays, so it is not asked again as long as nothing changes. */
  const open = new Map<string, { readonly offer: ChangeOffer; readonly asking: Task<void> }>();
  /** The changes that the client waits to hear of. */
  const brought = new Set<string | undefined>();

  const tellNews = (elicitId: string, news: ChangeNews) =>
    void scope.run(() => push(mcpReq, newsParams(elicitId, news)));

  function* ask(offer: ChangeOffer): Operation<void> {
    const change = yield* until(readChange(yield* push(mcpReq, offerParams(offer)), offer));
    if (change === undefined) return;
    const { elicitId, result, answerId, revises } = change;
    brought.add(answerId);
    const outcome = yield* session.respondToElicit(elicitId, result, { by, via: 'mcp', answerId, revises });
    // The session's own event tells of a change.
    if (outcome.outcome === 'revised') return;
    brought.delete(answerId);
    tellNews(elicitId, keptNews(outcome));
    // Nothing has changed, so it can be changed still, or not: the rest of the call says so.
    if (open.get(elicitId)?.offer === offer) open.delete(elicitId);
    yield* offerAll();
  }

  /** Offer what can be changed now, and take back what cannot. */
  function* offerAll(): Operation<void> {
    const offers = offersOf(session.pending(), session.remains());
    const keys = new Set(offers.map(({ key }) => key));
    for (const [elicitId, { offer, asking }] of open) {
      if (keys.has(offer.key)) continue;
      open.delete(elicitId);
      // It may be what took the call back.
      scope.run(() => asking.halt());
    }
    for (const offer of offers) {
      if (!open.has(offer.elicitId)) open.set(offer.elicitId, { offer, asking: scope.run(() => ask(offer)) });
    }
  }

  function tell({ elicitId, answerId, gone, isStuck }: Revised): void {
    if (isStuck === true) tellNews(elicitId, { kept: 'stuck', gone });
    // While steps are being undone, the earlier answer counts.
    else if (brought.delete(answerId)) tellNews(elicitId, { gone });
  }

  const events = session.getEvents();
  for (;;) {
    const { event } = (yield* events.next()).value;
    if (event.type === 'elicit_revised') tell(event);
    yield* offerAll();
  }
}

/** Ask the client, who may take any time. What it answers, or undefined if it fails. Halting this takes it back. */
export const push = (mcpReq: ServerContext['mcpReq'], params: ElicitationParams): Operation<unknown> =>
  action((resolve) => {
    const asking = new AbortController();
    const sent = { timeout: longestTimer, signal: asking.signal };
    mcpReq.send({ method: 'elicitation/create', params }, sent).then(resolve, () => resolve(undefined));
    return () => asking.abort('The question is closed.');
  });
