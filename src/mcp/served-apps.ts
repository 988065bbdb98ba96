import type { ClientCapabilities, McpServer } from '@modelcontextprotocol/server';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { isObject } from '../protocol/json.ts';
import { appMimeType, appsExtension } from '../protocol/mcp-apps.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { McpServerError } from './errors.ts';
import type { McpApp } from './read-mcp-apps.ts';

/** The apps of an MCP server. */
export type ServedApps = ReturnType<typeof serveApps>;

/**
 * Check apps, and serve them.
 *
 * @param maker - the function that the user called; it begins the errors
 * @param tools - the served ones. An app for a tool that is not among them is left out: a folder may hold apps for
 * several servers
 * @throws {McpServerError} `MCP_NOT_SERVED` for an app whose tool has no such question
 * @throws {TypeError} for what is no app
 */
export function serveApps(maker: string, apps: readonly McpApp[], tools: readonly AnyMcpTool[]) {
  const served = new Map<string, McpApp>();
  for (const app of apps) {
    if (!isApp(app)) throw new TypeError(`${maker}: apps holds something other than { tool, key, html }.`);
    const versions = tools.filter(({ name }) => name === app.tool);
    if (versions.length === 0) continue;
    if (!versions.some(({ questions }) => questions.has(app.key))) throw noQuestion(app, versions);
    served.set(addressOf(app.tool, app.key), app);
  }
  return {
    /** The address of the app for a question. Undefined if it has none. */
    uriOf({ toolName, key }: Pick<ElicitRequest, 'toolName' | 'key'>): string | undefined {
      const uri = addressOf(toolName, key);
      return served.has(uri) ? uri : undefined;
    },
    /** Let clients read the apps from a server, and negotiate that they answer questions. */
    addTo(server: McpServer): void {
      if (served.size === 0) return;
      server.server.registerCapabilities({ extensions: { [appsExtension]: { elicitation: {} } } });
      for (const [uri, { tool, key, html }] of served) {
        const about = { mimeType: appMimeType, description: `Asks ${key} of ${tool}.`, _meta: closed };
        const contents = [{ uri, mimeType: appMimeType, text: html, _meta: closed }];
        server.registerResource(`${tool}.${key}`, uri, about, () => ({ contents }));
      }
    },
  };
}

/** True for a client that lets an app answer a form's question. */
export function showsApps({ extensions }: ClientCapabilities): boolean {
  const ui: unknown = extensions?.[appsExtension];
  if (!isObject(ui) || !isObject(ui['elicitation'])) return false;
  const { mimeTypes } = ui;
  return Array.isArray(mimeTypes) && mimeTypes.includes(appMimeType);
}

/** The page reaches no other place: all of it stands in its HTML. */
const closed = {
  ui: { prefersBorder: false, csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] } },
};

function addressOf(tool: string, key: string): string {
  return `ui://elicitkit/${encodeURIComponent(tool)}/${encodeURIComponent(key)}`;
}

function isApp(value: unknown): value is McpApp {
  if (!isObject(value)) return false;
  const { tool, key, html } = value;
  return typeof tool === 'string' && typeof key === 'string' && typeof html === 'string' && html !== '';
}

function noQuestion({ tool, key }: McpApp, versions: readonly AnyMcpTool[]): McpServerError {
  const keys = versions.flatMap(({ questions }) => [...questions.keys()]).join(', ');
  const what = `There is an app for ${tool}.elicits.${key}, but ${tool} asks ${keys === '' ? 'nothing' : keys}.`;
  return new McpServerError('MCP_NOT_SERVED', `${what} Build the apps again, or leave this one out.`);
}
