import * as z from 'zod';
import { jsonObject } from '../protocol/wire-schemas.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Apps } from './apps.ts';
import { createRateLimit } from './limits.ts';
import type { McpClient } from './mcp-sdk.ts';
import type { CallTool } from './tool-caller.ts';
import type { ShownApp } from './useApp.ts';

/** The apps by which a server shows the results of its tools. */
export type ToolApps = ReturnType<typeof createToolApps>;

export interface ToolAppsOptions {
  readonly client: McpClient;
  readonly apps: Apps;
  readonly callTool: CallTool;
  readonly serverName: string;
  /** Tell the host why an app is not shown. */
  readonly onFail: (why: unknown) => void;
}

/** An app may call this often, and no more at once. */
const callsOfApps = { open: 10, perMinute: 120 };

export function createToolApps({ client, apps, callTool, ...ways }: ToolAppsOptions) {
  const limit = createRateLimit(callsOfApps);
  /** By tool: a page that shows one goes on with it. */
  const shown = new Map<string, ShownApp>();
  let listed: Promise<readonly ListedTool[]> | undefined;

  function tools(): Promise<readonly ListedTool[]> {
    listed ??= listTools(client).catch((error: unknown) => {
      // The next app lists them again.
      listed = undefined;
      throw error;
    });
    return listed;
  }

  /** Call a tool for an app. Its questions are asked like those of any other call. */
  async function call(params: unknown, signal: AbortSignal): Promise<JsonObject> {
    const { name, arguments: args } = callSchema.parse(params);
    const tool = (await tools()).find((each) => each.name === name);
    if (tool?._meta.ui.visibility.includes('app') !== true) throw new Error(`Apps may not call ${name}.`);
    const done = limit.take();
    if (done === undefined) throw new Error('Too many calls. Wait for a minute.');
    try {
      return jsonObject.parse(await callTool({ name, arguments: args }, { signal }));
    } finally {
      done();
    }
  }

  return {
    ...ways,
    /** The app of a tool. Undefined if it has none. */
    async of(name: string): Promise<ShownApp | undefined> {
      const known = shown.get(name);
      if (known !== undefined) return known;
      const tool = (await tools()).find((each) => each.name === name);
      const uri = tool?._meta.ui.resourceUri;
      // A tool that is not there yet may be there the next time.
      if (tool === undefined) listed = undefined;
      if (tool === undefined || uri === undefined) return undefined;
      const app: ShownApp = {
        frame: apps.frame,
        page: () => apps.read(uri),
        requests: { 'tools/call': call },
        capabilities: { serverTools: {} },
        context: { toolInfo: { tool } },
      };
      shown.set(name, app);
      return app;
    },
  };
}

const callSchema = z.object({ name: z.string().max(200), arguments: jsonObject.optional() });

const uiSchema = z.object({
  resourceUri: z.string().startsWith('ui://').max(2_000).optional().catch(undefined),
  visibility: z.array(z.string()).max(10).catch(['model', 'app']),
});
const noApp = { ui: { visibility: ['model', 'app'] } };
const toolSchema = z.looseObject({
  name: z.string(),
  _meta: z.looseObject({ ui: uiSchema.catch(noApp.ui) }).catch(noApp),
});
const pageSchema = z.object({ tools: z.array(toolSchema), nextCursor: z.string().optional() });
type ListedTool = z.infer<typeof toolSchema>;

const mostPages = 50;

async function listTools(client: McpClient): Promise<readonly ListedTool[]> {
  const found: ListedTool[] = [];
  const list = client.listTools?.bind(client);
  if (list === undefined) throw new Error('The MCP client lists no tools.');
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { tools, nextCursor } = pageSchema.parse(await list(...([{ cursor }] as never[])));
    found.push(...tools);
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  return found;
}
