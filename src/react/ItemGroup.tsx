import { memo, PureComponent, useState, type ReactNode } from 'react';
import type { PluginClient } from '../client/client-options.ts';
import type { ElicitItem } from '../client/elicit-item.ts';
import { LanguageContext } from '../ui/language/language-context.ts';
import { ownWords } from '../ui/language/language.ts';
import { crashError, goneError } from './crash-errors.ts';
import { divide, type Group } from './groups.ts';
import type { ElicitFallback } from './session-context.ts';
import { useKept } from './useKept.ts';

export interface ItemGroupProps extends Pick<ItemSlotProps, 'draw' | 'fallback' | 'report'> {
  items: readonly ElicitItem[];
}

/** Neighbours among the questions of an outlet. Only those that change are drawn again. */
export const ItemGroup = memo(function ItemGroup({ items, draw, fallback, report }: ItemGroupProps): ReactNode {
  const byId = new Map(items.map((item) => [item.elicitId, item]));
  return useKept([...byId.keys()]).map((id) => {
    const item = byId.get(id);
    const shown = item?.generic && !('receipt' in item) ? fallback : undefined;
    return <ItemSlot key={id} id={id} item={item} draw={draw} fallback={shown} report={report} />;
  });
});

/** An outlet's questions in groups, those that have emptied lately included. */
export function useItemGroups(items: readonly ElicitItem[]): readonly Group<ElicitItem>[] {
  const [known, setKnown] = useState<readonly Group<ElicitItem>[]>([]);
  const groups = divide(known, items, ({ elicitId }) => elicitId);
  if (groups !== known) setKnown(groups);
  const byId = new Map(groups.map((group) => [String(group.id), group]));
  return useKept([...byId.keys()]).map((id) => byId.get(id) ?? { id: Number(id), entries: none });
}

const none: readonly ElicitItem[] = [];

interface ItemSlotProps {
  id: string;
  /** Undefined once it is gone. */
  item: ElicitItem | undefined;
  /** The same function while it draws the same. */
  draw: (item: ElicitItem, fallback: ElicitFallback | undefined) => ReactNode;
  /** For a question that may show it. */
  fallback: ElicitFallback | undefined;
  report: PluginClient['report'];
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
    const { item, draw, fallback } = this.props;
    const { hasThrown, inOurWords, failedIn } = this.state;
    if (item === undefined || hasThrown || item.status === failedIn) return null;
    const drawn = draw(item, fallback);
    return inOurWords ? <LanguageContext.Provider value={ownWords}>{drawn}</LanguageContext.Provider> : drawn;
  }
}
