/**
 * The chat handler, its sessions and their store.
 *
 * @module elicitkit/server
 */

export { createChatHandler } from './chat/create-chat-handler.ts';
export type {
  ChatHandler,
  ChatHandlerOptions,
  Identified,
  Owner,
  Reassign,
  ResolveWait,
} from './chat/create-chat-handler.ts';
export { createCallHandler } from './chat/create-call-handler.ts';
export type {
  BegunCall,
  CallHandler,
  CallHandlerOptions,
  CallName,
  CallNameError,
  CallOutcome,
  UnknownCall,
} from './chat/create-call-handler.ts';
export { keepChatHandler } from './chat/keep-chat-handler.ts';
export type { Approval, Approvals } from './chat/approvals.ts';
export type { ChatLimits } from './chat/chat-limits.ts';
export type { HostCalls } from './chat/chat-sessions.ts';
export type { Inbox, InboxError, InboxQuery } from './chat/inbox-server.ts';
export type {
  NotifyError,
  NotifyOptions,
  OnWaiting,
  OnWaitingTimeoutError,
  WaitingNotice,
} from './chat/waiting-notices.ts';
export { memoryStore } from './store/memory-store.ts';
export type { DueKey, DurableStore, StoreCheck, StoreCommit, StoredEntry } from './store/durable-store.ts';
export type { StoreLostError } from './store/store-lost.ts';
export { createPluginSessionManager } from './session/plugin-session-manager.ts';
export type { CreatePluginSession } from './session/new-call.ts';
export type { PluginSessionInfo, Calls as PluginSessionManager } from './session/calls.ts';
export type { PluginSessionManagerOptions } from './session/plugin-session-manager.ts';
export type {
  AbortedBy,
  NumberedEvent,
  Call as PluginSession,
  PluginSessionEvent,
  RespondOptions,
  RespondToElicitOutcome,
  SessionOutcome,
} from './session/plugin-session.ts';
export type { AnswerToAllow, GivenAnswer, MayAnswer } from './session/may-answer.ts';
export type { WaitValueError } from './session/call-waits.ts';
export { verifyRecord } from './session/record-entry.ts';
export type {
  KeptContent,
  RecordEntry,
  RecordEvent,
  RecordLink,
  RecordedPerson,
  VerifiedCall,
} from './session/record-entry.ts';
export { createRecordReader } from './session/record-reader.ts';
export type { RecordError, RecordQuery, RecordReader } from './session/record-reader.ts';
export type { ResolveOutcome } from './session/wait-tokens.ts';
export type { OnServerEvent, ServerEvent } from './session/server-event.ts';
export type { ServerLimits, SessionLimits } from './session/session-limits.ts';
export type { SessionAnswer, SessionAnswerOutcome, SessionRemains } from './session/call-entry.ts';
export type { ElicitContextError, SampleError, StepError } from './runtime/errors.ts';
export type { JournalEntry, RecordedError } from './runtime/journal.ts';
export type { ChatFile, ChatMessage, ChatReasoning, ChatSource, ChatToolCall } from './protocol/chat-message.ts';
export type {
  ChatDelta,
  ChatProvider,
  ChatProviderOptions,
  ChatProviderResult,
  ChatProviderToolCall,
  ChatToolDefinition,
} from './protocol/chat-provider.ts';
export type { ChatStreamEvent, ChatStreamLine, PluginSessionStatus } from './protocol/chat-event.ts';
export type {
  ChatRequestBody,
  ClientCapabilities,
  PluginAbort,
  PluginElicitResponse,
} from './protocol/chat-request.ts';
export type { ElicitIssue, ElicitRequest } from './protocol/elicit-request.ts';
export type { ElicitResult } from './protocol/elicit-result.ts';
export type { InboxAnswered, InboxItem, InboxPage, OpenedQuestion, QuestionPlace } from './protocol/inbox.ts';
export type { Addressee, Answerer, AnswerVia, AskedTo, Person } from './protocol/person.ts';
