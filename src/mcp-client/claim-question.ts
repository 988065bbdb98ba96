import type { PluginClient } from '../client/client-options.ts';

/** The tool and key of the plugin that answers a question. */
export interface QuestionClaim {
  readonly toolName: string;
  readonly key: string;
}

/** What is known of a server's question, to find its plugin. */
export interface QuestionHints {
  /** The MCP tool that was called, if known. */
  readonly toolName: string | undefined;
  /** The server's name for the question. */
  readonly key: string | undefined;
}

/**
 * Find the plugin for a question: by tool and key, or by a key that only one plugin has.
 *
 * A server's hints only choose among the host's own components. The plugin's schemas check its data.
 */
export function claimQuestion(registry: PluginClient['registry'], { toolName, key }: QuestionHints): QuestionClaim {
  const has = (tool: string, question: string) => Object.hasOwn(registry.get(tool)?.handlers ?? {}, question);
  if (key === undefined) return { toolName: toolName ?? '', key: '' };
  if (toolName !== undefined && has(toolName, key)) return { toolName, key };
  const [only, ...others] = registry.names().filter((name) => has(name, key));
  if (only !== undefined && others.length === 0) return { toolName: only, key };
  return { toolName: toolName ?? '', key };
}
