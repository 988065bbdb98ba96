import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { McpServerError } from './errors.ts';

/** The card of one question as a page that a host shows in a frame. `npx elicitkit apps build` makes it. */
export interface McpApp {
  /** The name of the tool. */
  readonly tool: string;
  /** The key of its question. */
  readonly key: string;
  /** The whole page: its script and its styles stand in it. */
  readonly html: string;
}

/**
 * Read the apps that `npx elicitkit apps build` made: `<tool>/<key>.html` for each question.
 *
 * @param folder - where they are, such as `./apps`
 * @throws {McpServerError} `MCP_NO_APPS` if there are none
 *
 * @example
 * const apps = readMcpApps('./apps');
 * const mcp = createMcpEndpoint({ name: 'airline', version: '1.0.0', tools, apps, principal: 'anonymous' });
 */
export function readMcpApps(folder: string): McpApp[] {
  const apps = pathsIn(folder).flatMap((path): McpApp[] => {
    const [, tool, key] = /^([^/]+)\/([^/]+)\.html$/.exec(path) ?? [];
    if (tool === undefined || key === undefined) return [];
    const html = readFileSync(join(folder, path), 'utf8');
    return [{ tool: decodeURIComponent(tool), key: decodeURIComponent(key), html }];
  });
  if (apps.length > 0) return apps;
  const next = `Make them with: npx elicitkit apps build ./plugins.tsx --out ${folder}`;
  throw new McpServerError('MCP_NO_APPS', `There are no apps in ${folder}. ${next}`);
}

/** Where the app for a question stands in their folder. */
export function pathOfApp({ tool, key }: Pick<McpApp, 'tool' | 'key'>): string {
  return `${encodeURIComponent(tool)}/${encodeURIComponent(key)}.html`;
}

/** The files of a folder, with slashes on every system. None if it is not there. */
export function pathsIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  } catch {
    return [];
  }
}
