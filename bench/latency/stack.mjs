// Elicitation round trips over loopback: our chat server with our client, and the MCP SDK's server with its client and
// with ours.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { createPluginClient } from '../../dist/client.js';
import { connectMcpElicitation, elicitationCapabilities } from '../../dist/mcp-client.js';
import { createMcpTool, makePlugin } from '../../dist/plugin.js';
import { createChatHandler } from '../../dist/server.js';

/** How often a tool asks in one call. */
const questions = 25;
const answer = { action: 'accept', content: { seat: '12A' } };
const params = {
  message: 'Which seat?',
  requestedSchema: { type: 'object', properties: { seat: { type: 'string' } }, required: ['seat'] },
};

const declaration = createMcpTool('ask')
  .description('Ask where to sit')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) });
const plugin = makePlugin(declaration)
  .onElicit({
    *seat() {
      return answer;
    },
  })
  .build();
const plain = { plugins: [plugin], storage: false, tabs: false, retry: false };
const onError = (error) => {
  throw error;
};

/**
 * For each way: the time from question to answer as the tool sees it, and the processor time of each call, divided by
 * its questions. Other programs affect processor time less.
 *
 * @returns {Promise<Record<string, { wall: number[], cpu: number[] }>>} in milliseconds
 */
export async function measureStack({ rounds, warmUps, names = ['ours', 'sdk', 'both'] }) {
  const ways = { ours: await openOurs(), sdk: await openMcp(), both: await openMcp({ isOurs: true }) };
  const times = Object.fromEntries(names.map((name) => [name, { wall: [], cpu: [] }]));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const name of names) {
      const before = process.cpuUsage();
      const spent = await ways[name].call();
      const { user, system } = process.cpuUsage(before);
      if (spent.length !== questions) throw new Error(`${spent.length} of ${questions} questions were answered.`);
      if (round < 0) continue;
      times[name].wall.push(...spent);
      times[name].cpu.push((user + system) / 1000 / questions);
    }
  }
  for (const way of Object.values(ways)) await way.close();
  return times;
}

/** Our client posts to our chat handler, whose tool asks. */
async function openOurs() {
  let spent = [];
  const tool = declaration.execute(function* (_, ctx) {
    for (let nth = 0; nth < questions; nth += 1) {
      const before = performance.now();
      const result = yield* ctx.elicit('seat', { message: params.message });
      if (result.action === 'accept') spent.push(performance.now() - before);
    }
    return 'Seated.';
  });
  const provider = {
    async *stream(messages) {
      if (messages.at(-1).role === 'tool') return { text: 'Done.', toolCalls: [] };
      return { text: '', toolCalls: [{ name: 'ask', arguments: {} }] };
    },
  };
  const chat = createChatHandler({ provider, tools: [tool] });
  const http = await listen(createServer(getRequestListener(chat)));
  const endpoint = addressOf(http);
  return {
    async call() {
      spent = [];
      // A new conversation for each call, because the others' calls are independent too.
      const client = createPluginClient({ ...plain, endpoint, onError });
      const isOver = new Promise((resolve) => {
        client.subscribe(() => {
          const { status, calls } = client.getSnapshot();
          if (status === 'idle' && calls[0]?.status === 'completed') resolve();
        });
      });
      await client.send('Find me a seat');
      await isOver;
      await client.close();
      return spent;
    },
    async close() {
      await chat.close();
      await stop(http);
    },
  };
}

/**
 * A server of the SDK asks with `elicitInput` over streamable HTTP.
 *
 * @param isOurs - our client answers in place of the SDK's
 */
async function openMcp({ isOurs = false } = {}) {
  let spent = [];
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool('ask', { description: 'Ask where to sit' }, async ({ requestId }) => {
    for (let nth = 0; nth < questions; nth += 1) {
      const before = performance.now();
      const result = await server.server.elicitInput(params, { relatedRequestId: requestId });
      if (result.action === 'accept') spent.push(performance.now() - before);
    }
    return { content: [{ type: 'text', text: 'Seated.' }] };
  });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
  await server.connect(transport);
  const http = await listen(createServer((request, response) => void transport.handleRequest(request, response)));
  const mcp = new Client({ name: 'bench', version: '1.0.0' }, { capabilities: elicitationCapabilities(['form']) });
  const options = {
    server: { name: 'Bench' },
    limits: { open: Infinity, perMinute: Infinity },
    claim: () => ({ toolName: 'ask', key: 'seat' }),
  };
  const client = isOurs ? createPluginClient({ ...plain, onError }) : undefined;
  const connection = client && connectMcpElicitation(client, mcp, options);
  if (connection === undefined) mcp.setRequestHandler(ElicitRequestSchema, () => answer);
  await mcp.connect(new StreamableHTTPClientTransport(new URL(addressOf(http))));
  const called = connection ?? mcp;
  return {
    async call() {
      spent = [];
      await called.callTool({ name: 'ask', arguments: {} });
      return spent;
    },
    async close() {
      connection?.close();
      await client?.close();
      await mcp.close();
      await server.close();
      await stop(http);
    },
  };
}

async function listen(http) {
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  return http;
}

function addressOf(http) {
  return `http://127.0.0.1:${http.address().port}/`;
}

async function stop(http) {
  const stopped = new Promise((resolve) => http.close(resolve));
  http.closeAllConnections();
  await stopped;
}
