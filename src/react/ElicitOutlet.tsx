import { useLayoutEffect, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { OutletItem } from './OutletItem.tsx';
import { useSessionContext } from './session-context.ts';
import { usePluginSession } from './usePluginSession.ts';

/** Props of `ElicitOutlet`. */
export interface ElicitOutletProps {
  /** Show this call's questions alone; every other outlet then leaves them out. */
  callId?: string | undefined;
  className?: string | undefined;
  /**
   * Move the focus to a question when it comes, unless the person is typing or in another question.
   *
   * @default false
   */
  focusOnArrival?: boolean | undefined;
}

/**
 * Show the questions, each where it was asked, and the line that stays of each.
 *
 * It shows what the client holds: mounting and unmounting it neither starts nor stops a handler.
 *
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function ElicitOutlet({ callId, className, focusOnArrival = false }: ElicitOutletProps): ReactNode {
  const { claims, announcer } = useSessionContext('<ElicitOutlet>');
  const claimed = useSyncExternalStore(claims.subscribe, claims.getSnapshot, claims.getSnapshot);
  useBrowserLayoutEffect(() => (callId === undefined ? undefined : claims.claim(callId)), [claims, callId]);
  const items = usePluginSession((session) =>
    session.items.filter((item) => (callId === undefined ? !claimed.has(item.callId) : item.callId === callId)),
  );
  const report = usePluginSession((session) => session.client.report);
  // What was there first is no arrival.
  const [first] = useState(() => new Set(items.map(({ elicitId }) => elicitId)));
  if (items.length === 0) return null;
  return (
    <div className={className} data-part="elicit-outlet">
      {items.map((item) => (
        <OutletItem
          key={item.elicitId}
          item={item}
          announcer={announcer}
          takesFocus={focusOnArrival && !first.has(item.elicitId)}
          report={report}
        />
      ))}
    </div>
  );
}

/** React warns of layout effects where there is no layout. */
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
