import type { ServerCapabilities } from '../protocol/chat-event.ts';
import type { ChatMessage, ChatReasoning } from '../protocol/chat-message.ts';
import type { Problem } from './client-error.ts';
import {
  presentItem,
  type AbortedItem,
  type ElicitItem,
  type ExpiredItem,
  type FailedItem,
  type ItemActions,
  type LostItem,
  type PendingItem,
  type SendingItem,
  type SettledItem,
} from './elicit-item.ts';
import { statusOf, type ClientState, type ClientStatus, type ToolActivity } from './state/client-state.ts';
import { changeableIn, type ItemState } from './state/item-state.ts';
import { replacedBy } from './state/messages.ts';

/** What a client shows. Each change makes a new snapshot; unchanged parts keep their identity. */
export interface ClientSnapshot {
  readonly status: ClientStatus;
  /** The conversation so far. */
  readonly messages: readonly ChatMessage[];
  /** The model's text while it streams; at the end it becomes a message. */
  readonly text: string;
  /** The model's reasoning while it streams; at the end it is part of the message. */
  readonly reasoning: readonly ChatReasoning[];
  /** The same as one text. */
  readonly thinking: string;
  /** The tool calls seen, in order. */
  readonly calls: readonly ToolActivity[];
  /** Every question, in the order asked. */
  readonly items: readonly ElicitItem[];
  /** The questions that can still be acted on. One with `revises` has an answer that counts meanwhile. */
  readonly pending: readonly OpenItem[];
  /** The questions that have ended. */
  readonly receipts: readonly EndedItem[];
  readonly capabilities: ServerCapabilities;
  /** Why the last turn failed. */
  readonly problem: Problem | undefined;
  /** Why something is being retried right now. */
  readonly retrying: Problem | undefined;
}

/** A question that can still be acted on. */
export type OpenItem = PendingItem | SendingItem | FailedItem;
/** A question that has ended. Its receipt stays. */
export type EndedItem = SettledItem | ExpiredItem | LostItem | AbortedItem;

/** Turns states into snapshots. Parts that two states share keep their identity. */
export function createPresenter(actions: ItemActions): (state: ClientState) => ClientSnapshot {
  const presented = new WeakMap<ItemState, ElicitItem>();
  let last: { state: ClientState; snapshot: ClientSnapshot } | undefined;
  const presentAll = (items: readonly ItemState[]): readonly ElicitItem[] => {
    const changeable = changeableIn(items);
    const [before, shown] = [last?.state.items ?? [], last?.snapshot.items ?? []];
    // Most have not changed, and the oldest may be gone.
    const gone = items[0] === undefined ? 0 : Math.max(0, before.indexOf(items[0]));
    return items.map((item, index) => {
      const known = before[index + gone] === item ? shown[index + gone] : presented.get(item);
      const canChange = changeable.size > 0 && changeable.has(item);
      if (known !== undefined && canChange === (known.status === 'settled' && known.change !== undefined)) return known;
      const made = presentItem(item, actions, canChange);
      presented.set(item, made);
      return made;
    });
  };

  return (state) => {
    if (last?.state === state) return last.snapshot;
    const { reasoning, calls, capabilities, problem } = state;
    const items =
      last?.state.items === state.items
        ? pickItems(last.snapshot)
        : listItems(presentAll(state.items), last && pickItems(last.snapshot));
    const said = presentWords(state);
    const messages = last === undefined ? said.messages : keep(last.snapshot.messages, said.messages);
    const told = {
      status: statusOf(state),
      messages,
      text: said.text,
      reasoning,
      thinking: reasoning.map(({ text }) => text).join(''),
      calls,
      ...items,
      capabilities,
      problem,
    };
    const snapshot = { ...told, retrying: state.posts.find((post) => post.problem !== undefined)?.problem };
    last = { state, snapshot };
    return snapshot;
  };
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

type Lists = Pick<ClientSnapshot, 'items' | 'pending' | 'receipts'>;

function pickItems({ items, pending, receipts }: Lists): Lists {
  return { items, pending, receipts };
}

function listItems(items: readonly ElicitItem[], last: Lists | undefined): Lists {
  const pending = items.filter(isOpenItem);
  const receipts = items.filter((item): item is EndedItem => !isOpenItem(item));
  return { items, pending: keep(last?.pending, pending), receipts: keep(last?.receipts, receipts) };
}

function isOpenItem(item: ElicitItem): item is OpenItem {
  return item.status === 'pending' || item.status === 'sending' || item.status === 'failed';
}

function keep<T>(old: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  if (old === now) return now;
  return old?.length === now.length && now.every((item, index) => item === old[index]) ? old : now;
}
