import { useState, type FocusEvent, type KeyboardEvent } from 'react';

interface BoardKeys {
  /** The cell that Tab reaches. */
  stop: number;
  onFocus: (event: FocusEvent) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Gives a board of three by three buttons one tab stop. Arrow keys move within it, Home and End within a row, and with
 * Ctrl to the first and the last cell.
 *
 * @param first - the cell that Tab reaches at the beginning
 */
export function useBoardKeys(first: number): BoardKeys {
  const [at, setAt] = useState<number>();
  return {
    stop: at ?? first,
    onFocus({ target }) {
      const cell = Number((target as HTMLElement).dataset['cell']);
      if (cell > 0) setAt(cell);
    },
    onKeyDown(event) {
      if (event.altKey || event.metaKey || event.shiftKey) return;
      const cell = Number((event.target as HTMLElement).dataset['cell']);
      const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
      const next = cellAfter(event.key, cell, isRtl, event.ctrlKey);
      if (next === undefined) return;
      event.preventDefault();
      event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
    },
  };
}

/** Stays at the edges: a board has no other side. */
function cellAfter(key: string, cell: number, isRtl: boolean, ctrl: boolean): number | undefined {
  const column = (cell - 1) % 3;
  const row = Math.floor((cell - 1) / 3);
  if (key === 'Home') return ctrl ? 1 : row * 3 + 1;
  if (key === 'End') return ctrl ? 9 : row * 3 + 3;
  if (ctrl) return undefined;
  if (key === 'ArrowUp') return Math.max(row - 1, 0) * 3 + column + 1;
  if (key === 'ArrowDown') return Math.min(row + 1, 2) * 3 + column + 1;
  if (key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) return row * 3 + Math.max(column - 1, 0) + 1;
  if (key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) return row * 3 + Math.min(column + 1, 2) + 1;
  return undefined;
}
