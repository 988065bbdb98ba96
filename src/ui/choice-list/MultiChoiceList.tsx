import type { ReactNode } from 'react';
import { ChoiceListFooter } from './ChoiceListFooter.tsx';
import { ChoiceListHeader } from './ChoiceListHeader.tsx';
import { ChoiceListItems } from './ChoiceListItems.tsx';
import { ChoiceListSearch } from './ChoiceListSearch.tsx';
import { MultiChoiceListRoot, type MultiChoiceListOptions } from './MultiChoiceListRoot.tsx';

/** Props of `MultiChoiceList`. */
export interface MultiChoiceListProps extends MultiChoiceListOptions {
  /** The card's class. */
  className?: string | undefined;
}

/** Asks a person to choose any of several things. It uses the parts of a `ChoiceList`. */
export function MultiChoiceList(options: MultiChoiceListProps): ReactNode {
  return (
    <MultiChoiceListRoot {...options}>
      <ChoiceListHeader />
      <ChoiceListSearch />
      <ChoiceListItems />
      <ChoiceListFooter />
    </MultiChoiceListRoot>
  );
}
