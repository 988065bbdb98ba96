import { readContext } from '../../protocol/context-data.ts';
import type { PluginElicitSettledEvent } from '../../protocol/chat-event.ts';
import type { ElicitResult } from '../../protocol/elicit-result.ts';
import type { ElicitRequest } from '../../protocol/elicit-request.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { cardProblem, type Problem } from '../client-error.ts';
import {
  answerUnderWay,
  countsIn,
  draftsOf,
  formAnswer,
  formDraft,
  isOpen,
  isRevised,
  type Answer,
  type ChangeNote,
  type EndState,
  type ItemState,
  type OpenState,
  type ViewState,
} from './item-state.ts';
import type { DeliverAnswer } from './outside-question.ts';
import { safeDrafts } from './secrets.ts';

/**
 * The state of a new question.
 *
 * @param askedAt - when it arrived, in milliseconds since the Unix epoch
 * @param drafts - what its views and its form start with
 */
export function openItem(
  request: ElicitRequest,
  askedAt?: number,
  drafts: EndState['drafts'] = {},
): ItemState & { readonly open: OpenState } {
  const { message, context } = readContext(request.message, request.schema);
  const open = { views: [], drafts, issues: request.issues, askedAt };
  return { request, message, context, run: 1, components: [], answers: [], open };
}

/** Ask the same question again: views and drafts stay, and its handler runs again. */
export function reopenItem(item: ItemState, request: ElicitRequest, at: number): ItemState {
  const { run, components, context, open: before } = item;
  const asked = openItem(request, at);
  // Only its context was missing after a reload: this is no new attempt, so it stays aside.
  const isSame = context === undefined && request.attempt === item.request.attempt;
  const kept = isSame && before ? { askedAt: before.askedAt, aside: before.aside } : {};
  const views = before?.views.map(toInert) ?? [];
  return { ...asked, run: run + 1, components, open: { ...asked.open, views, drafts: draftsOf(item), ...kept } };
}

/** Ask a question again that does not come from the chat server. The rules are those of `OutsideQuestion.id`. */
export function askOver(known: ItemState, next: ItemState): ItemState {
  const { outside, message, context, request } = next;
  if (request.attempt === known.request.attempt) {
    const { open } = known;
    if (open && known.outside?.asked) {
      // With a time of its own, it may have more of that now.
      const now = request.timeout ? request : known.request;
      return { ...known, request: now, outside: { ...known.outside, asked: outside?.asked } };
    }
    if (open) {
      // Back after a reload. Only what the person did is taken from the storage: any script may write there.
      const { issues = open.issues } = request;
      return { ...known, outside, message, context, request: { ...request, issues }, open: { ...open, issues } };
    }
    const isStopped = known.end?.how === 'aborted' && known.end.by !== 'user';
    // Without a result, only the storage says that it was answered.
    if (!isStopped && (known.end?.how !== 'settled' || countsIn(known)?.result !== undefined)) return known;
  }
  return { ...reopenItem(known, request, next.open?.askedAt ?? 0), outside };
}

/** Open a settled question to change its answer. What was entered is its draft; it has no deadline. */
export function reviseItem(item: ItemState): ItemState {
  const request = { ...item.request, expiresAt: undefined };
  const open = { views: [], drafts: answeredDrafts(item) };
  return { ...item, request, generic: undefined, run: item.run + 1, open };
}

/** Another server takes a change of the answer, or no more. */
export function withChanges(item: ItemState, takesChange?: DeliverAnswer): ItemState {
  return item.outside === undefined ? item : { ...item, outside: { ...item.outside, takesChange } };
}

/** Leave the answer as it was. */
export function keepAnswer(item: ItemState, note?: ChangeNote): ItemState {
  const { open, end } = item;
  if (open === undefined || end === undefined) return item;
  return { ...item, open: undefined, end: { ...end, note }, answers: leaveAnswer(item) };
}

/** Another answer counts now: one of this client's, or another page's. */
export function changeAnswer(item: ItemState, { action, answerId: id, receipt }: HowSettled): ItemState {
  const ours = id === undefined ? undefined : item.answers.findLast((answer) => answer.id === id);
  const drafts = ours === undefined ? {} : givenDrafts(item, item.open?.drafts ?? {}, ours);
  return settle(item, ours ?? { id, action, receipt, elsewhere: true }, ours, drafts, 'changed');
}

/** One answer counts from now on, and no other. It becomes the last. */
function settle(
  item: ItemState,
  counted: Omit<Answer, 'state'>,
  ours: Answer | undefined,
  drafts: EndState['drafts'],
  note?: ChangeNote,
): ItemState {
  const others = item.answers.filter((answer) => answer !== ours).map((answer) => ({ ...answer, ...past }));
  const counts: Answer = { ...counted, state: 'counts', post: undefined, problem: undefined };
  return { ...item, open: undefined, answers: [...others, counts], end: { how: 'settled', drafts, note } };
}

