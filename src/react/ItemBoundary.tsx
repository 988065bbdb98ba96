import { Component, type ReactNode } from 'react';

export interface ItemBoundaryProps {
  children: ReactNode;
  /** Replaces children that crashed; gets how often they have crashed. */
  fallback: (renderAgain: () => void, crashes: number) => ReactNode;
  onCrash: (cause: unknown) => void;
  /** Is set to a function that renders the children again, for code outside the fallback. */
  again?: { current: (() => void) | undefined } | undefined;
}

/** Confines a crash to one question. */
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
