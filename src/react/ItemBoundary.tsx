import { Component, type ReactNode } from 'react';

export interface ItemBoundaryProps {
  children: ReactNode;
  /** Stands in for children that crashed. */
  fallback: (renderAgain: () => void) => ReactNode;
  onCrash: (cause: unknown) => void;
  /** Gets what renders the children again, for those who hold no fallback. */
  again: { current: (() => void) | undefined };
}

/** Keeps a crash inside one question. */
export class ItemBoundary extends Component<ItemBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  readonly #renderAgain = (): void => this.setState({ hasCrashed: false });

  override componentDidCatch(cause: unknown): void {
    this.props.again.current = this.#renderAgain;
    this.props.onCrash(cause);
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return this.props.fallback(this.#renderAgain);
  }
}
