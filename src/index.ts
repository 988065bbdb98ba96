'use client';

export { PluginSessionProvider, type PluginSessionProviderProps } from './react/PluginSessionProvider.tsx';
export { usePluginSession, type PluginSession } from './react/usePluginSession.ts';
export { usePendingCount } from './react/usePendingCount.ts';
export { useTitleBadge } from './react/useTitleBadge.ts';
export { ElicitOutlet, type ElicitOutletProps } from './react/ElicitOutlet.tsx';
export { MissingProviderError } from './react/missing-provider-error.ts';
export { createPluginClient } from './client/plugin-client.ts';
export type { AbortOptions, PluginClient, PluginClientOptions, PluginClientSettings } from './client/client-options.ts';
export type { ClientStorage } from './client/storage/client-storage.ts';
export type { TabChannel } from './client/tabs.ts';
export { ClientError, type ClientErrorCode, type Problem } from './client/client-error.ts';
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
export type { ClientStatus, ToolActivity } from './client/state/client-state.ts';
export type { ChatTransport, ChatTransportRequest } from './client/wire/chat-transport.ts';
export type { Connection } from './client/delivery/connection.ts';
export type { RetryOptions } from './client/delivery/retry-policy.ts';
export { Confirm, type ConfirmAnswer, type ConfirmDetail, type ConfirmProps } from './ui/confirm/Confirm.tsx';
export type { Choice } from './ui/choice-list/choice.ts';
export { ChoiceList, type ChoiceAnswer, type ChoiceListProps } from './ui/choice-list/ChoiceList.tsx';
export { MultiChoiceList, type ChoicesAnswer, type MultiChoiceListProps } from './ui/choice-list/MultiChoiceList.tsx';
export { ElicitCard, type ElicitCardProps } from './ui/elicit-card/ElicitCard.tsx';
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
export { Receipt, type ReceiptOutcome, type ReceiptProps } from './ui/receipt/Receipt.tsx';
export {
  PassengerSeatPicker,
  type PassengerSeatPickerDraft,
  type PassengerSeatPickerProps,
} from './ui/seat-picker/PassengerSeatPicker.tsx';
export { SchemaForm, type SchemaFormProps } from './ui/schema-form/SchemaForm.tsx';
export type { FieldComponents, FieldProps } from './ui/schema-form/field-props.ts';
export type { FieldHint, FormHints } from './ui/schema-form/hints.ts';
export type { FormCheck, FormStandardSchema } from './ui/schema-form/standard-schema.ts';
export type { Draft as FieldDraft, DraftOf, SchemaFormDraft } from './ui/schema-form/model/draft.ts';
export type { Field, FieldKind, FieldOption } from './ui/schema-form/model/field.ts';
export { SeatPicker, type SeatPickerProps } from './ui/seat-picker/SeatPicker.tsx';
export { UrlConsent, type UrlConsentAnswer, type UrlConsentProps } from './ui/url-consent/UrlConsent.tsx';
export { inspectUrl, type InspectedUrl, type UrlRefusal, type UrlWarning } from './ui/url-consent/inspect-url.ts';
