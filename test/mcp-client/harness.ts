import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as OldTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ElicitResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { nodeListener } from '../../src/command/node-listener.ts';
import type { ElicitItem, PluginClient, PluginClientSettings } from '../../src/client.ts';
import {
  connectMcpElicitation,
  elicitationCapabilities,
  type ElicitationCapabilities,
  type McpClient,
  type McpElicitationConnection,
  type McpElicitationOptions,
} from '../../src/mcp-client.ts';
import { createHarness, type Harness } from '../client/harness.ts';

/** The params of a question, as a server sends it. */
export type Params = Record<string, unknown>;
/** Options of a server's request. */
export interface Sending {
  timeout?: number;
  signal?: AbortSignal;
  resetTimeoutOnProgress?: boolean;
  onprogress?: () => void;
}
/** A tool that pushes its questions, for either SDK version. */
export type Pushing = (
  elicit: (params: Params, options?: Sending) => Promise<Params>,
  extra: { notify: (method: string, params: Params) => Promise<void>; signal: AbortSignal },
) => Promise<unknown>;

export const text = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] });

/** The value that a tool of these tests returned. */
export function valueOf(result: unknown): unknown {
  const [first] = (result as { content: { text: string }[] }).content;
  return JSON.parse(first?.text ?? 'null');
}

export interface Connected extends Harness {
  connection: McpElicitationConnection;
  mcp: McpClient;
  /** Resolves with the item of this message as soon as it exists. */
  readonly asked: (message: string) => Promise<ElicitItem>;
  readonly call: (name: string, options?: Parameters<McpElicitationConnection['callTool']>[1]) => Promise<unknown>;
}

const stops: (() => unknown)[] = [];
export async function stopAll(): Promise<void> {
  await Promise.all(stops.splice(0).map((stop) => stop()));
}

export interface Settings extends Partial<McpElicitationOptions> {
  capabilities?: ElicitationCapabilities;
  client?: Partial<PluginClientSettings>;
  /** An existing harness, to connect several servers to it. */
  page?: Harness;
}

function connect(mcp: McpClient, settings: Settings): Connected {
  const { capabilities: _declared, client, page, ...options } = settings;
  const harness = page ?? createHarness(client);
  const connection = connectMcpElicitation(harness.client, mcp, { server: { name: 'Acme' }, ...options });
  return {
    ...harness,
    mcp,
    connection,
    asked: async (message) => {
      const find = () => harness.snapshot().items.find((item) => item.message === message && 'accept' in item);
      await harness.when(() => find() !== undefined);
      return find() as ElicitItem;
    },
    call: (name, callOptions) => connection.callTool({ name, arguments: {} } as never, callOptions),
  };
}

/** Connects SDK 2.x with 2025-11-25, in which servers push. */
export async function connectSecond(tools: Record<string, Pushing>, settings: Settings = {}): Promise<Connected> {
  const server = new McpServer({ name: 'liar', version: '1.0.0' });
  for (const [name, tool] of Object.entries(tools)) {
    server.registerTool(name, { inputSchema: z.looseObject({}) }, async (_args, ctx) =>
      text(
        await tool((params, options) => ctx.mcpReq.send({ method: 'elicitation/create', params } as never, options), {
          notify: (method, params) => ctx.mcpReq.notify({ method, params } as never),
          signal: ctx.mcpReq.signal,
        }),
      ),
    );
  }
  const mcp = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: settings.capabilities ?? elicitationCapabilities() },
  );
  const connected = connect(mcp, settings);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await mcp.connect(near);
  stops.push(() => mcp.close());
  return connected;
}

/** Connects SDK 1.x. */
export async function connectFirst(tools: Record<string, Pushing>, settings: Settings = {}): Promise<Connected> {
  const server = new OldServer({ name: 'liar', version: '1.0.0' });
  for (const [name, tool] of Object.entries(tools)) {
    server.registerTool(name, {}, async (extra) =>
      text(
        await tool(
          (params, options) =>
            extra.sendRequest({ method: 'elicitation/create', params } as never, ElicitResultSchema, options),
          {
            notify: (method, params) => extra.sendNotification({ method, params } as never),
            signal: extra.signal,
          },
        ),
      ),
    );
  }
  const mcp = new OldClient(
    { name: 'test', version: '1.0.0' },
    { capabilities: settings.capabilities ?? elicitationCapabilities() },
  );
  const connected = connect(mcp, settings);
  const [near, far] = OldTransport.createLinkedPair();
  await server.connect(far);
  await mcp.connect(near);
  stops.push(() => mcp.close());
  return connected;
}

