import { useContext, useReducer, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { ElicitItem } from '../client/elicit-item.ts';
import { LevelContext } from '../ui/frame/frame.ts';
import type { LanguageProps } from '../ui/language/elicit-messages.ts';
import { useLanguage } from '../ui/language/language-context.ts';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';
import { Boundary, goneError, useKept } from './Boundary.tsx';
import type { OutletDialogOptions } from './ItemDialog.tsx';
import { noShare } from './outlets.ts';
import { itemGroup, OutletStandIn } from './OutletStandIn.tsx';
import { FallbackContext, useSessionContext, type ElicitFallback } from './session-context.ts';
import { useDialogPart, useDialogSlot } from './useDialog.ts';

/** Props of `ElicitOutlet`. */
export interface ElicitOutletProps extends LanguageProps {
  /** Show only this call's questions. Every other outlet then leaves them out. */
  callId?: string | undefined;
  /** Of the questions that would be shown, show only this one, by its `elicitId`. @default all */
  elicitId?: string | undefined;
  /** Class of the element around the questions. */
  className?: string | undefined;
  /**
   * Focus a question when it arrives, unless the person is typing or in another question.
   *
   * @default false
   */
  focusOnArrival?: boolean | undefined;
  /**
   * `dialog` asks in a dialog over the page, one question at a time across all such outlets, and takes the focus.
   * Receipts appear in the outlet either way.
   *
   * @default "inline"
   */
  presentation?: 'inline' | 'dialog' | undefined;
  /**
   * The level of the questions' titles among the headings of the page, from 1 to 6.
   *
   * @default 3
   */
  headingLevel?: number | undefined;
  /** Shows questions that no plugin asks, instead of the form and the provider's `fallback`. */
  fallback?: ElicitFallback | undefined;
  /** Placement and words of the dialogs of `presentation="dialog"`. */
  dialog?: OutletDialogOptions | undefined;
}

/**
 * Show questions where they were asked, and afterwards their receipts.
 *
 * Only shows the client's state: mounting or unmounting it neither starts nor stops a handler. One outlet shows each
 * question. If two have the same `callId`, or both have none, the one mounted first shows it.
 *
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function ElicitOutlet({
  callId,
  elicitId,
  className,
  focusOnArrival = false,
  presentation = 'inline',
  dialog,
  headingLevel = 3,
  fallback,
  locale,
  messages,
}: ElicitOutletProps): ReactNode {
  const { client, outlets } = useSessionContext('<ElicitOutlet>');
  const { report } = client;
  // Stands for this outlet, and holds the questions that were there on mount: they are no arrivals.
  const [outlet] = useState(() => new Set(client.getSnapshot().items.map((item) => item.elicitId)));
  const share = useSyncExternalStore(outlets.subscribe, () => outlets.shareOf(outlet), nothing);
  const isShown = (item: ElicitItem) => item.elicitId === elicitId;
  const shown = share.groups.map(
    ({ id, entries }) => [String(id), elicitId === undefined ? entries : entries.filter(isShown)] as const,
  );
  // Groups that have emptied lately stay, with the boundaries in them.
  const groups = useKept(new Map(shown));
  const isEmpty = shown.every(([, items]) => items.length === 0);
  const [part, onLost] = useDialogPart(presentation === 'dialog', !isEmpty, report);
  useBrowserLayoutEffect(() => outlets.claim({ outlet, callId, dialog: part }), [outlets, outlet, callId, part]);
  const language = useLanguage({ locale, messages });
  const slot = useDialogSlot(share, part, dialog, onLost);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const ItemGroup = itemGroup.get();
  const inherited = useContext(FallbackContext);
  return (
    <Boundary onGone={(cause) => report(goneError(undefined, cause))}>
      {isEmpty ? null : (
        <div className={className} data-elicit="elicit-outlet">
          <LevelContext.Provider value={headingLevel}>
            {ItemGroup === undefined ? (
              <OutletStandIn language={language} onThere={drawAgain} />
            ) : (
              groups.map(([id, items = []]) => {
                const isTurn = slot && items.some((item) => item.elicitId === slot.turn.elicitId);
                return (
                  <ItemGroup
                    key={id}
                    items={items}
                    before={outlet}
                    focusOnArrival={focusOnArrival}
                    language={language}
                    dialog={part && (isTurn ? slot : 'waiting')}
                    fallback={fallback ?? inherited}
                  />
                );
              })
            )}
          </LevelContext.Provider>
        </div>
      )}
    </Boundary>
  );
}

const nothing = () => noShare;
