import type { ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { words as cardWords } from '../ui/elicit-card/words.ts';
import { askerOf } from './asker.ts';
import type { ElicitDialog, ElicitDialogOptions } from '../ui/elicit-dialog/ElicitDialog.tsx';

/** How an outlet's dialogs stand in the page, and what they say. */
export interface OutletDialogOptions extends ElicitDialogOptions {
  /** The heading over a question; by default it says which tool asks. */
  title?: ((item: OpenItem) => string) | undefined;
  /** Which of several questions it is; by default such as "1 of 2". */
  step?: ((at: number, of: number) => string) | undefined;
}

/** What an item needs to be shown in a dialog. */
export interface ItemDialogSlot {
  readonly Dialog: typeof ElicitDialog;
  readonly at: number;
  readonly of: number;
  readonly options: OutletDialogOptions | undefined;
}

/** A question that is open, in the dialog. */
export function ItemDialog({
  item,
  slot: { Dialog, at, of, options },
  children,
}: {
  item: OpenItem;
  slot: ItemDialogSlot;
  children: ReactNode;
}): ReactNode {
  const { title = asks, step = words.step, ...rest } = options ?? {};
  return (
    <Dialog
      {...rest}
      title={title(item)}
      step={of > 1 ? step(at, of) : undefined}
      message={item.message}
      quietMessage
      state={item.status}
      hasDraft={item.views.some(({ draft }) => draft !== undefined)}
      onCancel={item.status === 'sending' ? ignore : item.cancel}
    >
      {children}
    </Dialog>
  );
}

const asks = (item: OpenItem) => cardWords.asks(askerOf(item));
const ignore = () => undefined;

/** Every word that this file says by itself. */
const words = { step: (at: number, of: number) => `${at} of ${of}` };
