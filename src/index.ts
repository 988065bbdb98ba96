/**
 * What React shows: provider, hook, outlet and components.
 *
 * @module elicitkit
 */
'use client';

export { PluginSessionProvider, type PluginSessionProviderProps } from './react/PluginSessionProvider.tsx';
export { usePluginSession, type PluginSession } from './react/usePluginSession.ts';
export { useProblemWords } from './react/useProblemWords.ts';
export { useReceiptWords } from './react/useReceiptWords.ts';
export { usePendingCount } from './react/usePendingCount.ts';
export { useTitleBadge } from './react/useTitleBadge.ts';
export { ElicitOutlet, type ElicitOutletProps } from './react/ElicitOutlet.tsx';
export type { OutletDialogOptions } from './react/ItemDialog.tsx';
export type { ElicitFallback } from './react/fallback.ts';
export { schemaForm, type SchemaFormHandler, type SchemaFormOptions } from './react/schema-form.ts';
export { lazyComponent } from './react/lazy-component.ts';
export { MissingProviderError } from './react/missing-provider-error.ts';
export { createPluginClient } from './client/plugin-client.ts';
export type { AbortOptions, PluginClient, PluginClientOptions, PluginClientSettings } from './client/client-options.ts';
export type { AskedQuestion, OutsideQuestion } from './client/outside-questions.ts';
export type { ClientStorage } from './client/storage/client-storage.ts';
export type { TabChannel } from './client/tabs.ts';
export { ClientError, type ClientErrorCode, type ItemProblem, type Problem } from './client/client-error.ts';
export type { ClientSnapshot, EndedItem, OpenItem } from './client/client-snapshot.ts';
export type {
  AbortedItem,
  ElicitItem,
  ElicitView,
  ExpiredItem,
  FailedItem,
  LostItem,
  PendingItem,
  SendingItem,
  SettledItem,
} from './client/elicit-item.ts';
export type { ElicitServer } from './client/state/item-state.ts';
export type { ClientStatus, ToolActivity } from './client/state/client-state.ts';
export type { ChatTransport, ChatTransportRequest } from './client/wire/chat-transport.ts';
export type { Connection } from './client/delivery/connection.ts';
export type { RetryOptions } from './client/delivery/retry-policy.ts';
export { Confirm, type ConfirmProps } from './ui/confirm/Confirm.tsx';
export { ConfirmDetails } from './ui/confirm/ConfirmDetails.tsx';
export { ConfirmFooter } from './ui/confirm/ConfirmFooter.tsx';
export { ConfirmHeader } from './ui/confirm/ConfirmHeader.tsx';
export {
  ConfirmRoot,
  type ConfirmAnswer,
  type ConfirmDetail,
  type ConfirmOptions,
  type ConfirmRootProps,
} from './ui/confirm/ConfirmRoot.tsx';
export type { Choice, ShownChoice } from './ui/choice-list/choice.ts';
export { ChoiceList, type ChoiceListProps } from './ui/choice-list/ChoiceList.tsx';
export { ChoiceListFooter } from './ui/choice-list/ChoiceListFooter.tsx';
export { ChoiceListHeader } from './ui/choice-list/ChoiceListHeader.tsx';
export { ChoiceListItem, type ChoiceListItemProps } from './ui/choice-list/ChoiceListItem.tsx';
export { ChoiceListItems, type ChoiceListItemsProps } from './ui/choice-list/ChoiceListItems.tsx';
export {
  ChoiceListRoot,
  type ChoiceAnswer,
  type ChoiceListOptions,
  type ChoiceListRootProps,
} from './ui/choice-list/ChoiceListRoot.tsx';
export { ChoiceListSearch } from './ui/choice-list/ChoiceListSearch.tsx';
export { MultiChoiceList, type MultiChoiceListProps } from './ui/choice-list/MultiChoiceList.tsx';
export {
  MultiChoiceListRoot,
  type ChoicesAnswer,
  type MultiChoiceListOptions,
  type MultiChoiceListRootProps,
} from './ui/choice-list/MultiChoiceListRoot.tsx';
export { useOwnParts, type OwnParts } from './ui/frame/useOwnParts.ts';
export { ElicitCard, type ElicitCardProps } from './ui/elicit-card/ElicitCard.tsx';
export { ElicitDialog, type ElicitDialogOptions, type ElicitDialogProps } from './ui/elicit-dialog/ElicitDialog.tsx';
export { FlightList, type FlightListProps } from './ui/flight-list/FlightList.tsx';
export { FlightListChips } from './ui/flight-list/FlightListChips.tsx';
export { FlightListFooter } from './ui/flight-list/FlightListFooter.tsx';
export { FlightListHeader, type FlightListHeaderProps } from './ui/flight-list/FlightListHeader.tsx';
export { FlightListItem, type FlightListItemProps } from './ui/flight-list/FlightListItem.tsx';
export { FlightListItems, type FlightListItemsProps } from './ui/flight-list/FlightListItems.tsx';
export { FlightListMore } from './ui/flight-list/FlightListMore.tsx';
export { FlightListNotice, type FlightListNoticeProps } from './ui/flight-list/FlightListNotice.tsx';
export {
  FlightListRoot,
  type FlightListDraft,
  type FlightListOptions,
  type FlightListRootProps,
} from './ui/flight-list/FlightListRoot.tsx';
export { Receipt, type ReceiptProps } from './ui/receipt/Receipt.tsx';
export type { ReceiptOutcome } from './ui/receipt/words.ts';
export { ElicitLocaleProvider, type ElicitLocaleProviderProps } from './ui/language/ElicitLocaleProvider.tsx';
export type {
  ElicitMessageOverrides,
  ElicitMessages,
  LanguageProps,
  MessageGroup,
} from './ui/language/elicit-messages.ts';
export { PassengerSeatPicker, type PassengerSeatPickerProps } from './ui/seat-picker/PassengerSeatPicker.tsx';
export {
  PassengerSeatPickerRoot,
  type PassengerSeatPickerDraft,
  type PassengerSeatPickerOptions,
  type PassengerSeatPickerRootProps,
} from './ui/seat-picker/PassengerSeatPickerRoot.tsx';
export { SeatPicker, type SeatPickerProps } from './ui/seat-picker/SeatPicker.tsx';
export { SeatPickerCabin, type SeatPickerCabinProps } from './ui/seat-picker/SeatPickerCabin.tsx';
export { SeatPickerCabins, type SeatPickerCabinsProps } from './ui/seat-picker/SeatPickerCabins.tsx';
export { SeatPickerDeckTabs } from './ui/seat-picker/SeatPickerDeckTabs.tsx';
export { SeatPickerDisclosures } from './ui/seat-picker/SeatPickerDisclosures.tsx';
export { SeatPickerFooter, type SeatPickerFooterProps } from './ui/seat-picker/SeatPickerFooter.tsx';
export { SeatPickerHeader, type SeatPickerHeaderProps } from './ui/seat-picker/SeatPickerHeader.tsx';
export { SeatPickerJump } from './ui/seat-picker/SeatPickerJump.tsx';
export { SeatPickerLegend } from './ui/seat-picker/SeatPickerLegend.tsx';
export { SeatPickerList } from './ui/seat-picker/SeatPickerList.tsx';
export { SeatPickerMap, type SeatPickerMapProps } from './ui/seat-picker/SeatPickerMap.tsx';
export { SeatPickerMore, type SeatPickerMoreProps } from './ui/seat-picker/SeatPickerMore.tsx';
export { SeatPickerNotice } from './ui/seat-picker/SeatPickerNotice.tsx';
export { SeatPickerPassengers } from './ui/seat-picker/SeatPickerPassengers.tsx';
export {
  SeatPickerRoot,
  type SeatPickerDraft,
  type SeatPickerOptions,
  type SeatPickerRootProps,
} from './ui/seat-picker/SeatPickerRoot.tsx';
export { SeatPickerSeat, type SeatPickerSeatProps } from './ui/seat-picker/SeatPickerSeat.tsx';
export type { SeatPickerSeatState } from './ui/seat-picker/seat-props.ts';
export { SeatPickerSide, type SeatPickerSideProps } from './ui/seat-picker/SeatPickerSide.tsx';
export { SeatPickerTiers } from './ui/seat-picker/SeatPickerTiers.tsx';
export { SeatPickerViewSwitch } from './ui/seat-picker/SeatPickerViewSwitch.tsx';
export type { CabinView, RowView, SeatView } from './ui/seat-picker/seat-views.ts';
export type { SeatMark } from './ui/seat-picker/seat-mark.ts';
export { SchemaForm, type SchemaFormProps } from './ui/schema-form/SchemaForm.tsx';
export type { FieldComponents, FieldProps } from './ui/schema-form/field-props.ts';
export type { FieldHint, FormHints } from './ui/schema-form/hints.ts';
export type { FormCheck, FormStandardSchema } from './ui/schema-form/standard-schema.ts';
export type { Draft as FieldDraft, DraftOf, SchemaFormDraft } from './ui/schema-form/model/draft.ts';
export type { Field, FieldKind, FieldOption } from './ui/schema-form/model/field.ts';
export { UrlConsent, type UrlConsentAnswer, type UrlConsentProps } from './ui/url-consent/UrlConsent.tsx';
export { inspectUrl, type InspectedUrl, type UrlRefusal, type UrlWarning } from './ui/url-consent/inspect-url.ts';
