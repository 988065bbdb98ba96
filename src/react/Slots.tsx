import { Component, useState, type ReactNode } from 'react';
import { ClientError } from '../client/client-error.ts';
import { reasonOf } from '../protocol/coded-error.ts';

interface SlotsProps<T> {
  list: readonly T[];
  keyOf: (entry: T) => string;
  children: (entry: T) => ReactNode;
  /** Gets the error that an entry threw during unmounting. */
  onGone: (cause: unknown, key: string) => void;
}

/** A list with each entry in a `Slot`, which stays when its entry goes. */
export function Slots<T>({ list, keyOf, children, onGone }: SlotsProps<T>): ReactNode {
  const entries = new Map(list.map((entry) => [keyOf(entry), entry]));
  const [known, setKnown] = useState<readonly string[]>([]);
  const keys = [...new Set([...entries.keys(), ...known])];
  if (keys.length !== known.length) setKnown(keys);
  return keys.map((key) => {
    const entry = entries.get(key);
    return (
      <Slot key={key} onCrash={(cause) => onGone(cause, key)}>
        {entry === undefined ? null : children(entry)}
      </Slot>
    );
  });
}

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
  const message = `A component threw while it was unmounted: ${reasonOf(cause)}. The page goes on; correct its clean-up.`;
  return new ClientError('COMPONENT_CRASHED', message, { elicitId, cause });
}
