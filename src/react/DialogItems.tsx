import { useCallback, useMemo, type ReactNode } from 'react';
import type { ElicitItem } from '../client/elicit-item.ts';
import type { ItemDialogSlot, OutletDialogOptions } from './ItemDialog.tsx';
import { ItemSlots } from './ItemSlots.tsx';
import { OutletItem, type OutletItemProps } from './OutletItem.tsx';
import { useSessionContext } from './session-context.ts';
import { useDialogComponent } from './useDialogComponent.ts';
import { useDialogTurn } from './dialog-queue.ts';

export interface DialogItemsProps extends Pick<OutletItemProps, 'announcer' | 'report'> {
  items: readonly ElicitItem[];
  options: OutletDialogOptions | undefined;
}

/**
 * An outlet's questions: one in the dialog, later ones hidden. Ended ones, and those put aside, show as lines in place.
 */
export function DialogItems({ items, options, announcer, report }: DialogItemsProps): ReactNode {
  const { dialogs } = useSessionContext('<ElicitOutlet>');
  const [Dialog, onLost] = useDialogComponent(report);
  // Without a dialog, leave the queue.
  const open =
    Dialog === 'absent' ? none : items.filter((item) => !('receipt' in item) && !item.aside && !isLetGo(item));
  const turn = useDialogTurn(
    dialogs,
    toShow(open).map(({ elicitId }) => elicitId),
  );
  const { at = 1, of = 1 } = turn ?? {};
  const slot = useMemo<ItemDialogSlot | undefined>(
    () => (typeof Dialog === 'string' ? undefined : { Dialog, at, of, options, onLost }),
    [Dialog, at, of, options, onLost],
  );
  const current = turn?.elicitId;
  const draw = useCallback(
    (item: ElicitItem) => (
      <OutletItem
        item={item}
        announcer={announcer}
        takesFocus={false}
        report={report}
        dialog={Dialog === 'absent' || isLetGo(item) ? undefined : (item.elicitId === current && slot) || 'waiting'}
      />
    ),
    [Dialog, current, slot, announcer, report],
  );
  return (
    <ItemSlots items={items} report={report}>
      {draw}
    </ItemSlots>
  );
}

/** True if the client was closed: a dialog with this question could not be closed any more. */
function isLetGo(item: ElicitItem): boolean {
  return item.status === 'failed' && item.problem.code === 'CLIENT_CLOSED';
}

/** Answers to another server may have to wait for each other: go on to the next question meanwhile. */
function toShow(open: readonly ElicitItem[]): readonly ElicitItem[] {
  const next = open.filter(({ status, server }) => status !== 'sending' || server === undefined);
  return next.length > 0 ? next : open.slice(-1);
}

const none: readonly ElicitItem[] = [];
