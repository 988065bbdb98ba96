/**
 * The client without React.
 *
 * @module elicitkit/client
 */

export { createPluginClient } from './client/plugin-client.ts';
export type {
  AbortOptions,
  AttachOptions,
  PluginClient,
  PluginClientOptions,
  PluginClientSettings,
  RegenerateOptions,
  SendOptions,
} from './client/client-options.ts';
export type { BegunCall, CallEnd, CallOptions } from './client/begin-call.ts';
export { askHere, type AskedQuestion, type OfferedChange } from './client/ask-here.ts';
export type { ClientStorage } from './client/storage/client-storage.ts';
export { openStorage, type AsyncStorage, type OpenStorageOptions } from './client/storage/open-storage.ts';
export type { TabChannel } from './client/tabs.ts';
export type { ClientError, ClientErrorCode, ItemProblem, Problem } from './client/client-error.ts';
export type { ClientSnapshot } from './client/client-snapshot.ts';
export type {
  AbortedItem,
  ElicitItem,
  ElicitView,
  EndedItem,
  ExpiredItem,
  FailedItem,
  LostItem,
  AwaitedItem,
  OpenItem,
  PendingItem,
  SendingItem,
  SettledItem,
} from './client/elicit-item.ts';
export type { DeliverAnswer, ElicitServer, OutcomeOfChange, OutsideQuestion } from './client/state/outside-question.ts';
export type { ClientStatus, ToolActivity } from './client/state/client-state.ts';
export type { ChatTransport, ChatTransportRequest } from './client/wire/chat-transport.ts';
export type {
  ChatRequestBody,
  ClientCapabilities,
  PluginAbort,
  PluginElicitResponse,
} from './protocol/chat-request.ts';
export type { ChatStreamEvent, ChatStreamLine, ServerCapabilities } from './protocol/chat-event.ts';
export type { ChatFile, ChatMessage, ChatReasoning, ChatSource, ChatToolCall } from './protocol/chat-message.ts';
export { partsOf, type ChatPart } from './protocol/message-parts.ts';
export type { ElicitIssue, ElicitRequest } from './protocol/elicit-request.ts';
export type { CancelReason, ElicitAction, ElicitResult } from './protocol/elicit-result.ts';
export type { Connection } from './client/delivery/connection.ts';
export type { RetryOptions } from './client/delivery/retry-policy.ts';
