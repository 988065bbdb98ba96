import { useCallback, useEffect, useMemo, useState } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { PluginClient } from '../client/client-options.ts';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';
import type { ItemDialogSlot, OutletDialogOptions } from './ItemDialog.tsx';
import { loadDialog } from './load-dialog.ts';
import type { Claim, OutletShare } from './outlets.ts';

/**
 * Load the dialog when an outlet asks in one.
 *
 * @param isNeeded - a question waits for it: tell if it fails to load
 * @returns the dialog, undefined if it failed to load or to render, and a function to call if it cannot be shown
 */
export function useDialogPart(
  isWanted: boolean,
  isNeeded: boolean,
  report: PluginClient['report'],
): readonly [Claim['dialog'], () => void] {
  const [part, setPart] = useState<Claim['dialog']>('loading');
  useEffect(() => {
    if (!isWanted) return undefined;
    const left = new AbortController();
    void loadDialog().then(
      (loaded) => left.signal.aborted || setPart(loaded),
      (cause: unknown) => {
        if (left.signal.aborted || !isNeeded) return;
        setPart(undefined);
        const message = 'The dialog could not be loaded: the page asks in place.';
        report(new ClientError('PART_NOT_LOADED', message, { cause }));
      },
    );
    return () => left.abort();
  }, [isWanted, isNeeded, report]);
  const onLost = useCallback(() => setPart(undefined), []);
  return [isWanted ? part : undefined, onLost];
}

/** The dialog around the question whose turn it is. */
export function useDialogSlot(
  { turn }: OutletShare,
  part: Claim['dialog'],
  options: OutletDialogOptions | undefined,
  onLost: () => void,
): ItemDialogSlot | undefined {
  // Open it once the dialog before it is gone, and has given the focus back: it remembers the focus for its own end.
  const [next, setNext] = useState<string>();
  const current = turn?.elicitId;
  useBrowserLayoutEffect(() => {
    if (next !== current) setNext(current);
  }, [next, current]);
  const slot = useMemo(
    () => (turn && typeof part === 'object' ? { ...part, turn, options, onLost } : undefined),
    [part, turn, options, onLost],
  );
  return next === current ? slot : undefined;
}
