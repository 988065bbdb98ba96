import type { ChatRequestBody } from '../protocol/chat-request.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';

/**
 * The tools whose questions the client can show: those with a plugin, and those that ask nothing. A client with a
 * generic form, or one that declares nothing, can show them all. Tools that open pages also need a client that can.
 */
export function offeredTools(tools: readonly AnyMcpTool[], shows: Shows): AnyMcpTool[] {
  return tools.filter((tool) => lackingFor(tool, shows) === undefined);
}

/** What a client declares that it can show. */
export type Shows = Pick<ChatRequestBody, 'enabledPlugins' | 'capabilities'>;

/** Why a tool is not offered: the client cannot open pages, or has no plugin for it. Undefined if it is offered. */
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
