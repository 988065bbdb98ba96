import { memo, useEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { ElicitItem } from '../client/elicit-item.ts';
import { Receipt, type ReceiptOutcome } from '../ui/receipt/Receipt.tsx';
import { ElicitCard } from '../ui/elicit-card/ElicitCard.tsx';
import { ItemBoundary } from './ItemBoundary.tsx';
import { OpenItemCard } from './OpenItemCard.tsx';

export interface OutletItemProps {
  item: ElicitItem;
  report: (error: ClientError) => void;
}

/** One question of an outlet: its card while it is open, its receipt afterwards. */
export const OutletItem = memo(function OutletItem({ item, report }: OutletItemProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const receipt = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const outcome = outcomeOf(item);

  useEffect(() => {
    if (outcome === undefined || !hadFocus.current) return;
    hadFocus.current = false;
    // Whoever went elsewhere meanwhile stays there.
    const { activeElement, body } = frame.current?.ownerDocument ?? document;
    if (activeElement === null || activeElement === body || frame.current?.contains(activeElement)) {
      receipt.current?.focus({ preventScroll: true });
    }
  }, [outcome]);

  const onFocus = () => {
    hadFocus.current = outcome === undefined;
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // Without a target, focus was lost and not moved: what held it became inert or went away.
    if (relatedTarget !== null) hadFocus.current = currentTarget.contains(relatedTarget);
  };
  const onCrash = (cause: unknown) => {
    const { elicitId, toolName, key } = item;
    const why = cause instanceof Error ? cause.message : String(cause);
    const message = `A component of ${toolName}.${key} failed while rendering: ${why}`;
    report(new ClientError('COMPONENT_CRASHED', message, { elicitId, cause }));
  };

  return (
    <div ref={frame} data-part="elicit-item" onFocus={onFocus} onBlur={onBlur}>
      {'receipt' in item ? (
        <Receipt
          ref={receipt}
          outcome={outcome ?? 'cancelled'}
          title={item.receipt.title}
          detail={item.receipt.detail}
        />
      ) : (
        <ItemBoundary
          onCrash={onCrash}
          fallback={(renderAgain) => (
            <ElicitCard
              toolName={item.toolName}
              message={item.message}
              state={item.status === 'sending' ? 'sending' : 'failed'}
              error={item.status === 'failed' ? item.problem.message : crashed}
              busy
              onRetry={item.status === 'failed' ? item.retry : renderAgain}
              onDecline={'decline' in item ? () => item.decline() : undefined}
              onCancel={'cancel' in item ? item.cancel : undefined}
            />
          )}
        >
          <OpenItemCard item={item} />
        </ItemBoundary>
      )}
    </div>
  );
});

const crashed = 'This question could not be shown.';

function outcomeOf(item: ElicitItem): ReceiptOutcome | undefined {
  if (item.status === 'pending' || item.status === 'sending' || item.status === 'failed') return undefined;
  return item.status === 'settled' ? outcomes[item.action] : item.status;
}

const outcomes = { accept: 'answered', decline: 'declined', cancel: 'cancelled' } as const;
