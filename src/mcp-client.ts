/**
 * Questions from MCP servers, shown in the same outlets.
 *
 * @module elicitkit/mcp-client
 */
'use client';

export {
  connectMcpElicitation,
  type McpElicitationConnection,
  type McpElicitationOptions,
} from './mcp-client/connect-mcp-elicitation.ts';
export {
  elicitationCapabilities,
  type ElicitationCapabilities,
  type ElicitationMode,
} from './mcp-client/elicitation-capabilities.ts';
export type { McpElicitationError, McpElicitationErrorCode } from './mcp-client/mcp-error.ts';
export type { McpAppsOptions } from './mcp-client/apps-options.ts';
export { McpToolApp, type McpToolAppProps } from './mcp-client/McpToolApp.tsx';
export type { McpClient } from './mcp-client/mcp-sdk.ts';
export type { McpLimits } from './mcp-client/limits.ts';
export type { ElicitationMeta, McpQuestion } from './mcp-client/read-elicitation.ts';
export type { QuestionClaim, QuestionHints } from './mcp-client/claim-question.ts';
export type { FulfilInput, McpInputRequest } from './mcp-client/fulfiller.ts';
export type { McpCallOptions } from './mcp-client/tool-caller.ts';
export { useMcpElicitation } from './mcp-client/useMcpElicitation.ts';
