/** The parts of `FlightList`. Combine them yourself to replace one. */

export { FlightListRoot as Root } from './FlightListRoot.tsx';
export { FlightListNotice as Notice } from './FlightListNotice.tsx';
export { FlightListHeader as Header } from './FlightListHeader.tsx';
export { FlightListChips as Chips } from './FlightListChips.tsx';
export { FlightListItems as Items } from './FlightListItems.tsx';
export { FlightListItem as Item } from './FlightListItem.tsx';
export { FlightListMore as More } from './FlightListMore.tsx';
export { FlightListFooter as Footer } from './FlightListFooter.tsx';
