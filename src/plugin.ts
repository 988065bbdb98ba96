/**
 * For tool authors, on both sides: declare a tool and pair its questions with components.
 *
 * @module elicitkit/plugin
 */

export { createMcpTool } from './tool/create-mcp-tool.ts';
export type {
  ApprovalAnswer,
  ApprovalOptions,
  ApprovalQuestion,
  RememberedCall,
  RememberOptions,
} from './tool/approval.ts';
export { question, type Question, type QuestionParts } from './tool/question.ts';
export type { Choice } from './protocol/choice.ts';
export type { OpenChoices } from './tool/choice-lists.ts';
export type { ChoicesFor, Choose, Offers, PlainField, PlainQuestion } from './tool/choices.ts';
export type { McpTool, McpToolBuilder, McpToolDeclaration } from './tool/create-mcp-tool.ts';
export type {
  AnswerOf,
  ContentOf,
  ContextInputOf,
  ContextOf,
  ElicitDefinition,
  ElicitDefinitions,
  ElicitLongDefinition,
  ElicitQuestion,
  ElicitsOptions,
  ResponseSchemaOf,
} from './tool/elicit-definition.ts';
export type { AskWhom, ElicitToError, Recipient } from './tool/ask-whom.ts';
export type { ToolDeclarationError } from './tool/errors.ts';
export type { HandoffOptions, HandoffParts, McpToolServerContext } from './tool/handoff.ts';
export type { AnyMcpTool, AnyMcpToolDeclaration, BoundTool, ParamsOf, ResultOf, ToolFacts } from './tool/tool-facts.ts';
export type {
  AskModel,
  SamplingContext,
  SamplingParts,
  SamplingRequest,
  SamplingResult,
} from './tool/sampling-parts.ts';
export type { ToolLimits, ToolLimits as McpToolLimits } from './tool/tool-limits.ts';
export type { ToolNeeds } from './tool/tool-needs.ts';
export type {
  Elicit,
  ElicitExchange,
  ElicitOpen,
  AnsweredBy,
  ElicitAnswer,
  ElicitOptions,
  ElicitUrl,
  ElicitUrlOptions,
  ElicitUrlPage,
  ElicitUrlResult,
  ExchangeOptions,
  OpenQuestion,
} from './tool/ask-person.ts';
export type {
  BranchOptions,
  Eventual,
  McpBranchContext,
  McpToolContext,
  SampleRequest,
  SampleResult,
  StepAbout,
  StepOptions,
  UndoableStep,
} from './tool/tool-context.ts';
export type { WaitFor, WaitOptions, WaitResult, WaitToken } from './tool/host-wait.ts';
export type { StepValue } from './tool/step-value.ts';
// The names of the durable runtime's design.
export type { HandoffParts as McpToolHandoffConfig } from './tool/handoff.ts';
export type { McpTool as FinalizedMcpTool, McpTool as FinalizedMcpToolWithElicits } from './tool/create-mcp-tool.ts';
export type {
  BranchOptions as McpToolBranchOptions,
  McpToolContext as McpToolContextWithElicits,
  SampleRequest as McpToolSampleConfig,
} from './tool/tool-context.ts';
export type { McpToolDepthError, McpToolTimeoutError, McpToolTokenError } from './runtime/errors.ts';
export { choiceQuestion, choicesQuestion, confirmQuestion } from './plugin/whole-questions.ts';
export { pickRowSchema, pickRowsSchema, rowQuestion, rowsQuestion } from './plugin/row-questions.ts';
export { reviewQuestion, reviewSchema, type Review } from './plugin/review-question.ts';
export type { TableCell, TableColumn, TableRow } from './protocol/table.ts';
export { dateQuestion, datesQuestion, pickDateSchema, pickDatesSchema } from './plugin/date-questions.ts';
export type { DayLimits, RangeLimits, UnavailableDays } from './protocol/days.ts';
export { filesQuestion, pickFilesSchema } from './plugin/files-question.ts';
export { answerWith, confirmSchema, pickChoiceSchema, pickChoicesSchema } from './plugin/answer-with.ts';
export type {
  Answering,
  AnswerOfProps,
  ElicitHandler,
  ElicitHandlers,
  ElicitRequestId,
  InjectedProps,
  OpenElicitRequest,
  OpenHandler,
  PluginClientContext,
  PluginComponent,
  PluginElicitRequest,
  UserProps,
} from './plugin/elicit-handler.ts';
export type { Rendering } from './plugin/rendering.ts';
export { makePlugin } from './plugin/make-plugin.ts';
export type {
  ElicitReceipts,
  Plugin,
  PluginBuilder,
  PluginClientRegistration,
  PluginReceiptsBuilder,
} from './plugin/make-plugin.ts';
export { createPluginRegistry, type AnyPlugin, type PluginRegistry } from './plugin/plugin-registry.ts';
export { CodedError } from './protocol/coded-error.ts';
export type { ElicitIssue, ElicitRequest } from './protocol/elicit-request.ts';
export type { ReceiptWords } from './protocol/receipt.ts';
export type {
  CancelReason,
  ElicitAccept,
  ElicitAction,
  ElicitCancel,
  ElicitDecline,
  ElicitResult,
} from './protocol/elicit-result.ts';
export type { JsonObject, JsonValue } from './protocol/json.ts';
export type { LogLevel } from './protocol/tool-report.ts';
export type { ChatFile, ChatMessage, ChatReasoning, ChatSource, ChatToolCall } from './protocol/chat-message.ts';
