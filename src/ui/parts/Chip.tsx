import type { ReactNode } from 'react';

interface ChipProps {
  pressed: boolean;
  /** A filter stands apart, at the end of its line. */
  kind?: 'choice' | 'filter';
  onPress: () => void;
  children: ReactNode;
}

/** A small toggle that stands in a line with others. */
export function Chip({ pressed, kind = 'choice', onPress, children }: ChipProps): ReactNode {
  return (
    <button
      type="button"
      data-part="chip"
      data-kind={kind}
      data-state={pressed ? 'selected' : 'available'}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
