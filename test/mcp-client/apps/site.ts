import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { build, type Rolldown } from 'vite';
import * as z from 'zod';
import { nodeListener } from '../../../src/command/node-listener.ts';
import { createMcpEndpoint, type McpApp } from '../../../src/mcp.ts';
import { createMcpTool } from '../../../src/plugin.ts';
import type { AnyMcpTool } from '../../../src/tool/tool-facts.ts';
import { clockApp, questionApps } from './hostile-apps.ts';

/** A host's page with a server of apps, and the frame on another origin. */
export interface AppSite {
  /** The address of the page that calls a tool. */
  readonly page: (tool: string, options?: PageOptions) => string;
  /** What was asked for that nobody should ask for. */
  readonly leaks: string[];
  readonly close: () => Promise<void>;
}

export interface PageOptions {
  readonly era?: 'modern' | 'legacy';
  /** False for a page that shows no apps. */
  readonly apps?: boolean;
  readonly theme?: string;
  /** The path of the MCP server. */
  readonly at?: string;
}

const here = fileURLToPath(new URL('.', import.meta.url));

/** @param more - tools with apps of their own, and other servers by their path */
export async function openSite(
  more: {
    tools?: AnyMcpTool[];
    apps?: McpApp[];
    servers?: Record<string, (request: Request) => Promise<Response>>;
  } = {},
): Promise<AppSite> {
  const files = await bundle();
  const leaks: string[] = [];
  const out = await listen((request, response) => {
    leaks.push(request.url ?? '');
    response.writeHead(204).end();
  });
  const frameFile = readFileSync(new URL('../../../src/app-frame.html', import.meta.url), 'utf8');
  const frame = await listen((request, response) => {
    const isFrame = request.url === '/app-frame.html';
    if (!isFrame) leaks.push(`frame ${request.url}`);
    response
      .writeHead(isFrame ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      .end(isFrame ? frameFile : '');
  });
  const mcp = createMcpEndpoint({
    name: 'acme',
    version: '1.0.0',
    principal: 'anonymous',
    tools: [...Object.keys(questionApps).map((name) => asking(name, out.url)), ...(more.tools ?? [])],
    apps: [...Object.entries(questionApps).map(([tool, html]) => ({ tool, key: 'pick', html })), ...(more.apps ?? [])],
  });
  const clock = createMcpHandler(createClock);
  const servers: Record<string, (request: Request) => Promise<Response>> = {
    '/mcp': (request) => mcp.fetch(request),
    '/clock': (request) => clock.fetch(request),
    ...more.servers,
  };
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src ${frame.url}; require-trusted-types-for 'script'`;
  const host = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const server = servers[pathname];
    if (server !== undefined) return void nodeListener(server)(request, response);
    const file = files.get(pathname.slice(1));
    if (file !== undefined) {
      const type = pathname.endsWith('.css') ? 'text/css' : 'text/javascript';
      return void response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(file);
    }
    if (pathname !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
    return void response.end(document);
  });
  return {
    leaks,
    page: (tool, { era = 'modern', apps = true, theme, at = '/mcp' } = {}) => {
      const query = new URLSearchParams({ tool, era, at });
      if (apps) query.set('frame', `${frame.url}/app-frame.html`);
      if (theme !== undefined) query.set('theme', theme);
      return `${host.url}/?${query}`;
    },
    async close() {
      await mcp.close();
      await Promise.all([out, frame, host].map((server) => server.close()));
    },
  };
}

const document =
  '<!doctype html><html lang="en"><head><title>Host</title><meta name="viewport" content="width=device-width">' +
  '<link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script></head><body></body></html>';

/** A server whose tool shows its result by an app. Another tool is not for apps. */
function createClock(): McpServer {
  const server = new McpServer({ name: 'clock', version: '1.0.0' });
  const uri = 'ui://clock/app';
  const mimeType = 'text/html;profile=mcp-app';
  server.registerResource('app', uri, { mimeType }, () => ({ contents: [{ uri, mimeType, text: clockApp }] }));
  const say = (text: string) => () => ({ content: [{ type: 'text' as const, text }] });
  const inputSchema = z.looseObject({});
  server.registerTool('clock', { inputSchema, _meta: { ui: { resourceUri: uri } } }, say('noon'));
  server.registerTool('slow', { inputSchema, _meta: { ui: { resourceUri: uri } } }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return say('late')();
  });
  server.registerTool('secret', { inputSchema, _meta: { ui: { visibility: ['model'] } } }, say('hidden'));
  return server;
}

function asking(name: string, out: string): AnyMcpTool {
  return createMcpTool(name)
    .description('Ask for a word')
    .parameters(z.object({}))
    .elicits({ pick: z.object({ word: z.string() }) })
    .execute(function* (_, ctx) {
      const refuse = ({ word }: { word: string }) => (name === 'picky' && word === 'no' ? ['Not that.'] : undefined);
      const said = yield* ctx.elicit('pick', { message: `Out: ${out}/` }, { check: refuse });
      return said.action === 'accept' ? `Said ${said.content.word}.` : `Not said: ${said.action}.`;
    });
}

async function bundle(): Promise<Map<string, string | Uint8Array>> {
  const built = (await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    resolve: { tsconfigPaths: true },
    build: {
      write: false,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: `${here}page.tsx`,
        output: { entryFileNames: 'page.js', chunkFileNames: '[name]-[hash].js', assetFileNames: 'page[extname]' },
      },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const));
}

async function listen(listener: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