/** A tool of 2026-07-28: it returns a result, or requires input. */
export type Requiring = (ctx: ServerContext) => unknown;

/** The fate of a tool request: lost on its way, its response lost, or answered with a protocol error. */
export type Cut = 'request' | 'answer' | 'error';

export interface Legs {
  /** The bodies of the tool requests, in order. */
  readonly legs: { id: unknown; params: Params & { _meta?: Params } }[];
  /** The headers of the tool requests. */
  readonly headers: Headers[];
  /** Connects the client again after it was closed. */
  readonly reconnect: () => Promise<void>;
}

/** Connects SDK 2.x with 2026-07-28 over HTTP, within the process or over a port. */
export async function connectRounds(
  tools: Record<string, Requiring>,
  settings: Settings & {
    overPort?: boolean;
    cut?: (leg: number, params: Params) => Cut | undefined;
    /** Answers a tool request with this result, which an honest server would not send. */
    answer?: (leg: number) => Params | undefined;
    /** Adds to the server beside its tools. */
    serve?: (server: McpServer) => void;
  } = {},
): Promise<Connected & Legs> {
  const legs: Legs['legs'] = [];
  const headers: Headers[] = [];
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'liar', version: '1.0.0' });
    for (const [name, tool] of Object.entries(tools)) {
      server.registerTool(name, { inputSchema: z.looseObject({}) }, async (_args, ctx) => (await tool(ctx)) as never);
    }
    settings.serve?.(server);
    return server;
  });
  let address = 'http://mcp.test/';
  if (settings.overPort === true) {
    const listen = nodeListener((request) => handler.fetch(request));
    const http = createServer((request, response) => void listen(request, response));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
    stops.push(() => http.close());
  }
  const send = async (input: string | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const body = (await request
      .clone()
      .json()
      .catch(() => ({}))) as { method?: string } & Legs['legs'][number];
    const leg = body.method === 'tools/call' ? legs.push(body) : undefined;
    if (leg !== undefined) headers.push(request.headers);
    const cut = leg === undefined ? undefined : settings.cut?.(leg, body.params);
    if (cut === 'request') throw new TypeError('Failed to fetch');
    if (cut === 'error') {
      const error = { code: -32602, message: 'That state is not mine.' };
      return Response.json({ jsonrpc: '2.0', id: body.id, error });
    }
    const answer = leg === undefined ? undefined : settings.answer?.(leg);
    if (answer !== undefined) {
      const result = { resultType: 'complete', content: [], ...answer };
      return Response.json({ jsonrpc: '2.0', id: body.id, result });
    }
    const response = await (settings.overPort === true ? fetch(request) : handler.fetch(request));
    // Let the server finish its work first.
    if (cut === 'answer') await response.text();
    return cut === 'answer' ? new Response('', { status: 502 }) : response;
  };
  const mcp = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: settings.capabilities ?? elicitationCapabilities(),
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  const { overPort: _port, cut: _cut, answer: _answer, serve: _serve, ...rest } = settings;
  const connected = connect(mcp, rest);
  const reconnect = () =>
    mcp.connect(new StreamableHTTPClientTransport(new URL(address), { fetch: send as typeof fetch }));
  await reconnect();
  stops.push(() => mcp.close());
  return { ...connected, legs, headers, reconnect };
}

/** Accepts the item with this message. */
export async function accept({ asked }: Connected, message: string, content: unknown): Promise<void> {
  const item = await asked(message);
  if (item.status === 'pending') item.accept(content);
}

export function statusOf(client: PluginClient, message: string): ElicitItem | undefined {
  return client.getSnapshot().items.find((item) => item.message === message);
}
