import type { ChatMessage } from '../protocol/chat-message.ts';
import type { Problem } from './client-error.ts';
import { presentItem, type ElicitItem, type EndedItem, type ItemActions, type OpenItem } from './elicit-item.ts';
import { statusOf, type ClientState, type ClientStatus } from './state/client-state.ts';
import { changeableIn, isForOthers, openIn, type ItemState } from './state/item-state.ts';
import { replacedBy } from './state/messages.ts';

/** What a client shows. Each change makes a new snapshot; unchanged parts keep their identity. */
export interface ClientSnapshot extends Pick<ClientState, 'reasoning' | 'calls' | 'capabilities'> {
  readonly status: ClientStatus;
  /** The conversation so far. */
  readonly messages: readonly ChatMessage[];
  /** The model's text while it streams; at the end it becomes a message. */
  readonly text: string;
  /** The model's reasoning as one text, while it streams. */
  readonly thinking: string;
  /** Every question, in the order asked. */
  readonly items: readonly ElicitItem[];
  /** The questions that can still be acted on. One with `revises` has an answer that counts meanwhile. */
  readonly pending: readonly OpenItem[];
  /** The questions that have ended. */
  readonly receipts: readonly EndedItem[];
  /** Why the last turn failed. */
  readonly problem: Problem | undefined;
  /** Why something is being retried right now. */
  readonly retrying: Problem | undefined;
}

/** Turns states into snapshots. Parts that two states share keep their identity. */
export function createPresenter(actions: ItemActions): (state: ClientState) => ClientSnapshot {
  let last: { state: ClientState; snapshot: ClientSnapshot; divided: Divided } | undefined;

  return (state) => {
    if (last?.state === state) return last.snapshot;
    const { reasoning, calls, capabilities, problem } = state;
    const divided = last?.divided.all === state.items ? last.divided : divide(state.items, actions, last?.divided);
    const said = presentWords(state);
    const snapshot = {
      status: statusOf(state),
      messages: keep(last?.snapshot.messages, said.messages),
      text: said.text,
      reasoning,
      thinking: reasoning.map(({ text }) => text).join(''),
      calls,
      items: divided.items,
      pending: keep(last?.snapshot.pending, divided.pending),
      receipts: keep(last?.snapshot.receipts, divided.receipts),
      capabilities,
      problem,
      retrying: state.posts.find((post) => post.problem !== undefined)?.problem,
    };
    last = { state, snapshot, divided };
    return snapshot;
  };
}

interface Divided extends Pick<ClientSnapshot, 'items' | 'pending' | 'receipts'> {
  readonly all: readonly ItemState[];
  readonly changeable: ReadonlySet<ItemState>;
}

function divide(all: readonly ItemState[], actions: ItemActions, before?: Divided): Divided {
  const changeable = changeableIn(all);
  const open = new Set(openIn(all));
  const { all: was = [], items: shown = [], changeable: could } = before ?? {};
  const isSame = (item: ItemState, at: number) =>
    was[at] === item && (could === changeable || could?.has(item) === changeable.has(item));
  // Hundreds may have ended before the first that is open or has changed, and stay as they are shown. The oldest may go.
  const gone = was.indexOf(all[0]!);
  let nth = 0;
  while (nth < all.length && !open.has(all[nth]!) && isSame(all[nth]!, gone + nth)) nth += 1;
  const items = shown.slice(gone, gone + nth);
  const receipts = [...items] as EndedItem[];
  const pending: OpenItem[] = [];
  let next = nth && gone + nth;
  for (const item of all.slice(nth)) {
    const at = was.indexOf(item, next);
    next = at < 0 ? next : at + 1;
    const one = (isSame(item, at) && shown[at]) || presentItem(item, actions, changeable.has(item));
    items.push(one);
    if (!open.has(item)) receipts.push(one as EndedItem);
    // What waits for somebody else is in neither list.
    else if (!isForOthers(item)) pending.push(one as OpenItem);
  }
  return { all, changeable, items, pending, receipts };
}

/** Text that stopped, or that the person spoke after, counts as a message; text still streaming does not. */
function presentWords({ messages, outbox, text, posts, problem }: ClientState): {
  messages: readonly ChatMessage[];
  text: string;
} {
  const isComing = outbox.length === 0 && (posts.length > 0 || problem !== undefined);
  const at = messages.findIndex(replacedBy(outbox));
  const spoken: readonly ChatMessage[] =
    text === '' || isComing || at !== -1 ? [] : [{ role: 'assistant', content: text }];
  const isAll = outbox.length === 0 && spoken.length === 0;
  const kept = at === -1 ? messages : messages.slice(0, at);
  return { messages: isAll ? messages : [...kept, ...spoken, ...outbox], text: isComing ? text : '' };
}

function keep<T>(old: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  return old !== now && old?.length === now.length && now.every((item, index) => item === old[index]) ? old : now;
}
