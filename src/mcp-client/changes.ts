import type { AskedQuestion, OfferedChange } from '../client/ask-here.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ChangeNews } from '../protocol/mcp-meta.ts';
import { mostEntries } from '../protocol/wire-schemas.ts';
import { heed } from '../client/abortable.ts';
import { createRateLimit } from './limits.ts';
import type { ActiveCall } from './question-desk.ts';
import type { McpChange } from './read-change.ts';

/** A question that its server has named. */
export interface Known {
  readonly asked: AskedQuestion;
  /** An answer to it, as its server wants it. */
  readonly toWire: (result: ElicitResult<unknown>) => JsonObject;
  /** The call that asked it. Undefined if that is not known. */
  readonly call: ActiveCall | undefined;
}

/** Takes another answer to the server. @returns what is wrong with it. Nothing once `Offer.tell` has said the rest */
export type BringChange = (answer: JsonObject, answerId: string) => Promise<readonly ElicitIssue[] | void>;

export interface Offer {
  /** The server takes no change any more. */
  readonly withdraw: () => void;
  /**
   * @param left - the `elicitId`s of other questions that count no more
   * @param answerId - the answer that counts, if it is not the one on its way
   */
  readonly tell: (news: ChangeNews, left?: readonly string[], answerId?: string) => void;
}

/**
 * Lets the person change answers, as far as their server offers it.
 *
 * @param unfit - words for an answer that a server refuses without a reason
 */
export function createChanges(unfit: () => string) {
  const known = new Map<string, Known>();
  const open = new Map<string, OfferedChange>();
  /** Pushed offers whose answer is on its way. */
  const sent = new Map<string, { readonly offer: Offer; readonly refuse: (issues: readonly ElicitIssue[]) => void }>();
  // Nothing of an offer is shown but a button. Yet each one draws the page anew.
  const limit = createRateLimit({ open: mostEntries.changeable, perMinute: 1000 });

  function find(id: string, call: ActiveCall | undefined, isPushed: boolean): Known | undefined {
    const found = known.get(id);
    // A server that pushes does not say which of several calls asks.
    const isUnknown = isPushed && (found?.call === undefined || call === undefined);
    return isUnknown || found?.call === call ? found : undefined;
  }

  function end(id: string): void {
    open.get(id)?.withdraw();
    // If its answer was being changed, that is over.
    known.get(id)?.asked.stop();
    open.delete(id);
    sent.delete(id);
    known.delete(id);
  }

  function offer(id: string, call: ActiveCall | undefined, bring: BringChange, isPushed = false): Offer | undefined {
    const found = find(id, call, isPushed);
    if (found === undefined) return undefined;
    const done = limit.take();
    if (done === undefined) return undefined;
    const change = found.asked.offerChange(async (result, { answerId }) => {
      const issues = await bring(found.toWire(result), answerId);
      done();
      return issues;
    });
    open.set(id, change);
    if (call !== undefined) heed(call.signal, done);
    return {
      withdraw() {
        done();
        change.withdraw();
      },
      tell({ kept, gone = [] }, left = [], answerId) {
        done();
        const ids = gone.flatMap((name) => find(name, call, isPushed)?.asked.elicitId ?? []);
        change.tell({ kept: kept === 'invalid' ? 'late' : kept, answerId, gone: [...ids, ...left] });
      },
    };
  }

  /** What is wrong with an answer that the server refuses. */
  function issuesIn({ issues = [] }: ChangeNews): readonly ElicitIssue[] {
    return issues.length > 0 ? issues : [{ path: [], message: unfit() }];
  }

  return {
    /** The server calls a question by this name. */
    know(id: string, one: Known): void {
      // Another question has taken the name.
      if (known.get(id)?.asked.elicitId !== one.asked.elicitId) end(id);
      known.delete(id);
      known.set(id, one);
      if (one.call !== undefined) heed(one.call.signal, () => known.get(id) === one && end(id));
      const [oldest] = known.keys();
      if (known.size > mostKnown && oldest !== undefined) end(oldest);
    },
    /** Offer a change on the question's receipt. Undefined if this call asked no such question. */
    offer: (id: string, call: ActiveCall | undefined, bring: BringChange) => offer(id, call, bring),
    /** Take what a server pushes. Resolves with the other answer, or with a `cancel` for none. */
    hear({ revises: id, news }: McpChange, call: ActiveCall | undefined, signal: AbortSignal | undefined) {
      return new Promise<JsonObject>((resolve) => {
        const cancel = () => resolve({ action: 'cancel' });
        if (news !== undefined) {
          const waiting = find(id, call, true) && sent.get(id);
          sent.delete(id);
          if (news.kept === 'invalid') waiting?.refuse(issuesIn(news));
          else waiting?.offer.tell(news);
          return cancel();
        }
        const bring: BringChange = (answer) => {
          resolve(answer);
          return new Promise((refuse) => offered && sent.set(id, { offer: offered, refuse }));
        };
        const offered = offer(id, call, bring, true);
        if (offered === undefined || signal?.aborted === true) return cancel();
        if (signal !== undefined) {
          heed(signal, () => {
            offered.withdraw();
            cancel();
          });
        }
      });
    },
    issuesIn,
    /** Leave every answer as it is. */
    clear(): void {
      for (const id of known.keys()) end(id);
    },
  };
}

/** Over this many, the oldest one can be changed no more. */
const mostKnown = 1000;
