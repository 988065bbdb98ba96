import { useCallback, useEffect, useState } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { ItemDialog } from './ItemDialog.tsx';
import { loadDialog } from './load-dialog.ts';

/** `absent`: it failed to load or to render. */
export type DialogComponent = typeof ItemDialog | 'loading' | 'absent';

/**
 * Load the dialog only when needed: it brings a package that inline questions don't use.
 *
 * @param report - gets the error if it fails to load
 * @returns the dialog, and a function to call if it cannot be shown
 */
export function useDialogComponent(report: (error: ClientError) => void): readonly [DialogComponent, () => void] {
  // Wrap it: React's setter would call a bare component, which is a function.
  const [dialog, setDialog] = useState<{ readonly Dialog: DialogComponent }>(loading);
  useEffect(() => {
    let isLeft = false;
    void loadDialog().then(
      (Dialog) => isLeft || setDialog({ Dialog }),
      (cause: unknown) => {
        if (isLeft) return;
        setDialog(absent);
        const message = 'The dialog failed to load: the page asks in place.';
        report(new ClientError('COMPONENT_CRASHED', message, { cause }));
      },
    );
    return () => {
      isLeft = true;
    };
  }, [report]);
  const onLost = useCallback(() => setDialog(absent), []);
  return [dialog.Dialog, onLost];
}

const loading = { Dialog: 'loading' } as const;
const absent = { Dialog: 'absent' } as const;
