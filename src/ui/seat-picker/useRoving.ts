import { useState, type ComponentPropsWithoutRef, type FocusEvent, type KeyboardEvent } from 'react';
import { keyOf } from '../parts/key-of.ts';
import { thenOurs } from '../parts/then-ours.ts';

type Handlers = Pick<ComponentPropsWithoutRef<'div'>, 'onFocus' | 'onBlur' | 'onKeyDown'>;

/** Props for a row of buttons with one tab stop: `line` for its element, `tabIndexOf` for each button. */
export interface Roving {
  line: Required<Handlers>;
  tabIndexOf: (index: number) => 0 | -1;
}

/**
 * Give a row of buttons one tab stop. Arrow keys, Home and End move within it.
 *
 * @param theirs - the host's handlers, which run first
 * @param first - the index of the initial tab stop; negative means the first button
 * @param choose - whether moving also presses the button, as in a group of radios
 */
export function useRoving(theirs: Handlers, count: number, first: number, choose = false): Roving {
  const [at, setAt] = useState<number>();
  const stop = at !== undefined && at < count && !choose ? at : Math.max(0, first);
  const buttonsOf = (line: HTMLElement) => [...line.querySelectorAll<HTMLElement>('button')];
  return {
    tabIndexOf: (index) => (index === stop ? 0 : -1),
    line: {
      onFocus: thenOurs(theirs.onFocus, ({ currentTarget, target }: FocusEvent<HTMLElement>) =>
        setAt(buttonsOf(currentTarget).findIndex((button) => button.contains(target))),
      ),
      // If one of them is current, make it the tab stop again.
      onBlur: thenOurs(theirs.onBlur, () => first >= 0 && setAt(undefined)),
      onKeyDown: thenOurs(theirs.onKeyDown, (event: KeyboardEvent<HTMLElement>) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const buttons = buttonsOf(event.currentTarget);
        const here = buttons.indexOf(event.target as HTMLElement);
        const next = placeAfter(keyOf(event), here, buttons.length, getComputedStyle(event.currentTarget).direction);
        if (here < 0 || next === undefined) return;
        event.preventDefault();
        buttons[next]?.focus();
        if (choose) buttons[next]?.click();
      }),
    },
  };
}

function placeAfter(key: string, here: number, count: number, direction: string): number | undefined {
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowDown' || key === forward) return (here + 1) % count;
  if (key === 'ArrowUp' || key === 'ArrowLeft' || key === 'ArrowRight') return (here - 1 + count) % count;
  return undefined;
}
