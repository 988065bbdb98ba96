/** The parts of `SeatPicker` and `PassengerSeatPicker`. Combine them yourself to replace one. */

export { SeatPickerRoot as Root } from './SeatPickerRoot.tsx';
export { PassengerSeatPickerRoot as PassengerRoot } from './PassengerSeatPickerRoot.tsx';
export { SeatPickerNotice as Notice } from './SeatPickerNotice.tsx';
export { SeatPickerHeader as Header } from './SeatPickerHeader.tsx';
export { SeatPickerPassengers as Passengers } from './SeatPickerPassengers.tsx';
export { SeatPickerDeckTabs as DeckTabs } from './SeatPickerDeckTabs.tsx';
export { SeatPickerViewSwitch as ViewSwitch } from './SeatPickerViewSwitch.tsx';
export { SeatPickerTiers as Tiers } from './SeatPickerTiers.tsx';
export { SeatPickerLegend as Legend } from './SeatPickerLegend.tsx';
export { SeatPickerCabins as Cabins } from './SeatPickerCabins.tsx';
export { SeatPickerCabin as Cabin } from './SeatPickerCabin.tsx';
export { SeatPickerMap as Map } from './SeatPickerMap.tsx';
export { SeatPickerSide as Side } from './SeatPickerSide.tsx';
export { SeatPickerList as List } from './SeatPickerList.tsx';
export { SeatPickerSeat as Seat } from './SeatPickerSeat.tsx';
export { SeatPickerJump as Jump } from './SeatPickerJump.tsx';
export { SeatPickerDisclosures as Disclosures } from './SeatPickerDisclosures.tsx';
export { SeatPickerMore as More } from './SeatPickerMore.tsx';
export { SeatPickerFooter as Footer } from './SeatPickerFooter.tsx';
