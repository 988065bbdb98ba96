import { Component, type ReactNode } from 'react';

export interface ItemBoundaryProps {
  children: ReactNode;
  /** Stands in for children that crashed. */
  fallback: (renderAgain: () => void) => ReactNode;
  onCrash: (cause: unknown) => void;
}

/** Keeps a crash inside one question. */
export class ItemBoundary extends Component<ItemBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override componentDidCatch(cause: unknown): void {
    this.props.onCrash(cause);
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return this.props.fallback(() => this.setState({ hasCrashed: false }));
  }
}
