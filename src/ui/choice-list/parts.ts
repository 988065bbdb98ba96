/** The parts of `ChoiceList` and `MultiChoiceList`. Combine them yourself to replace one. */

export { ChoiceListRoot as Root } from './ChoiceListRoot.tsx';
export { MultiChoiceListRoot as MultiRoot } from './MultiChoiceListRoot.tsx';
export { ChoiceListHeader as Header } from './ChoiceListHeader.tsx';
export { ChoiceListSearch as Search } from './ChoiceListSearch.tsx';
export { ChoiceListItems as Items } from './ChoiceListItems.tsx';
export { ChoiceListItem as Item } from './ChoiceListItem.tsx';
export { ChoiceListFooter as Footer } from './ChoiceListFooter.tsx';
