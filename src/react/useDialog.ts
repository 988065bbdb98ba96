import { useCallback, useEffect, useMemo, useState } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { PluginClient } from '../client/client-options.ts';
import type { ElicitItem, SettledItem } from '../client/elicit-item.ts';
import { useWords } from '../ui/language/language-context.ts';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';
import { words as receiptEnglish } from '../ui/receipt/words.ts';
import type { ItemDialog, ItemDialogSlot, OutletDialogOptions } from './ItemDialog.tsx';
import { loadDialog } from './on-demand.tsx';
import type { OutletShare } from './outlets.ts';
import { receiptWords } from './receipt-words.ts';

/** `absent`: it failed to load or to render, or is not wanted. */
type DialogComponent = typeof ItemDialog | 'loading' | 'absent';

/**
 * Load the dialog when an outlet asks in one.
 *
 * @param isNeeded - a question waits for it: tell if it fails to load
 * @returns the dialog, and a function to call if it cannot be shown
 */
export function useDialogComponent(
  isWanted: boolean,
  isNeeded: boolean,
  report: PluginClient['report'],
): readonly [DialogComponent, () => void] {
  // Wrap it: React's setter would call a bare component, which is a function.
  const [dialog, setDialog] = useState<{ readonly Dialog: DialogComponent }>(loading);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isLeft = false;
    void loadDialog().then(
      (Dialog) => isLeft || setDialog((now) => (now.Dialog === Dialog ? now : { Dialog })),
      (cause: unknown) => {
        if (isLeft || !isNeeded) return;
        setDialog(absent);
        const message = 'The dialog failed to load: the page asks in place.';
        report(new ClientError('COMPONENT_CRASHED', message, { cause }));
      },
    );
    return () => {
      isLeft = true;
    };
  }, [isWanted, isNeeded, report]);
  const onLost = useCallback(() => setDialog(absent), []);
  return [isWanted ? dialog.Dialog : 'absent', onLost];
}

const loading = { Dialog: 'loading' } as const;
const absent = { Dialog: 'absent' } as const;

/** The dialog around the question whose turn it is. */
export function useDialogSlot(
  { items, turn }: OutletShare,
  Dialog: DialogComponent,
  options: OutletDialogOptions | undefined,
  onLost: () => void,
): ItemDialogSlot | undefined {
  const { elicitId, at = 1, of = 1, isBack = false } = turn ?? {};
  // Open it once the dialog before it is gone, and has given the focus back: it remembers the focus for its own end.
  const [next, setNext] = useState<string>();
  useBrowserLayoutEffect(() => setNext(elicitId), [elicitId]);
  const words = useWords('receipt', receiptEnglish);
  const last = turn && earlierOf(items, turn.elicitId);
  const earlier = useMemo<ItemDialogSlot['earlier']>(
    () =>
      last?.change && {
        label: () => words.changeOf(receiptWords(last, words).title),
        onOpen: last.change,
        isBack,
      },
    [last, words, isBack],
  );
  const slot = useMemo(
    () => (typeof Dialog === 'string' ? undefined : { Dialog, at, of, options, onLost, earlier }),
    [Dialog, at, of, options, onLost, earlier],
  );
  return next === elicitId ? slot : undefined;
}

/** The last answer of a question's call before it that can be changed. */
function earlierOf(items: readonly ElicitItem[], current: string): SettledItem | undefined {
  const at = items.findIndex(({ elicitId }) => elicitId === current);
  return items
    .slice(0, Math.max(at, 0))
    .filter((item): item is SettledItem => item.callId === items[at]?.callId && 'change' in item)
    .findLast(({ change }) => change !== undefined);
}
