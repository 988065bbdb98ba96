import { useSyncExternalStore, type ReactNode } from 'react';
import type { SettledItem, OpenItem } from '../client/elicit-item.ts';
import { words as dialogEnglish } from '../ui/elicit-dialog/words.ts';
import { useWords } from '../ui/language/language-context.ts';
import type { Asker } from './asker.ts';
import { Boundary, type BoundaryProps } from './Boundary.tsx';
import { queueDialogs, type DialogTurn } from './dialog-queue.ts';
import type { Outlets, OutletShare } from './outlets.ts';
import { ElicitDialog, type ElicitDialogOptions } from '../ui/elicit-dialog/ElicitDialog.tsx';

/** Placement and titles of an outlet's dialogs. */
export interface OutletDialogOptions extends ElicitDialogOptions {
  /** The text in the bar, instead of the tool's title. A title of the card itself names the dialog. */
  title?: ((item: OpenItem) => string) | undefined;
}

/** What the page loads once an outlet asks in dialogs. */
export interface DialogPart {
  readonly Dialog: (props: ItemDialogProps) => ReactNode;
  readonly queueDialogs: typeof queueDialogs;
}

/** What an item needs to be shown in a dialog. */
export interface ItemDialogSlot extends DialogPart {
  readonly turn: DialogTurn;
  readonly options: OutletDialogOptions | undefined;
  /** Called if no dialog can be shown: the questions must appear in the conversation. */
  readonly onLost: () => void;
}

export interface ItemDialogProps {
  item: OpenItem;
  asker: Asker;
  slot: ItemDialogSlot;
  outlets: Outlets;
  /** Says that an answer can be changed. */
  changeOf: (item: SettledItem) => string;
  children: ReactNode;
  onCrash: BoundaryProps['onCrash'];
}

/** An open question in the dialog. If its title throws, it goes without. */
function ItemDialog({ onCrash, ...dialog }: ItemDialogProps): ReactNode {
  const { onLost, options: { title: _title, ...place } = {} } = dialog.slot;
  const untitled = <QuestionDialog {...dialog} options={place} />;
  const withoutTitle = () => (
    <Boundary onCrash={onLost} fallback={nothing}>
      {untitled}
    </Boundary>
  );
  return (
    <Boundary onCrash={onCrash} fallback={withoutTitle}>
      <QuestionDialog {...dialog} options={dialog.slot.options} />
    </Boundary>
  );
}

const nothing = () => null;

function QuestionDialog({
  item,
  asker: { toolName, serverName, assistant },
  slot: {
    turn: { elicitId, outlet, at, of, isBack },
  },
  outlets,
  changeOf,
  options,
  children,
}: Omit<ItemDialogProps, 'onCrash'> & Pick<ItemDialogSlot, 'options'>): ReactNode {
  const { title, ...place } = options ?? {};
  const find = () => earlierOf(outlets.shareOf(outlet), elicitId);
  const earlier = useSyncExternalStore(outlets.subscribe, find, find);
  const change = earlier?.change;
  const words = useWords('dialog', dialogEnglish);
  return (
    <ElicitDialog
      {...place}
      title={title?.(item) ?? (toolName || serverName || '')}
      by={serverName === undefined ? assistant : toolName === '' ? undefined : serverName}
      isOther={serverName !== undefined}
      step={of > 1 ? words.step(at, of, words.locale) : undefined}
      message={item.message}
      quietMessage
      state={item.status}
      hasDraft={item.draft !== undefined || item.views.some(({ draft }) => draft !== undefined)}
      onAside={() => item.setAside(true)}
      onCancel={item.revises ? undefined : item.status === 'sending' ? ignore : item.cancel}
      earlier={
        change && {
          label: changeOf(earlier),
          isBack,
          onOpen: () => {
            if ('keep' in item) item.keep?.();
            change();
          },
        }
      }
    >
      {children}
    </ElicitDialog>
  );
}

const ignore = () => undefined;

export const dialogPart: DialogPart = { Dialog: ItemDialog, queueDialogs };

/** The last answer of a question's call before it that can be changed. */
function earlierOf({ groups }: OutletShare, current: string): SettledItem | undefined {
  const items = groups.flatMap(({ entries }) => entries);
  const at = items.findIndex(({ elicitId }) => elicitId === current);
  return items
    .slice(0, Math.max(at, 0))
    .filter((item): item is SettledItem => item.callId === items[at]?.callId && 'change' in item)
    .findLast(({ change }) => change !== undefined);
}
