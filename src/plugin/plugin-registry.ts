import { ToolDeclarationError } from '../tool/errors.ts';
import type { Plugin, PluginClientRegistration } from './make-plugin.ts';

/** A client's plugins, by tool name. */
export interface PluginRegistry {
  /** @throws {ToolDeclarationError} if the tool has a plugin already */
  register(plugin: AnyPlugin): void;
  /** Replace the tool's plugin, or register it. For hot reloading. */
  replace(plugin: AnyPlugin): void;
  /** Remove a tool's plugin, if there is one. */
  unregister(toolName: string): void;
  /**
   * Get the name of each tool whose plugin is added, replaced or removed.
   *
   * @returns a function that ends the subscription
   */
  subscribe(onChange: (toolName: string) => void): () => void;
  get(toolName: string): PluginClientRegistration | undefined;
  has(toolName: string): boolean;
  /** The tools' names, in order of registration. */
  names(): string[];
}

/** A plugin, or only its `.client`. A tool is no plugin: the compiler's message shows the text of `elicits`. */
export type AnyPlugin = (Plugin | PluginClientRegistration) & {
  readonly elicits?: { 'Make a plugin of the tool: makePlugin(tool).onElicit({ key: handler }).build()': never };
};

/**
 * Make a registry of plugins by tool name.
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
