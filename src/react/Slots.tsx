import { Component, memo, useState, type ReactNode } from 'react';
import { ClientError } from '../client/client-error.ts';
import { reasonOf } from '../protocol/coded-error.ts';

interface SlotsProps<T> extends Pick<EntryProps<T>, 'children' | 'onGone'> {
  list: readonly T[];
  keyOf: (entry: T) => string;
}

/** How many slots stay empty once those of the last change have come. */
const keptEmpty = 16;

/**
 * A list with each entry in a `Slot`, which stays for a while when its entry goes.
 *
 * All that went with the last change stay: React may still be unmounting what was in them.
 */
export function Slots<T>({ list, keyOf, children, onGone }: SlotsProps<T>): ReactNode {
  const entries = new Map(list.map((entry) => [keyOf(entry), entry]));
  const [last, setLast] = useState<{ keys: readonly string[]; gone: readonly string[] }>({ keys: [], gone: [] });
  const keys = [...entries.keys()];
  let { gone } = last;
  if (keys.length !== last.keys.length || keys.some((key, index) => key !== last.keys[index])) {
    gone = [...gone.slice(-keptEmpty), ...last.keys].filter((key) => !entries.has(key));
    setLast({ keys, gone });
  }
  return [...keys, ...gone].map((key) => (
    <Entry key={key} id={key} entry={entries.get(key)} onGone={onGone}>
      {children as EntryProps<unknown>['children']}
    </Entry>
  ));
}

interface EntryProps<T> {
  id: string;
  /** Undefined once it is gone. */
  entry: T | undefined;
  /** The same function all along, so that an entry is drawn again only when it changes. */
  children: (entry: T) => ReactNode;
  /** Gets the error that an entry threw during unmounting. */
  onGone: (cause: unknown, key: string) => void;
}

const Entry = memo(function Entry({ id, entry, children, onGone }: EntryProps<unknown>): ReactNode {
  return <Slot onCrash={(cause) => onGone(cause, id)}>{entry === undefined ? null : children(entry)}</Slot>;
});

interface SlotProps {
  /** Null once the entry is gone. */
  children: ReactNode;
  /** Gets the error of an entry that is gone. */
  onCrash: (cause: unknown) => void;
}

interface SlotState {
  readonly thrown: { readonly cause: unknown } | undefined;
}

/**
 * A boundary that outlives its children.
 *
 * When a clean-up or a ref throws during unmounting, React gives the error to the nearest boundary that stays. Without
 * one, it unmounts the whole root. If the children are still here, the slot passes their crash to the boundary above.
 */
export class Slot extends Component<SlotProps, SlotState> {
  override state: SlotState = { thrown: undefined };

  static getDerivedStateFromError(cause: unknown): SlotState {
    return { thrown: { cause } };
  }

  override componentDidCatch(cause: unknown): void {
    this.setState({ thrown: undefined });
    this.props.onCrash(cause);
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (thrown !== undefined && this.props.children !== null) throw thrown.cause;
    return this.props.children;
  }
}

/** The error that a component threw during unmounting. The component is gone, so there is no retry. */
export function goneError(elicitId: string | undefined, cause: unknown): ClientError {
  const message = `A component failed while unmounting: ${reasonOf(cause)}`;
  return new ClientError('COMPONENT_CRASHED', message, { elicitId, cause });
}
