import type { PluginClient } from '../client/client-options.ts';

/** The question of a tool that a plugin answers. */
export interface QuestionClaim {
  readonly toolName: string;
  readonly key: string;
}

/** What is known of a server's question, to find who answers it. */
export interface QuestionHints {
  /** The MCP tool that was called, where that is known. */
  readonly toolName: string | undefined;
  /** The server's name for the question. */
  readonly key: string | undefined;
}

/**
 * Find the plugin for a question: by the tool and the key, or by a key that one plugin alone has.
 *
 * What a server says of itself decides no more than which of the host's own components asks: its data is checked by the
 * plugin's schemas.
 */
export function claimQuestion(registry: PluginClient['registry'], { toolName, key }: QuestionHints): QuestionClaim {
  const has = (tool: string, question: string) => Object.hasOwn(registry.get(tool)?.handlers ?? {}, question);
  if (key === undefined) return { toolName: toolName ?? '', key: '' };
  if (toolName !== undefined && has(toolName, key)) return { toolName, key };
  const [only, ...others] = registry.names().filter((name) => has(name, key));
  if (only !== undefined && others.length === 0) return { toolName: only, key };
  return { toolName: toolName ?? '', key };
}
