import { until, type Operation, type Scope } from 'effection';
import { longestTimer } from '../base/timers.ts';
import type { Revised } from '../protocol/chat-event.ts';
import type { ChangeNews } from '../protocol/mcp-meta.ts';
import type { PluginSession } from '../session/plugin-session.ts';
import { issuesIn, newsParams, offerParams, offersOf, readChange, type ChangeOffer } from './change-offers.ts';
import type { ElicitationParams } from './elicitation-params.ts';
import type { LiveCall } from './live-call.ts';

/** The offers of a call of 2025-11-25: each is a question that is open beside those that wait. */
export interface LiveChanges {
  /** Offer what can be changed now, and take back what cannot. */
  offer(): Operation<void>;
  /** The call goes back, or has gone back. */
  tell(revised: Revised): void;
  /** Take every offer back. */
  end(): void;
}

interface Open {
  readonly offer: ChangeOffer;
  readonly asking: AbortController;
}

export function createLiveChanges(
  { sessions, callId, owner, mcpReq }: LiveCall,
  session: PluginSession,
  scope: Scope,
): LiveChanges {
  /** By `elicitId`. One that the client refuses stays, so it is not asked again as long as nothing changes. */
  const open = new Map<string, Open>();
  /** The changes that the client waits to hear of. */
  const brought = new Set<string | undefined>();

  const over = new AbortController();

  function push(params: ElicitationParams, signal = over.signal): Promise<unknown> {
    // A client that fails changes nothing.
    return mcpReq
      .send({ method: 'elicitation/create', params }, { timeout: longestTimer, signal })
      .catch(() => undefined);
  }

  function tellNews(elicitId: string, news: ChangeNews): void {
    void push(newsParams(elicitId, news));
  }

  function* ask({ offer, asking }: Open): Operation<void> {
    const change = yield* until(push(offerParams(offer), asking.signal).then((given) => readChange(given, offer)));
    if (asking.signal.aborted || change === undefined) return;
    const { elicitId, result, answerId, revises } = change;
    brought.add(answerId);
    const outcome = yield* session.respondToElicit(elicitId, result, { owner, answerId, revises });
    // The session's own event tells of a change.
    if (outcome.outcome === 'revised') return;
    brought.delete(answerId);
    const issues = issuesIn(outcome);
    tellNews(elicitId, issues === undefined ? { kept: 'late' } : { kept: 'invalid', issues });
    // Nothing has changed, so it can be changed still, or not: the rest of the call says so.
    if (open.get(elicitId)?.offer === offer) open.delete(elicitId);
    yield* offerAll();
  }

  function* offerAll(): Operation<void> {
    const remains = yield* sessions.recall(callId);
    const offers = offersOf(session.pending(), remains);
    const keys = new Set(offers.map(({ key }) => key));
    for (const [elicitId, { offer, asking }] of open) {
      if (keys.has(offer.key)) continue;
      asking.abort();
      open.delete(elicitId);
    }
    for (const offer of offers) {
      if (open.has(offer.elicitId)) continue;
      const one = { offer, asking: new AbortController() };
      open.set(offer.elicitId, one);
      yield* scope.spawn(() => ask(one));
    }
  }

  return {
    offer: offerAll,
    tell({ elicitId, answerId, gone, isStuck }) {
      if (isStuck === true) tellNews(elicitId, { kept: 'stuck', gone });
      // While steps are being undone, the earlier answer counts.
      else if (brought.delete(answerId)) tellNews(elicitId, { gone });
    },
    end() {
      over.abort();
      for (const { asking } of open.values()) asking.abort();
      open.clear();
    },
  };
}
