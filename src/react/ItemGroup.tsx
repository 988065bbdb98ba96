import { memo, PureComponent, type ReactNode } from 'react';
import type { ElicitItem } from '../client/elicit-item.ts';
import { LanguageContext } from '../ui/language/language-context.ts';
import { ownWords, type Language } from '../ui/language/language.ts';
import { isAskable } from './asker.ts';
import { crashError, goneError, useKept } from './Boundary.tsx';
import { OutletItem, type OutletItemProps } from './OutletItem.tsx';
import { useSessionContext, type SessionContextValue } from './session-context.ts';

export interface ItemGroupProps extends Pick<OutletItemProps, 'fallback' | 'dialog'> {
  items: readonly ElicitItem[];
  /** The questions that were there as the outlet came up. */
  before: ReadonlySet<string>;
  focusOnArrival: boolean;
  language: Language;
}

/** Neighbours among the questions of an outlet. Only those that change are drawn again. */
export const ItemGroup = memo(function ItemGroup(group: ItemGroupProps): ReactNode {
  const { items, before, focusOnArrival, language, dialog, fallback } = group;
  const { report } = useSessionContext('<ElicitOutlet>').client;
  const slots = useKept(new Map(items.map((item) => [item.elicitId, item]))).map(([id, item]) => {
    const isArrival = !before.has(id);
    const isInDialog = dialog && item && isAskable(item);
    return (
      <ItemSlot
        key={id}
        id={id}
        item={item}
        report={report}
        isArrival={isArrival}
        takesFocus={focusOnArrival && dialog === undefined && isArrival}
        dialog={isInDialog ? (dialog !== 'waiting' && dialog.turn.elicitId === id ? dialog : 'waiting') : undefined}
        fallback={item?.generic && !('receipt' in item) ? fallback : undefined}
      />
    );
  });
  // One child: React goes through all children of a component that it leaves alone.
  return <LanguageContext.Provider value={language}>{slots}</LanguageContext.Provider>;
});

interface ItemSlotProps extends Omit<OutletItemProps, 'item'> {
  id: string;
  /** Undefined once it is gone. */
  item: ElicitItem | undefined;
  report: SessionContextValue['client']['report'];
}

interface ItemSlotState {
  readonly hasThrown: boolean;
  readonly inOurWords: boolean;
  /** The status in which it cannot be drawn at all. */
  readonly failedIn: ElicitItem['status'] | undefined;
}

/**
 * The place of one question. It keeps from the page what no boundary below it caught, such as a crash of the card that
 * reports a crash, and outlives the question.
 *
 * The host's words are the likeliest cause, so it draws the question in our own words next. If that fails too, it leaves
 * the question out until its status changes.
 */
class ItemSlot extends PureComponent<ItemSlotProps, ItemSlotState> {
  override state: ItemSlotState = { hasThrown: false, inOurWords: false, failedIn: undefined };

  static getDerivedStateFromError(): Partial<ItemSlotState> {
    return { hasThrown: true };
  }

  override componentDidCatch(cause: unknown): void {
    const { id, item, report } = this.props;
    report(item === undefined ? goneError(id, cause) : crashError(item, cause, 'The card'));
    this.setState(({ inOurWords }) => ({
      hasThrown: false,
      inOurWords: item !== undefined,
      failedIn: inOurWords ? item?.status : undefined,
    }));
  }

  override render(): ReactNode {
    const { id: _id, report: _report, item, ...shown } = this.props;
    const { hasThrown, inOurWords, failedIn } = this.state;
    if (item === undefined || hasThrown || item.status === failedIn) return null;
    const drawn = <OutletItem item={item} {...shown} />;
    return inOurWords ? <LanguageContext.Provider value={ownWords}>{drawn}</LanguageContext.Provider> : drawn;
  }
}
