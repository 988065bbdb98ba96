import type { ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { askerProps } from './asker.ts';
import { words as cardEnglish } from '../ui/elicit-card/words.ts';
import { words as dialogEnglish } from '../ui/elicit-dialog/words.ts';
import { useLanguage } from '../ui/language/language-context.ts';
import { wordsOf } from '../ui/language/language.ts';
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
  const { title, step, ...rest } = options ?? {};
  const asker = askerProps(item);
  const language = useLanguage(rest);
  const card = wordsOf(language, 'card', cardEnglish);
  const words = wordsOf(language, 'dialog', dialogEnglish);
  const which = step ?? ((nth: number, count: number) => words.step(nth, count, words.locale));
  return (
    <Dialog
      {...rest}
      title={title?.(item) ?? card.asks(asker.toolName, asker.serverName)}
      step={of > 1 ? which(at, of) : undefined}
      message={item.message}
      quietMessage
      state={item.status}
      hasDraft={item.draft !== undefined || item.views.some(({ draft }) => draft !== undefined)}
      onCancel={item.status === 'sending' ? ignore : item.cancel}
    >
      {children}
    </Dialog>
  );
}

const ignore = () => undefined;
