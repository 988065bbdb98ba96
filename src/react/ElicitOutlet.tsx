import { useCallback, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { ElicitItem } from '../client/elicit-item.ts';
import type { LanguageProps } from '../ui/language/elicit-messages.ts';
import { ElicitLocaleProvider } from '../ui/language/ElicitLocaleProvider.tsx';
import { DialogItems } from './DialogItems.tsx';
import type { OutletDialogOptions } from './ItemDialog.tsx';
import { FallbackContext, type ElicitFallback } from './fallback.ts';
import { loadDialog } from './load-dialog.ts';
import { ItemSlots } from './ItemSlots.tsx';
import type { OutletClaims } from './outlet-claims.ts';
import { OutletItem } from './OutletItem.tsx';
import { useSessionContext } from './session-context.ts';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';
import { goneError, Slot } from './Slots.tsx';
import { usePluginSession } from './usePluginSession.ts';

/** Props of `ElicitOutlet`. */
export interface ElicitOutletProps extends LanguageProps {
  /** Show this call's questions alone; every other outlet then leaves them out. */
  callId?: string | undefined;
  /** Of the element round its questions. */
  className?: string | undefined;
  /**
   * Move the focus to a question when it comes, unless the person is typing or in another question.
   *
   * @default false
   */
  focusOnArrival?: boolean | undefined;
  /**
   * `dialog` asks over the page, one question at a time over all such outlets, and takes the focus. What stays of a
   * question stands in the outlet either way.
   *
   * @default "inline"
   */
  presentation?: 'inline' | 'dialog' | undefined;
  /** Shows questions that no plugin asks, in place of the form and of the provider's `fallback`. */
  fallback?: ElicitFallback | undefined;
  /** How the dialogs of `presentation="dialog"` stand in the page, and what they say. */
  dialog?: OutletDialogOptions | undefined;
}

/**
 * Show the questions, each where it was asked, and the line that stays of each.
 *
 * It shows the client's state: mounting and unmounting it neither starts nor stops a handler. One outlet shows each
 * question. If two have the same `callId`, or both have none, the one mounted first shows it.
 *
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function ElicitOutlet({
  callId,
  className,
  focusOnArrival = false,
  presentation = 'inline',
  dialog,
  fallback,
  locale,
  messages,
}: ElicitOutletProps): ReactNode {
  const { client, claims, announcer } = useSessionContext('<ElicitOutlet>');
  const { report } = client;
  const [outlet] = useState(() => ({}));
  useSyncExternalStore(claims.subscribe, claims.getSnapshot, claims.getSnapshot);
  useBrowserLayoutEffect(() => claims.claim(outlet, callId), [claims, outlet, callId]);
  useEffect(() => claims.warnOf(outlet, callId), [claims, outlet, callId]);
  const [itemsOf] = useState(() => createItemsOf(outlet));
  const items = usePluginSession((session) => itemsOf(session.items, claims));
  // What was there first is no arrival.
  const [first] = useState(() => new Set(client.getSnapshot().items.map(({ elicitId }) => elicitId)));
  const draw = useCallback(
    (item: ElicitItem) => (
      <OutletItem
        item={item}
        announcer={announcer}
        takesFocus={focusOnArrival && !first.has(item.elicitId)}
        report={report}
      />
    ),
    [announcer, focusOnArrival, first, report],
  );
  const inDialog = presentation === 'dialog';
  useEffect(() => {
    // Before there is a question. Where it fails, the first one tries again, and says so.
    if (inDialog) loadDialog().catch(() => undefined);
  }, [inDialog]);
  const inherited = useContext(FallbackContext);
  const shown = items.length > 0 && (
    <div className={className} data-part="elicit-outlet">
      <ElicitLocaleProvider locale={locale} messages={messages}>
        <FallbackContext.Provider value={fallback ?? inherited}>
          {inDialog ? (
            <DialogItems items={items} options={dialog} announcer={announcer} report={report} />
          ) : (
            <ItemSlots items={items} report={report}>
              {draw}
            </ItemSlots>
          )}
        </FallbackContext.Provider>
      </ElicitLocaleProvider>
    </div>
  );
  return <Slot onCrash={(cause) => report(goneError(undefined, cause))}>{shown || null}</Slot>;
}

/** Picks an outlet's questions. React asks often: the last result is given again while nothing has changed. */
function createItemsOf(outlet: object) {
  let last: { all: readonly ElicitItem[]; claimed: unknown; own: readonly ElicitItem[] } | undefined;
  return (all: readonly ElicitItem[], claims: OutletClaims): readonly ElicitItem[] => {
    const claimed = claims.getSnapshot();
    if (last?.all === all && last.claimed === claimed) return last.own;
    const own = all.filter((item) => claims.holderOf(item.callId) === outlet);
    last = { all, claimed, own };
    return own;
  };
}
