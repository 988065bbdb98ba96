import type { ReactNode } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { PluginClient } from '../client/client-options.ts';
import type { ElicitItem } from '../client/elicit-item.ts';
import { LastResort } from './LastResort.tsx';
import { goneError, Slots } from './Slots.tsx';
import { reasonOf } from '../protocol/coded-error.ts';

interface ItemSlotsProps {
  items: readonly ElicitItem[];
  report: PluginClient['report'];
  children: (item: ElicitItem) => ReactNode;
}

/** The questions of an outlet. An error in one, even during unmounting, reaches neither the others nor the page. */
export function ItemSlots({ items, report, children }: ItemSlotsProps): ReactNode {
  return (
    <Slots list={items} keyOf={({ elicitId }) => elicitId} onGone={(cause, key) => report(goneError(key, cause))}>
      {(item) => (
        <LastResort stage={item.status} onCrash={(cause) => report(crashOf(item, cause))}>
          {children(item)}
        </LastResort>
      )}
    </Slots>
  );
}

function crashOf({ toolName, key, elicitId }: ElicitItem, cause: unknown): ClientError {
  const message = `The question ${toolName}.${key} could not be shown as it is: ${reasonOf(cause)}`;
  return new ClientError('COMPONENT_CRASHED', message, { elicitId, cause });
}
