import { spawn } from 'node:child_process';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'vite';
import { beforeAll, expect, it, onTestFinished } from 'vitest';

const folder = 'node_modules/.cache/elicitkit-mcp-server';

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    // The example imports the package by name.
    resolve: { tsconfigPaths: true },
    build: {
      ssr: true,
      rolldownOptions: { input: ['examples/mcp-server/http.ts', 'examples/mcp-server/stdio.ts'] },
      outDir: folder,
      minify: false,
      emptyOutDir: true,
    },
  });
});

/** Run the HTTP entry. Resolves to the address that it prints. */
async function startHttp(): Promise<URL> {
  const child = spawn(process.execPath, [`${folder}/http.js`], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill();
    expect(await ended).toBe(0);
  });
  const said = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
  return new URL(/http:\S+/.exec(said)?.[0] ?? '');
}

const stdio = () => new StdioClientTransport({ command: process.execPath, args: [`${folder}/stdio.js`] });
const http = async () => new StreamableHTTPClientTransport(await startHttp());
const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } } };

it.each([
  ['HTTP, of 2025-11-25', http, {}],
  ['HTTP, of 2026-07-28', http, modern],
  ['stdio, of 2025-11-25', stdio, {}],
  ['stdio, of 2026-07-28', stdio, modern],
])('the MCP server example books a flight over %s', async (_name, open, options) => {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, ...options },
  );
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    const content = asked.length === 1 ? { flightId: 'SH420' } : { row: 12, seat: 'A' };
    return { action: 'accept', content };
  });
  await client.connect(await open());
  onTestFinished(() => client.close());

  const result = await client.callTool({ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } });

  expect(result.structuredContent).toEqual({ ticket: 'TKT-1', flight: 'SH420', seat: '12A' });
  expect(asked).toEqual(['Which flight from NYC to LAX? SH142 (08:00, $299) or SH420 (14:00, $219)', 'Which seat?']);
});

it('the MCP server example tells a client that cannot ask what it lacks', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(stdio());
  onTestFinished(() => client.close());

  const result = await client.callTool({ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } });

  expect(result.isError).toBe(true);
  expect(result.content).toEqual([
    { type: 'text', text: 'This tool needs elicitation.form, and the client does not offer it.' },
  ]);
});
