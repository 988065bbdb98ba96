/**
 * For React pages: provider, hook, outlet, client and components.
 *
 * @module elicitkit
 */
'use client';

// Don't use `export * as`: Next.js rejects a star in a client module that a server component imports.
import * as ChoiceListParts from './ui/choice-list/parts.ts';
import * as ConfirmParts from './ui/confirm/parts.ts';
import * as FlightListParts from './ui/flight-list/parts.ts';
import * as SeatPickerParts from './ui/seat-picker/parts.ts';

export { ChoiceListParts, ConfirmParts, FlightListParts, SeatPickerParts };
export { PluginSessionProvider, type PluginSessionProviderProps } from './react/PluginSessionProvider.tsx';
export { usePendingCount, usePluginSession, useTitleBadge, type Conversation } from './react/usePluginSession.ts';
export { ElicitOutlet, type ElicitOutletProps } from './react/ElicitOutlet.tsx';
export type { OutletDialogOptions } from './react/ItemDialog.tsx';
export type { ElicitFallback } from './react/session-context.ts';
export { schemaForm, type SchemaFormHandler, type SchemaFormOptions } from './react/schema-form.ts';
export { lazyComponent } from './react/lazy-component.ts';
export { createPluginClient } from './client/plugin-client.ts';
export type { PluginClient, PluginClientOptions, PluginClientSettings } from './client/client-options.ts';
export type { ElicitItem } from './client/elicit-item.ts';
export { partsOf, type ChatPart } from './protocol/message-parts.ts';
export { Confirm, type ConfirmProps } from './ui/confirm/Confirm.tsx';
export type { ConfirmAnswer, ConfirmOptions, ConfirmRootProps } from './ui/confirm/ConfirmRoot.tsx';
export type { Fact } from './ui/kit/Facts.tsx';
export type { Choice } from './protocol/choice.ts';
export type { ShownChoice } from './ui/choice-list/shown-choice.ts';
export { ChoiceList, type ChoiceListProps } from './ui/choice-list/ChoiceList.tsx';
export type { ChoiceListItemProps } from './ui/choice-list/ChoiceListItem.tsx';
export type { ChoiceListItemsProps } from './ui/choice-list/ChoiceListItems.tsx';
export type { ChoiceSearch, Listed } from './ui/choice-list/useSearch.ts';
export type {
  ChoiceAnswer,
  ChoiceDraft,
  ChoiceListOptions,
  ChoiceListRootProps,
} from './ui/choice-list/ChoiceListRoot.tsx';
export { MultiChoiceList, type MultiChoiceListProps } from './ui/choice-list/MultiChoiceList.tsx';
export type {
  ChoicesAnswer,
  ChoicesDraft,
  MultiChoiceListOptions,
  MultiChoiceListRootProps,
} from './ui/choice-list/MultiChoiceListRoot.tsx';
export { useOwnParts, type OwnParts } from './ui/frame/useOwnParts.ts';
export { FlightList, type FlightListProps } from './ui/flight-list/FlightList.tsx';
export type { FlightListHeaderProps } from './ui/flight-list/FlightListHeader.tsx';
export type { FlightListItemProps } from './ui/flight-list/FlightListItem.tsx';
export type { FlightListItemsProps } from './ui/flight-list/FlightListItems.tsx';
export type { FlightListNoticeProps } from './ui/flight-list/FlightListNotice.tsx';
export type { FlightListDraft, FlightListOptions, FlightListRootProps } from './ui/flight-list/FlightListRoot.tsx';
export { ElicitLocaleProvider, type ElicitLocaleProviderProps } from './ui/language/ElicitLocaleProvider.tsx';
export type {
  ElicitMessageOverrides,
  ElicitMessages,
  LanguageProps,
  MessageGroup,
} from './ui/language/elicit-messages.ts';
export { PassengerSeatPicker, type PassengerSeatPickerProps } from './ui/seat-picker/PassengerSeatPicker.tsx';
export type {
  PassengerSeatPickerDraft,
  PassengerSeatPickerOptions,
  PassengerSeatPickerRootProps,
} from './ui/seat-picker/PassengerSeatPickerRoot.tsx';
export { SeatPicker, type SeatPickerProps } from './ui/seat-picker/SeatPicker.tsx';
export type { SeatPickerCabinProps } from './ui/seat-picker/SeatPickerCabin.tsx';
export type { SeatPickerCabinsProps } from './ui/seat-picker/SeatPickerCabins.tsx';
export type { SeatPickerFooterProps } from './ui/seat-picker/SeatPickerFooter.tsx';
export type { SeatPickerHeaderProps } from './ui/seat-picker/SeatPickerHeader.tsx';
export type { SeatPickerMapProps } from './ui/seat-picker/SeatPickerMap.tsx';
export type { SeatPickerMoreProps } from './ui/seat-picker/SeatPickerMore.tsx';
export type { SeatPickerDraft, SeatPickerOptions, SeatPickerRootProps } from './ui/seat-picker/SeatPickerRoot.tsx';
export type { SeatPickerSeatProps } from './ui/seat-picker/SeatPickerSeat.tsx';
export type { SeatPickerSeatState } from './ui/seat-picker/seat-props.ts';
export type { SeatPickerSideProps } from './ui/seat-picker/SeatPickerSide.tsx';
export type { CabinView, RowView, SeatView } from './ui/seat-picker/seat-views.ts';
export type { SeatMark } from './ui/seat-picker/seat-mark.ts';
