import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, expect, it } from 'vitest';
import { connectMcpElicitation, elicitationCapabilities } from '../../src/mcp-client.ts';
import { closeAll, createHarness } from '../client/harness.ts';

const entry = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await closeAll();
});

async function connect() {
  const harness = createHarness();
  const mcp = new Client({ name: 'test', version: '1.0.0' }, { capabilities: elicitationCapabilities() });
  const connection = connectMcpElicitation(harness.client, mcp, { server: { name: 'Everything' } });
  await mcp.connect(new StdioClientTransport({ command: process.execPath, args: [entry, 'stdio'], stderr: 'ignore' }));
  stops.push(() => mcp.close());
  return { ...harness, connection };
}

const said = ({ content }: { content: readonly object[] }) =>
  content.map((part) => ('text' in part ? String(part.text) : '')).join('\n');

const filled = {
  name: 'Ada Lovelace',
  check: true,
  firstLine: 'It began.',
  email: 'ada@example.com',
  homepage: 'https://ada.example/',
  birthdate: '1815-12-10',
  integer: 42,
  number: 3.14,
  untitledSingleSelectEnum: 'Monica',
  untitledMultipleSelectEnum: ['Guitar', 'Bass'],
  titledSingleSelectEnum: 'hero-1',
  titledMultipleSelectEnum: ['fish-1', 'fish-3'],
  legacyTitledEnum: 'pet-2',
};

it('server-everything reports all thirteen fields as they were answered', async () => {
  const { connection, when } = await connect();
  const result = connection.callTool({ name: 'trigger-elicitation-request', arguments: {} });
  const [item] = (await when(({ pending }) => pending.length === 1)).pending;
  expect(Object.keys(item?.request.schema['properties'] as object)).toHaveLength(13);
  if (item?.status === 'pending') item.accept(filled);
  const report = said(await result);
  expect(JSON.parse(report.slice(report.indexOf('Raw result: ') + 12))).toEqual({ action: 'accept', content: filled });
});

it('server-everything hears of a decline and of a cancel', async () => {
  const { connection, when } = await connect();
  for (const [action, heard] of [
    ['decline', 'User declined'],
    ['cancel', 'User cancelled'],
  ] as const) {
    const result = connection.callTool({ name: 'trigger-elicitation-request', arguments: {} });
    const [item] = (await when(({ pending }) => pending.length === 1)).pending;
    if (item?.status === 'pending') item[action]();
    expect(said(await result)).toContain(heard);
  }
});

it.each([false, true])('server-everything has a page opened, required by its error: %s', async (errorPath) => {
  const { connection, client } = await connect();
  const stop = client.subscribe(() => {
    for (const item of client.getSnapshot().pending) if (item.status === 'pending') item.accept({});
  });
  const url = 'https://example.com/sign-in';
  const result = await connection.callTool({ name: 'trigger-url-elicitation', arguments: { url, errorPath } });
  stop();
  expect(said(result)).toContain('User completed the URL elicitation flow');
  const pages = client.getSnapshot().items.flatMap(({ request }) => (request.url === undefined ? [] : [request.url]));
  expect(pages).toEqual(errorPath ? ['https://modelcontextprotocol.io', url] : [url]);
});
