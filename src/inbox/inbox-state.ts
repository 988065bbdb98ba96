import type { Problem } from '../client/client-error.ts';
import type { ElicitAction } from '../protocol/elicit-result.ts';
import type { InboxItem, InboxPage, QuestionPlace, WaitingItem } from '../protocol/inbox.ts';
import type { Answerer } from '../protocol/person.ts';

/** An inbox as its client knows it. Each change makes a new one. */
export interface InboxSnapshot {
  /** `loading` until the first page is there. `failed`: there is none, and `problem` says why. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** What waits, the oldest first, as far as it was read. */
  readonly items: readonly InboxItem[];
  /** More waits than was read. */
  readonly hasMore: boolean;
  /** A page is being read. */
  readonly reading: boolean;
  /** Why the last reading failed. */
  readonly problem: Problem | undefined;
  /** The question that the person looks at. */
  readonly opened: OpenedItem | undefined;
}

/** The question that the person looks at. */
export type OpenedItem = QuestionPlace & {
  /** As the inbox lists it. Undefined until it is known: it may be on a later page. */
  readonly item: WaitingItem | undefined;
} & HowOpened;

/** What became of a question that was opened. */
export type HowOpened =
  | { readonly status: 'opening' }
  /** The inbox's client asks it, by the id `askedAs`. What comes of it stands there. */
  | { readonly status: 'asked'; readonly askedAs: string }
  /** Somebody had answered it before. */
  | { readonly status: 'settled'; readonly action: ElicitAction; readonly by: Pick<Answerer, 'name'> | undefined }
  /**
   * It waits no more: it was withdrawn, its time is over, or somebody else has it now. `isLate`: the person's answer came
   * after that, and does not count.
   */
  | { readonly status: 'gone'; readonly isLate: boolean }
  | { readonly status: 'failed'; readonly problem: Problem };

/** The snapshot, and what names it at the server. */
export interface InboxState extends InboxSnapshot {
  /** Names what waited when it was read. */
  readonly mark: string | undefined;
}

export const emptyInbox: InboxState = {
  status: 'loading',
  items: [],
  hasMore: false,
  reading: false,
  problem: undefined,
  opened: undefined,
  mark: undefined,
};

export type InboxInput =
  | { readonly type: 'reads' }
  | ({ readonly type: 'read' } & InboxPage)
  | { readonly type: 'failed'; readonly problem: Problem }
  /** It no longer waits for this person. */
  | { readonly type: 'left'; readonly place: QuestionPlace }
  | { readonly type: 'opens'; readonly place: QuestionPlace }
  | {
      readonly type: 'opened';
      readonly place: QuestionPlace;
      readonly item?: WaitingItem | undefined;
      readonly how: HowOpened;
    }
  | { readonly type: 'closed' };

export function reduceInbox(state: InboxState, input: InboxInput): InboxState {
  const { opened } = state;
  switch (input.type) {
    case 'reads':
      return { ...state, reading: true, problem: undefined, status: state.status === 'ready' ? 'ready' : 'loading' };
    case 'read': {
      const [items, hasMore] = [onceEach(input.items), input.next !== undefined];
      return { ...state, status: 'ready', reading: false, problem: undefined, items, hasMore, mark: input.mark };
    }
    case 'failed':
      return {
        ...state,
        reading: false,
        problem: input.problem,
        status: state.status === 'ready' ? 'ready' : 'failed',
      };
    case 'left': {
      const items = state.items.filter((item) => !isAt(item, input.place));
      return items.length === state.items.length ? state : { ...state, items };
    }
    case 'opens': {
      const { callId, elicitId } = input.place;
      const item = state.items.find((one) => isAt(one, input.place));
      return { ...state, opened: { callId, elicitId, item, status: 'opening' } };
    }
    case 'opened': {
      if (opened === undefined || !isAt(opened, input.place)) return state;
      const { callId, elicitId, item } = opened;
      return { ...state, opened: { callId, elicitId, item: input.item ?? item, ...input.how } };
    }
    case 'closed':
      return opened === undefined ? state : { ...state, opened: undefined };
  }
}

/** True for the same question: its id names its call, too. */
export const isAt = (one: QuestionPlace, other: QuestionPlace): boolean => one.elicitId === other.elicitId;

/** A question can move to a later page while the pages are read. */
function onceEach(items: readonly InboxItem[]): readonly InboxItem[] {
  return [...new Map(items.map((item) => [item.elicitId, item])).values()];
}
