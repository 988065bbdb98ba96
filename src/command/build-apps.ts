import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { build, createServer, InlineConfig } from 'vite';
import { reasonOf } from '../protocol/coded-error.ts';
import { isObject } from '../protocol/json.ts';
import type { McpApp } from '../mcp/read-mcp-apps.ts';
import { buildAppPage, wordsOfApps } from './app-page.ts';
import { CommandError } from './command-error.ts';
import { findBeside, importFile } from './import-beside.ts';

interface Vite {
  readonly build: typeof build;
  readonly createServer: typeof createServer;
  readonly version: string;
}

/** A plugin that a file exports. */
interface FoundPlugin {
  /** The name under which it is exported. */
  readonly name: string;
  readonly tool: string;
  readonly keys: readonly string[];
}

/**
 * Make a page for each question of the plugins that a file exports. Script and styles stand in the page.
 *
 * @param languages - what the pages speak besides English, such as `de`
 * @throws {CommandError} `COMMAND_USAGE` for a language that elicitkit has no words of, `COMMAND_FILE` if the file is not there, cannot be built or exports no plugin, `COMMAND_PACKAGE`
 * if Vite is not installed beside it
 */
export async function buildApps(path: string, languages: readonly string[]): Promise<readonly McpApp[]> {
  const unknown = languages.find((language) => !Object.hasOwn(wordsOfApps, language));
  if (unknown !== undefined) {
    const known = Object.keys(wordsOfApps).join(', ');
    throw new CommandError(
      'COMMAND_USAGE',
      `There are no words for "${unknown}". Besides English there are: ${known}.`,
    );
  }
  const file = resolve(path);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new CommandError('COMMAND_FILE', `There is no file ${file}.`);
  }
  const vite = await viteBeside(file);
  // React and Vite read it: a page needs neither warnings nor hot reloading.
  process.env['NODE_ENV'] = 'production';
  try {
    const plugins = await pluginsOf(vite, file);
    if (plugins.length === 0) {
      const next = 'Export what .build() of makePlugin returns, with a handler for each question.';
      throw new CommandError('COMMAND_FILE', `${path} exports no plugin. ${next}`);
    }
    const pages = await Promise.all(
      plugins.map(({ name, tool }) => buildAppPage(vite.build, configOf(file), { file, name, tool, languages })),
    );
    return plugins.flatMap(({ tool, keys }, at) => keys.map((key) => ({ tool, key, html: pages[at] ?? '' })));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError('COMMAND_FILE', `${path} cannot be built.\n${reasonOf(error)}`, { cause: error });
  }
}

async function viteBeside(file: string): Promise<Vite> {
  const next = 'Install it: npm install -D vite';
  const found = findBeside(file, 'vite');
  if (found === undefined) {
    throw new CommandError('COMMAND_PACKAGE', `This needs the package vite beside ${file}. ${next}`);
  }
  const vite = (await importFile(found)) as unknown as Vite;
  if (Number.parseInt(vite.version) >= 8) return vite;
  throw new CommandError(
    'COMMAND_PACKAGE',
    `This needs vite 8 or newer, and ${vite.version} is installed. ${next}@latest`,
  );
}

/** Nothing of the project's own configuration: it may hold a server, or an input of its own. */
function configOf(file: string): InlineConfig {
  return { root: dirname(file), configFile: false, logLevel: 'error', resolve: { tsconfigPaths: true } };
}

async function pluginsOf(vite: Vite, file: string): Promise<readonly FoundPlugin[]> {
  const server = { middlewareMode: true, ws: false, watch: null } as const;
  const loader = await vite.createServer({
    ...configOf(file),
    appType: 'custom',
    server,
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const exported = await loader.ssrLoadModule(file);
    return Object.entries(exported).flatMap(([name, value]): FoundPlugin[] => {
      const client: unknown = isObject(value) ? value['client'] : undefined;
      if (!isObject(client)) return [];
      const { toolName: tool, handlers } = client;
      return typeof tool === 'string' && isObject(handlers) ? [{ name, tool, keys: Object.keys(handlers) }] : [];
    });
  } finally {
    await loader.close();
  }
}