const past = { state: 'past', post: undefined, problem: undefined } as const;

/** The answer under way is given up: another one counts, or none. */
export function leaveAnswer(item: ItemState): readonly Answer[] {
  return changeSent(item, past).answers;
}

/**
 * Settle a question as the server says.
 *
 * @param id - the id of the answer it took, if there was one and the server tells it
 */
export function settleItem(item: ItemState, { action, reason, answerId: id, by, receipt }: HowSettled): ItemState {
  const { open, end } = item;
  // What became of one that was lost is known now.
  if (open === undefined && end?.how !== 'lost') return item;
  if (isRevised(item)) return keepAnswer(item);
  // Another tab's answer may have come first; then ours does not count.
  const isOurs = (answer: Answer) => answer.action === action && (!id || !answer.id || answer.id === id);
  const ours = item.answers.findLast(isOurs);
  if (reason === 'expired' && ours === undefined) return endItem(item, { how: 'expired' });
  // A cancel without an id can be the server's own.
  const elsewhere = ours === undefined && (action !== 'cancel' || id !== undefined) ? (true as const) : undefined;
  // The call may come back to it.
  const drafts = givenDrafts(item, draftsOf(item), ours);
  return settle(item, { action, receipt, ...ours, id: id ?? ours?.id, elsewhere, by }, ours, drafts);
}

/** How a question was closed, as the server tells it. */
type HowSettled = Pick<PluginElicitSettledEvent, 'action' | 'reason' | 'answerId' | 'by' | 'receipt'>;

/** How a question ends that does not come from the chat server. */
export interface EndOfItem extends Pick<EndState, 'how' | 'by' | 'receipt'> {
  /** The answer that settles it. */
  readonly answer?: EndingAnswer | undefined;
}

type EndingAnswer = Pick<Answer, 'receipt' | 'by' | 'elsewhere'> & { readonly result: ElicitResult<unknown> };

/** How an answer ends a question that does not come from the chat server. */
export function endWith(answer: EndingAnswer): EndOfItem {
  const { result, receipt } = answer;
  const isExpiry = result.action === 'cancel' && result.reason === 'expired';
  return isExpiry ? { how: 'expired', receipt } : { how: 'settled', answer };
}

/** End a question here that does not come from the chat server. It may be asked again: keep what was entered. */
export function endHere(item: ItemState, { answer, ...how }: EndOfItem): ItemState {
  const drafts = draftsOf(item);
  if (answer === undefined || !isOpen(item) || isRevised(item)) return endItem(item, { drafts, ...how });
  const ours = item.answers.find(({ result }) => result === answer.result);
  return settle(item, { ...ours, ...answer, action: answer.result.action }, ours, drafts);
}

export function endItem(item: ItemState, how: Partial<EndState> & Pick<EndState, 'how'>): ItemState {
  const { open, end } = item;
  if (open === undefined) return item;
  if (end !== undefined) return keepAnswer(item);
  return { ...item, open: undefined, answers: leaveAnswer(item), end: { drafts: {}, ...how } };
}

/** What to offer when an answered question is asked again. Of a form that is the answer, which the draft may not be. */
function givenDrafts(item: ItemState, drafts: EndState['drafts'], given: Answer | undefined): JsonObject {
  const { result } = given ?? {};
  if (!item.generic || result?.action !== 'accept') return safeDrafts(item.request, drafts);
  return safeDrafts(item.request, { ...drafts, [formDraft]: undefined, [formAnswer]: result.content });
}

/** The same of a question that another server asked, whose end keeps its drafts as they are. */
export function answeredDrafts(item: ItemState): JsonObject {
  return givenDrafts(item, draftsOf(item), countsIn(item) ?? item.answers.at(-1));
}

/** The answer under way, or else the handler, has failed. */
export function failItem(item: ItemState, problem: Problem): ItemState {
  const { open } = item;
  if (open === undefined) return item;
  const why = cardProblem(problem);
  if (answerUnderWay(item)) return changeSent(item, { state: 'failed', problem: why });
  return { ...item, open: { ...open, progress: undefined, failed: why } };
}

/** Change the answer under way. */
export function changeSent(item: ItemState, change: Partial<Answer>): ItemState {
  const sent = answerUnderWay(item);
  return sent === undefined ? item : { ...item, answers: [...item.answers.slice(0, -1), { ...sent, ...change }] };
}

/** Add a view, or replace the one with its id. Once the person is asked, what went on before is over. */
export function showView(item: ItemState, open: OpenState, view: ViewState): ItemState {
  const known = open.views.some(({ id }) => id === view.id);
  const views = known ? open.views.map((old) => (old.id === view.id ? view : old)) : [...open.views, view];
  const components = item.components.includes(view.Component) ? item.components : [...item.components, view.Component];
  return { ...item, open: { ...open, views, ...(view.kind === 'render' && { progress: undefined }) }, components };
}

export function toInert(view: ViewState): ViewState {
  return view.active ? { ...view, active: false } : view;
}
