import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import * as z from 'zod';
import { nodeListener } from '../../../src/command/node-listener.ts';
import { createMcpEndpoint, type McpApp } from '../../../src/mcp.ts';
import { createMcpTool } from '../../../src/plugin.ts';
import type { AnyMcpTool } from '../../../src/tool/tool-facts.ts';
import { questionApps } from './hostile-apps.ts';

/** A host's page with a server of apps, and the frame on another origin. */
export interface AppSite {
  /** The address of the page that calls a tool. */
  readonly page: (tool: string, options?: { era?: 'modern' | 'legacy'; apps?: boolean; theme?: string }) => string;
  /** What was asked for that nobody should ask for. */
  readonly leaks: string[];
  readonly close: () => Promise<void>;
}

const here = fileURLToPath(new URL('.', import.meta.url));

/** @param more - tools with apps of their own */
export async function openSite(more: { tools?: AnyMcpTool[]; apps?: McpApp[] } = {}): Promise<AppSite> {
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
  const answer = nodeListener((request) => mcp.fetch(request));
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src ${frame.url}; require-trusted-types-for 'script'`;
  const host = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    if (pathname === '/mcp') return void answer(request, response);
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
    page: (tool, { era = 'modern', apps = true, theme } = {}) => {
      const query = new URLSearchParams({ tool, era });
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

function asking(name: string, out: string): AnyMcpTool {
  return createMcpTool(name)
    .description('Ask for a word')
    .parameters(z.object({}))
    .elicits({ pick: z.object({ word: z.string() }) })
    .execute(function* (_, ctx) {
      const said = yield* ctx.elicit('pick', { message: `Out: ${out}/` });
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
