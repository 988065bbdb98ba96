import type { ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { words as dialogEnglish } from '../ui/elicit-dialog/words.ts';
import { useLanguage } from '../ui/language/language-context.ts';
import { wordsOf } from '../ui/language/language.ts';
import type { Asker } from './asker.ts';
import { Boundary, type BoundaryProps } from './Boundary.tsx';
import { ElicitDialog, type ElicitDialogOptions } from '../ui/elicit-dialog/ElicitDialog.tsx';

/** Placement and words of an outlet's dialogs. */
export interface OutletDialogOptions extends ElicitDialogOptions {
  /** The text in the bar, instead of the tool's title. A title of the card itself names the dialog. */
  title?: ((item: OpenItem) => string) | undefined;
  /** Says which of several questions it is; by default such as "1 of 2". */
  step?: ((at: number, of: number) => string) | undefined;
}

/** What an item needs to be shown in a dialog. */
export interface ItemDialogSlot {
  readonly Dialog: typeof ItemDialog;
  readonly at: number;
  readonly of: number;
  readonly options: OutletDialogOptions | undefined;
  /** An answer that the person can go back to from here, and whether they come from there. */
  readonly earlier: { label: () => string; onOpen: () => void; isBack: boolean } | undefined;
  /** Called if no dialog can be shown: the questions must appear in the conversation. */
  readonly onLost: () => void;
}

export interface ItemDialogProps {
  item: OpenItem;
  asker: Asker;
  slot: ItemDialogSlot;
  children: ReactNode;
  onCrash: BoundaryProps['onCrash'];
}

/** An open question in the dialog. If the host's words for the dialog throw, it uses the default ones. */
export function ItemDialog({ onCrash, ...dialog }: ItemDialogProps): ReactNode {
  const { options, onLost } = dialog.slot;
  const withoutWords = () => (
    <Boundary onCrash={onLost} fallback={nothing}>
      <QuestionDialog {...dialog} options={placeOf(options)} />
    </Boundary>
  );
  return (
    <Boundary onCrash={onCrash} fallback={withoutWords}>
      <QuestionDialog {...dialog} options={options} />
    </Boundary>
  );
}

const nothing = () => null;

function placeOf({ className, nonce, container }: OutletDialogOptions = {}): OutletDialogOptions {
  return { className, nonce, container };
}

function QuestionDialog({
  item,
  asker: { toolName, serverName, assistant },
  slot: { at, of, earlier },
  options,
  children,
}: Omit<ItemDialogProps, 'onCrash'> & Pick<ItemDialogSlot, 'options'>): ReactNode {
  const { title, step, ...rest } = options ?? {};
  const language = useLanguage(rest);
  const words = wordsOf(language, 'dialog', dialogEnglish);
  const which = step ?? ((nth: number, count: number) => words.step(nth, count, words.locale));
  return (
    <ElicitDialog
      {...rest}
      title={title?.(item) ?? (toolName || serverName || '')}
      by={serverName === undefined ? assistant : toolName === '' ? undefined : serverName}
      isOther={serverName !== undefined}
      step={of > 1 ? which(at, of) : undefined}
      message={item.message}
      quietMessage
      state={item.status}
      hasDraft={item.draft !== undefined || item.views.some(({ draft }) => draft !== undefined)}
      onAside={() => item.setAside(true)}
      onCancel={item.revises ? undefined : item.status === 'sending' ? ignore : item.cancel}
      earlier={
        earlier && {
          ...earlier,
          label: earlier.label(),
          onOpen: () => {
            if ('keep' in item) item.keep?.();
            earlier.onOpen();
          },
        }
      }
    >
      {children}
    </ElicitDialog>
  );
}

const ignore = () => undefined;
