import { askHere, type AskedQuestion } from '../client/ask-here.ts';
import { problemOf, retriable, type ClientError } from '../client/client-error.ts';
import type { PluginClient } from '../client/client-options.ts';
import type { DeliverAnswer, OutsideQuestion } from '../client/state/outside-question.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { OpenedQuestion, QuestionPlace } from '../protocol/inbox.ts';
import type { InboxRequests } from './inbox-requests.ts';
import type { InboxInput } from './inbox-state.ts';

export interface InboxDeskParts {
  readonly requests: InboxRequests;
  /** Asks the questions. */
  readonly client: PluginClient;
  readonly dispatch: (input: InboxInput) => void;
  /** Reads the list again. */
  readonly refresh: () => void;
  readonly onError: (error: ClientError) => void;
  /** Aborts when the inbox stops. */
  readonly closing: AbortSignal;
}

/** Opens questions of an inbox, asks them in its client, and takes the answers to the server. */
export function createInboxDesk(parts: InboxDeskParts) {
  const { requests, client, dispatch, refresh, onError, closing } = parts;
  const asked = new Map<string, AskedQuestion>();
  const itemOf = (elicitId: string) => client.getSnapshot().items.find((item) => item.elicitId === elicitId);

  /** Ask the server for a question, and the person with it. It throws nothing but the reason of `closing`. */
  async function open(place: QuestionPlace): Promise<void> {
    try {
      const found = await requests.open(place, closing);
      if (found.outcome !== 'waits') return end(place, found);
      const { elicitId: askedAs } = put(place, found.question);
      dispatch({ type: 'opened', place, item: found.item, how: { status: 'asked', askedAs } });
    } catch (cause) {
      closing.throwIfAborted();
      const error = cause as ClientError;
      dispatch({ type: 'opened', place, how: { status: 'failed', problem: problemOf(error) } });
      onError(retriable(error, () => void open(place).catch(() => undefined), place.elicitId));
    }
  }

  /** Ask it, or ask on: a question that is open here keeps what was entered. */
  function put(place: QuestionPlace, request: ElicitRequest): AskedQuestion {
    const question = questionOf(place, request);
    const one = askHere(client, question);
    const known = itemOf(one.elicitId);
    // The server knows best: it ended here, and waits there.
    const open = known !== undefined && 'receipt' in known ? one.askAgain(question) : one;
    asked.set(place.elicitId, open);
    return open;
  }

  function questionOf(place: QuestionPlace, request: ElicitRequest): OutsideQuestion {
    return {
      ...outside(place, request),
      moreTime: () => void askMoreTime(place, request),
      deliver: (result, options) => deliver(place, request, result, options),
    };
  }

  async function deliver(
    place: QuestionPlace,
    { sessionId, attempt }: ElicitRequest,
    result: ElicitResult<unknown>,
    { signal, ...about }: Parameters<DeliverAnswer>[1],
  ): Promise<void> {
    // The server ends it by its own clock.
    if (result.action === 'cancel' && result.reason === 'expired') return refresh();
    const { callId, elicitId } = place;
    const answered = await requests.answer({ sessionId, callId, elicitId, attempt, result, ...about }, signal);
    if (answered.outcome === 'asked')
      return void asked.get(place.elicitId)?.askAgain(questionOf(place, answered.question));
    // Without an id, another answer counts, or none.
    if (answered.outcome === 'settled' && answered.answerId === about.answerId) dispatch({ type: 'left', place });
    else end(place, answered, result.action !== 'cancel');
  }

  async function askMoreTime(place: QuestionPlace, { sessionId, attempt }: ElicitRequest): Promise<void> {
    const { callId, elicitId } = place;
    const result = { action: 'more_time' } as const;
    try {
      const answered = await requests.answer({ sessionId, callId, elicitId, attempt, result }, closing);
      if (answered.outcome === 'asked') put(place, answered.question);
      else end(place, answered);
    } catch (cause) {
      if (!closing.aborted) onError(cause as ClientError);
    }
  }

  /** It waits no more. If it is open here, its receipt says what came of it. @param isLate - the person has answered */
  function end(place: QuestionPlace, ended: Exclude<OpenedQuestion, { outcome: 'waits' }>, isLate = false): void {
    dispatch({ type: 'left', place });
    const one = asked.get(place.elicitId);
    const known = one && itemOf(one.elicitId);
    // Nobody cancels in the name of others: it was withdrawn, or its time is over.
    const isGone = ended.outcome === 'gone' || (ended.action === 'cancel' && ended.by === undefined);
    if (isGone) {
      one?.stop();
      dispatch({ type: 'opened', place, how: { status: 'gone', isLate } });
    } else if (one !== undefined && known !== undefined && !('receipt' in known)) {
      one.settle(resultOf(ended.action), ended.by ?? {});
      dispatch({ type: 'opened', place, how: { status: 'asked', askedAs: one.elicitId } });
    } else dispatch({ type: 'opened', place, how: { status: 'settled', action: ended.action, by: ended.by } });
  }

  /** Send again the answers that were on their way when the page was left. */
  function resume(): void {
    for (const { status, callId, request } of client.getSnapshot().pending) {
      const elicitId = status === 'failed' ? placeIn(request.elicitId) : undefined;
      if (elicitId !== undefined) put({ callId, elicitId }, request);
    }
  }

  return {
    open,
    resume,
    /** True if the person can answer it here, and has not. */
    isOpenHere: (askedAs: string) => itemOf(askedAs)?.status === 'pending',
  };
}

/** A question as the inbox's client asks it: of the host's own server, under the name that it has there. */
function outside({ callId, elicitId: id }: QuestionPlace, request: ElicitRequest): OutsideQuestion {
  const { sessionId: _session, elicitId: _id, seq: _seq, changeable: _changeable, to: _to, ...about } = request;
  // Past by this page's clock, it may still be in time.
  const expiresAt = (request.expiresAt ?? 0) > Date.now() ? request.expiresAt : undefined;
  // Each try of a request has an end of its own.
  return { ...about, server: { name: '' }, id, callId, expiresAt, deliverTimeout: Infinity };
}

function resultOf(action: ElicitResult<unknown>['action']): ElicitResult<unknown> {
  return action === 'accept' ? { action, content: undefined } : { action };
}

/** The question's id at its server, of the one that `askHere` made of it. */
function placeIn(askedAs: string): string | undefined {
  try {
    const [, , id] = JSON.parse(askedAs) as unknown[];
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
