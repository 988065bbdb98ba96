import { Component, type ReactNode } from 'react';

export interface ItemBoundaryProps {
  children: ReactNode;
  /** Stands in for children that crashed, for the how-manieth time. */
  fallback: (renderAgain: () => void, crashes: number) => ReactNode;
  onCrash: (cause: unknown) => void;
  /** Gets what renders the children again, for those who hold no fallback. */
  again?: { current: (() => void) | undefined } | undefined;
}

/** Keeps a crash inside one question. */
export class ItemBoundary extends Component<ItemBoundaryProps, { hasCrashed: boolean; retries: number }> {
  override state = { hasCrashed: false, retries: 0 };

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  readonly #renderAgain = (): void => this.setState(({ retries }) => ({ hasCrashed: false, retries: retries + 1 }));

  override componentDidCatch(cause: unknown): void {
    if (this.props.again) this.props.again.current = this.#renderAgain;
    this.props.onCrash(cause);
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return this.props.fallback(this.#renderAgain, this.state.retries + 1);
  }
}
