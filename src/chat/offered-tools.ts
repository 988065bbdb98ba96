import type { ChatToolDefinition } from '../protocol/chat-provider.ts';
import type { ChatRequestBody } from '../protocol/chat-request.ts';
import type { AnyMcpTool } from '../tool/create-mcp-tool.ts';

/**
 * The tools whose questions the client can show: those it has a plugin for, all of them if it has a form for any
 * question or says nothing of itself, and always those that ask nothing. Those that ask to open pages need a client
 * that shows that too.
 */
export function offeredTools(tools: readonly AnyMcpTool[], shows: Shows): AnyMcpTool[] {
  return tools.filter((tool) => lackingFor(tool, shows) === undefined);
}

/** What a client says that it can show. */
export type Shows = Pick<ChatRequestBody, 'enabledPlugins' | 'capabilities'>;

/** What keeps a tool from being offered: that the client cannot open pages, or has no plugin for it. */
export function lackingFor(tool: AnyMcpTool, { enabledPlugins, capabilities }: Shows): 'pages' | 'plugin' | undefined {
  const saysNothingOfPages = enabledPlugins === undefined && capabilities?.url === undefined;
  const saysNothing = enabledPlugins === undefined && capabilities?.genericForm === undefined;
  const isShown =
    tool.questions.size === 0 ||
    saysNothing ||
    capabilities?.genericForm === true ||
    enabledPlugins?.includes(tool.name) === true;
  if (!isShown) return 'plugin';
  return !tool.asksUrl || saysNothingOfPages || capabilities?.url === true ? undefined : 'pages';
}

/** A tool as the model is told of it. */
export function toolDefinition({ name, description, parametersJson }: AnyMcpTool): ChatToolDefinition {
  return { name, description, parameters: parametersJson };
}
