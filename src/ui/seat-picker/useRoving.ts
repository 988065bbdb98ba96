import { useState, type ComponentPropsWithoutRef, type FocusEvent, type KeyboardEvent } from 'react';
import { thenOurs } from '../parts/then-ours.ts';

type Handlers = Pick<ComponentPropsWithoutRef<'div'>, 'onFocus' | 'onBlur' | 'onKeyDown'>;

/** What a line of buttons with one tab stop gives to its element and to each of its buttons. */
export interface Roving {
  line: Required<Handlers>;
  tabIndexOf: (index: number) => 0 | -1;
}

/**
 * One tab stop for a line of buttons; arrows, Home and End walk it.
 *
 * @param theirs - the host's handlers, which run first
 * @param first - the button that the tab key reaches first
 * @param choose - the arrows choose too, as in a group of radios
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
      // Where one of them is current, the tab key comes back to that.
      onBlur: thenOurs(theirs.onBlur, () => first >= 0 && setAt(undefined)),
      onKeyDown: thenOurs(theirs.onKeyDown, (event: KeyboardEvent<HTMLElement>) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const buttons = buttonsOf(event.currentTarget);
        const here = buttons.indexOf(event.target as HTMLElement);
        const next = placeAfter(event.key, here, buttons.length, getComputedStyle(event.currentTarget).direction);
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
