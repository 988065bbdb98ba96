import { useCallback, useState, type ReactNode } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { PluginClient } from '../client/client-options.ts';
import type { ElicitItem } from '../client/elicit-item.ts';
import { questionName } from '../client/state/item-state.ts';
import { divide, type Group } from './groups.ts';
import { LastResort } from './LastResort.tsx';
import { goneError, Slots } from './Slots.tsx';
import { reasonOf } from '../protocol/coded-error.ts';

interface ItemSlotsProps {
  items: readonly ElicitItem[];
  report: PluginClient['report'];
  /** The same function while it draws the same: then only items that change are drawn again. */
  children: (item: ElicitItem) => ReactNode;
}

/** The questions of an outlet. An error in one, even during unmounting, reaches neither the others nor the page. */
export function ItemSlots({ items, report, children }: ItemSlotsProps): ReactNode {
  const onGone = useCallback((cause: unknown, key: string) => report(goneError(key, cause)), [report]);
  const onGroupGone = useCallback((cause: unknown) => report(goneError(undefined, cause)), [report]);
  const draw = useCallback(
    (item: ElicitItem) => (
      <LastResort stage={item.status} onCrash={(cause) => report(crashOf(item, cause))}>
        {children(item)}
      </LastResort>
    ),
    [report, children],
  );
  const drawGroup = useCallback(
    ({ entries }: Group<ElicitItem>) => (
      <Slots list={entries} keyOf={idOf} onGone={onGone}>
        {draw}
      </Slots>
    ),
    [onGone, draw],
  );
  const [known, setKnown] = useState<readonly Group<ElicitItem>[]>([]);
  const groups = divide(known, items, idOf);
  if (groups !== known) setKnown(groups);
  return (
    <Slots list={groups} keyOf={({ id }) => String(id)} onGone={onGroupGone}>
      {drawGroup}
    </Slots>
  );
}

const idOf = ({ elicitId }: ElicitItem): string => elicitId;

function crashOf(item: ElicitItem, cause: unknown): ClientError {
  const message = `The card of ${questionName(item)} failed while rendering: ${reasonOf(cause)}`;
  return new ClientError('COMPONENT_CRASHED', message, { elicitId: item.elicitId, cause });
}
