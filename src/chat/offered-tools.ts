import type { ChatRequestBody } from '../protocol/chat-request.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { currentTools } from '../tool/tool-versions.ts';

/**
 * The tools whose questions the client can show: those with a plugin, and those that ask nothing. A client with a
 * generic form, or one that declares nothing, can show them all. Tools that open pages also need a client that can, and
 * those that ask open questions one with a generic form. Of several versions of a tool, only the first counts.
 */
export function offeredTools(tools: readonly AnyMcpTool[], shows: Shows): AnyMcpTool[] {
  return currentTools(tools).filter((tool) => lackingFor(tool, shows) === undefined);
}

/** What a client declares that it can show. */
export type Shows = Pick<ChatRequestBody, 'enabledPlugins' | 'capabilities'>;

/** What the client lacks to show a tool's questions. Undefined if it lacks nothing. */
export function lackingFor(
  tool: AnyMcpTool,
  { enabledPlugins, capabilities }: Shows,
): 'pages' | 'plugin' | 'form' | undefined {
  const saysNothingOfPages = enabledPlugins === undefined && capabilities?.url === undefined;
  const saysNothing = enabledPlugins === undefined && capabilities?.genericForm === undefined;
  const hasForm = saysNothing || capabilities?.genericForm === true;
  const isAsking = tool.questions.size > 0 || tool.needs.elicitation === true;
  if (tool.asksOpen && !hasForm) return 'form';
  if (isAsking && !hasForm && enabledPlugins?.includes(tool.name) !== true) return 'plugin';
  return !tool.asksUrl || saysNothingOfPages || capabilities?.url === true ? undefined : 'pages';
}
