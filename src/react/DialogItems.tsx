import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { ElicitItem, SettledItem } from '../client/elicit-item.ts';
import type { ItemDialog, ItemDialogSlot, OutletDialogOptions } from './ItemDialog.tsx';
import { ItemGroup, type ItemGroupProps } from './ItemGroup.tsx';
import { OutletItem } from './OutletItem.tsx';
import type { Group } from './groups.ts';
import { useSessionContext } from './session-context.ts';
import { receiptWords } from './receipt-words.ts';
import { useWords } from '../ui/language/language-context.ts';
import { words as receiptEnglish } from '../ui/receipt/words.ts';
import { loadDialog } from './on-demand.tsx';
import { useDialogTurn } from './dialog-queue.ts';

export interface DialogItemsProps extends Omit<ItemGroupProps, 'draw'> {
  groups: readonly Group<ElicitItem>[];
  options: OutletDialogOptions | undefined;
}

/**
 * An outlet's questions: one in the dialog, later ones hidden. Ended ones, and those put aside, show as lines in place.
 */
export function DialogItems({ items, groups, options, fallback, report }: DialogItemsProps): ReactNode {
  const { dialogs } = useSessionContext('<ElicitOutlet>');
  const [Dialog, onLost] = useDialogComponent(report);
  // Without a dialog, leave the queue.
  const open =
    Dialog === 'absent' ? none : items.filter((item) => !('receipt' in item) && !item.aside && !isLetGo(item));
  const turn = useDialogTurn(
    dialogs,
    toShow(open.filter((item) => !isRevised(item))).map(({ elicitId }) => elicitId),
    open.find(isRevised)?.elicitId,
  );
  const { elicitId: current, at = 1, of = 1, isBack = false } = turn ?? {};
  const words = useWords('receipt', receiptEnglish);
  const last = earlierOf(items, current);
  const earlier = useMemo<ItemDialogSlot['earlier']>(
    () =>
      last?.change && {
        label: () => words.changeOf(receiptWords(last, words).title),
        onOpen: last.change,
        isBack,
      },
    [last, words, isBack],
  );
  const slot = useMemo<ItemDialogSlot | undefined>(
    () => (typeof Dialog === 'string' ? undefined : { Dialog, at, of, options, onLost, earlier }),
    [Dialog, at, of, options, onLost, earlier],
  );
  const draw = useCallback<ItemGroupProps['draw']>(
    (item, shown) => (
      <OutletItem
        item={item}
        fallback={shown}
        dialog={Dialog === 'absent' || isLetGo(item) ? undefined : (item.elicitId === current && slot) || 'waiting'}
      />
    ),
    [Dialog, current, slot],
  );
  return groups.map(({ id, entries }) => (
    <ItemGroup key={id} items={entries} draw={draw} fallback={fallback} report={report} />
  ));
}

/** True if the client was closed: a dialog with this question could not be closed any more. */
function isLetGo(item: ElicitItem): boolean {
  return item.status === 'failed' && item.problem.code === 'CLIENT_CLOSED';
}

function isRevised(item: ElicitItem): boolean {
  return 'revises' in item && item.revises;
}

/** The last answer of a question's call before it that can be changed. */
function earlierOf(items: readonly ElicitItem[], current: string | undefined): SettledItem | undefined {
  const at = items.findIndex(({ elicitId }) => elicitId === current);
  return items
    .slice(0, Math.max(at, 0))
    .filter((item): item is SettledItem => item.callId === items[at]?.callId && 'change' in item)
    .findLast(({ change }) => change !== undefined);
}

/** Answers to another server may have to wait for each other: go on to the next question meanwhile. */
function toShow(open: readonly ElicitItem[]): readonly ElicitItem[] {
  const next = open.filter(({ status, server }) => status !== 'sending' || server === undefined);
  return next.length > 0 ? next : open.slice(-1);
}

const none: readonly ElicitItem[] = [];

/** `absent`: it failed to load or to render. */
type DialogComponent = typeof ItemDialog | 'loading' | 'absent';

/** The dialog, and a function to call if it cannot be shown. `report` gets the error if it fails to load. */
function useDialogComponent(report: (error: ClientError) => void): readonly [DialogComponent, () => void] {
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
