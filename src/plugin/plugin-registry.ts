import { ToolDeclarationError } from '../tool/errors.ts';
import type { Plugin, PluginClientRegistration } from './make-plugin.ts';

/** The plugins a client has, by the name of their tool. */
export interface PluginRegistry {
  /** @throws {ToolDeclarationError} when a plugin for that tool is registered already */
  register(plugin: AnyPlugin): void;
  get(toolName: string): PluginClientRegistration | undefined;
  has(toolName: string): boolean;
  /** The tools' names, in order of registration. */
  names(): string[];
}

/** A plugin, or its `.client` alone. */
export type AnyPlugin = Plugin | PluginClientRegistration;

export function createPluginRegistry(plugins: readonly AnyPlugin[] = []): PluginRegistry {
  const registered = new Map<string, PluginClientRegistration>();
  const registry: PluginRegistry = {
    register(plugin) {
      const registration = 'client' in plugin ? plugin.client : plugin;
      if (registered.has(registration.toolName)) {
        throw new ToolDeclarationError(`Two plugins for "${registration.toolName}". Register one of them.`);
      }
      registered.set(registration.toolName, registration);
    },
    get: (toolName) => registered.get(toolName),
    has: (toolName) => registered.has(toolName),
    names: () => [...registered.keys()],
  };
  for (const plugin of plugins) registry.register(plugin);
  return registry;
}
