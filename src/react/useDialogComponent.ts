import { useCallback, useEffect, useState } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { ItemDialog } from './ItemDialog.tsx';
import { loadDialog } from './load-dialog.ts';

/** `absent`: it could not be loaded, or not be shown. */
export type DialogComponent = typeof ItemDialog | 'loading' | 'absent';

/**
 * The dialog, loaded where it is wanted only: it brings a package along that inline questions do without.
 *
 * @param report - hears why it could not be loaded
 * @returns the dialog, and what says that it cannot be shown
 */
export function useDialogComponent(report: (error: ClientError) => void): readonly [DialogComponent, () => void] {
  // A component is a function, and React calls a function that is set.
  const [dialog, setDialog] = useState<{ readonly Dialog: DialogComponent }>(loading);
  useEffect(() => {
    let isLeft = false;
    void loadDialog().then(
      (Dialog) => isLeft || setDialog({ Dialog }),
      (cause: unknown) => {
        if (isLeft) return;
        setDialog(absent);
        const message = 'The dialog could not be loaded, so the questions stand in the conversation.';
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
