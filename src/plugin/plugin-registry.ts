import { ToolDeclarationError } from '../tool/errors.ts';
import type { Plugin, PluginClientRegistration } from './make-plugin.ts';

/** The plugins a client has, by the name of their tool. */
export interface PluginRegistry {
  /** @throws {ToolDeclarationError} when a plugin for that tool is registered already */
  register(plugin: AnyPlugin): void;
  /** Put a plugin in the place of the one for the same tool, or register it: for hot reloading. */
  replace(plugin: AnyPlugin): void;
  /** Take the plugin for a tool out; nothing where there is none. */
  unregister(toolName: string): void;
  /**
   * Hear of every tool whose plugin came, changed or went.
   *
   * @returns a function that ends the subscription
   */
  subscribe(onChange: (toolName: string) => void): () => void;
  get(toolName: string): PluginClientRegistration | undefined;
  has(toolName: string): boolean;
  /** The tools' names, in order of registration. */
  names(): string[];
}

/** A plugin, or its `.client` alone. */
export type AnyPlugin = Plugin | PluginClientRegistration;

/**
 * Hold plugins by the name of their tool.
 *
 * @throws {ToolDeclarationError} for two plugins of one tool
 */
export function createPluginRegistry(plugins: readonly AnyPlugin[] = []): PluginRegistry {
  const registered = new Map<string, PluginClientRegistration>();
  const listeners = new Set<(toolName: string) => void>();
  const tell = (toolName: string) => {
    const now = [...listeners];
    for (const onChange of now) onChange(toolName);
  };
  const put = (registration: PluginClientRegistration) => {
    registered.set(registration.toolName, registration);
    tell(registration.toolName);
  };
  const registry: PluginRegistry = {
    register(plugin) {
      const registration = registrationOf(plugin);
      if (registered.has(registration.toolName)) {
        throw new ToolDeclarationError(`Two plugins for "${registration.toolName}". Register one of them.`);
      }
      put(registration);
    },
    replace: (plugin) => put(registrationOf(plugin)),
    unregister(toolName) {
      if (registered.delete(toolName)) tell(toolName);
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    get: (toolName) => registered.get(toolName),
    has: (toolName) => registered.has(toolName),
    names: () => [...registered.keys()],
  };
  for (const plugin of plugins) registry.register(plugin);
  return registry;
}

function registrationOf(plugin: AnyPlugin): PluginClientRegistration {
  return 'client' in plugin ? plugin.client : plugin;
}
