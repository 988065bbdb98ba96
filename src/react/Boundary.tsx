import { Component, useState, type ReactNode } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { ElicitItem } from '../client/elicit-item.ts';
import { questionName } from '../client/state/item-state.ts';
import { reasonOf } from '../protocol/coded-error.ts';

export interface BoundaryProps {
  /** Null once they are gone. */
  children: ReactNode;
  /** Replaces children that crashed; gets how often they have. Without it, the boundary above gets the crash. */
  fallback?: ((renderAgain: () => void, crashes: number) => ReactNode) | undefined;
  onCrash?: ((cause: unknown, renderAgain: () => void) => void) | undefined;
  /** Gets what children throw as they go. */
  onGone?: ((cause: unknown) => void) | undefined;
}

interface BoundaryState {
  readonly thrown: { readonly cause: unknown } | undefined;
  readonly retries: number;
}

const whole: BoundaryState = { thrown: undefined, retries: 0 };

/**
 * Confines what its children throw, and outlives them.
 *
 * When a clean-up or a ref throws during unmounting, React gives the error to the nearest boundary that stays. Without
 * one, it unmounts the whole root.
 */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state = whole;

  static getDerivedStateFromError(cause: unknown): Partial<BoundaryState> {
    return { thrown: { cause } };
  }

  static getDerivedStateFromProps({ children }: BoundaryProps): BoundaryState | null {
    return children === null ? whole : null;
  }

  readonly #renderAgain = (): void => this.setState(({ retries }) => ({ thrown: undefined, retries: retries + 1 }));

  override componentDidCatch(cause: unknown): void {
    const { children, onCrash, onGone } = this.props;
    if (children === null) onGone?.(cause);
    else onCrash?.(cause, this.#renderAgain);
  }

  override render(): ReactNode {
    const { children, fallback } = this.props;
    const { thrown, retries } = this.state;
    if (thrown === undefined) return children;
    if (fallback === undefined) throw thrown.cause;
    return fallback(this.#renderAgain, retries + 1);
  }
}

/**
 * The entries of a list by their keys, and behind them, undefined, those that have gone from it lately.
 *
 * Give each a boundary: those of the last two changes stay, since React may end a change as it begins to draw the next.
 */
export function useKept<T>(entries: ReadonlyMap<string, T>): readonly (readonly [key: string, entry: T | undefined])[] {
  const keys = [...entries.keys()];
  const [last, setLast] = useState<Record<'keys' | 'went' | 'gone', readonly string[]>>(none);
  let { gone } = last;
  if (keys.length !== last.keys.length || keys.some((key, index) => key !== last.keys[index])) {
    const went = last.keys.filter((key) => !entries.has(key));
    gone = [...last.went.filter((key) => !entries.has(key)), ...went];
    setLast({ keys, went, gone });
  }
  return [...keys, ...gone].map((key) => [key, entries.get(key)]);
}

const none = { keys: [], went: [], gone: [] };

/** The error that a component threw while rendering, or why it could not be loaded. */
export function crashError(item: ElicitItem, thrown: unknown, what: string, retry?: () => void): ClientError {
  const { code, cause } = thrown instanceof ClientError ? thrown : { code: 'COMPONENT_CRASHED', cause: thrown };
  const message = `${what} of ${questionName(item)} failed while rendering: ${reasonOf(thrown)}`;
  return new ClientError(code, message, { elicitId: item.elicitId, cause, retry });
}

/** The error that a component threw during unmounting. The component is gone, so there is no retry. */
export function goneError(elicitId: string | undefined, cause: unknown): ClientError {
  const message = `A component failed while unmounting: ${reasonOf(cause)}`;
  return new ClientError('COMPONENT_CRASHED', message, { elicitId, cause });
}
