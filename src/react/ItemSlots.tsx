import { useCallback, type ReactNode } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { PluginClient } from '../client/client-options.ts';
import type { ElicitItem } from '../client/elicit-item.ts';
import { LastResort } from './LastResort.tsx';
import { goneError, Slots } from './Slots.tsx';
import { reasonOf } from '../protocol/reason-of.ts';

interface ItemSlotsProps {
  items: readonly ElicitItem[];
  report: PluginClient['report'];
  /** The same function while it draws the same: then only items that change are drawn again. */
  children: (item: ElicitItem) => ReactNode;
}

/** The questions of an outlet. An error in one, even during unmounting, reaches neither the others nor the page. */
export function ItemSlots({ items, report, children }: ItemSlotsProps): ReactNode {
  const onGone = useCallback((cause: unknown, key: string) => report(goneError(key, cause)), [report]);
  const draw = useCallback(
    (item: ElicitItem) => (
      <LastResort stage={item.status} onCrash={(cause) => report(crashOf(item, cause))}>
        {children(item)}
      </LastResort>
    ),
    [report, children],
  );
  return (
    <Slots list={items} keyOf={idOf} onGone={onGone}>
      {draw}
    </Slots>
  );
}

const idOf = ({ elicitId }: ElicitItem): string => elicitId;

function crashOf({ toolName, key, elicitId }: ElicitItem, cause: unknown): ClientError {
  const message = `The question ${toolName}.${key} could not be shown as it is: ${reasonOf(cause)}`;
  return new ClientError('COMPONENT_CRASHED', message, { elicitId, cause });
}
