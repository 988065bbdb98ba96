import type { ReactNode } from 'react';
import { ChoiceListFooter } from './ChoiceListFooter.tsx';
import { ChoiceListHeader } from './ChoiceListHeader.tsx';
import { ChoiceListItems } from './ChoiceListItems.tsx';
import { ChoiceListRoot, type ChoiceListOptions } from './ChoiceListRoot.tsx';
import { ChoiceListSearch } from './ChoiceListSearch.tsx';

/** Props of `ChoiceList`. */
export interface ChoiceListProps extends ChoiceListOptions {
  /** The card's class. */
  className?: string | undefined;
}

/**
 * Asks a person to choose one of several things.
 *
 * It consists of the parts in `ChoiceListParts`: `Root` holds the choices, and `Header`, `Search`, `Items`, `Item` and
 * `Footer` draw them. Combine the parts yourself to replace one.
 */
export function ChoiceList(options: ChoiceListProps): ReactNode {
  return (
    <ChoiceListRoot {...options}>
      <ChoiceListHeader />
      <ChoiceListSearch />
      <ChoiceListItems />
      <ChoiceListFooter />
    </ChoiceListRoot>
  );
}
