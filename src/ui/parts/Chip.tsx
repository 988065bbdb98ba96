import type { ReactNode } from 'react';

interface ChipProps {
  pressed: boolean;
  /** A filter is set apart at the end of the line. */
  kind?: 'choice' | 'filter';
  onPress: () => void;
  children: ReactNode;
}

/** A small toggle button in a line of others. */
export function Chip({ pressed, kind = 'choice', onPress, children }: ChipProps): ReactNode {
  return (
    <button
      type="button"
      data-elicit="chip"
      data-kind={kind}
      data-state={pressed ? 'selected' : 'available'}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
