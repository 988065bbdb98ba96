import { Client, InMemoryTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { PGlite } from '@electric-sql/pglite';
import { build } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { mcp } from '../../docs/examples/mcp-endpoint.ts';
import { createServer } from '../../docs/examples/mcp-into-yours.ts';
import { openMcp } from '../../docs/examples/mcp-kept.ts';
import type { McpEndpoint } from '../../src/mcp.ts';

/** A person in a client of the official SDK, who picks the first flight. */
async function connect(transport: Transport, era: 'legacy' | 'modern' = 'modern'): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      ...(era === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    const context = params._meta?.['elicitkit/context'] as { flights: { id: string }[] } | undefined;
    return { action: 'accept' as const, content: { flightId: context?.flights[0]?.id ?? '' } };
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const over = (endpoint: McpEndpoint, address: string, headers = {}) =>
  new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers },
    fetch: (url, init) => endpoint.fetch(new Request(url, init as RequestInit)),
  });

async function book(client: Client): Promise<unknown> {
  const { structuredContent } = await client.callTool({
    name: 'book_flight',
    arguments: { from: 'NYC', destination: 'LAX' },
  });
  return structuredContent;
}

const ticket = expect.objectContaining({ tip: 'Walk.' });

it.each(['legacy', 'modern'] as const)('the endpoint books a flight for a client of the %s era', async (era) => {
  expect(await book(await connect(over(mcp, 'http://localhost/mcp'), era))).toEqual(ticket);
});

it('the program books a flight', async () => {
  const outDir = 'node_modules/.cache/elicitkit-mcp-program';
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { tsconfigPaths: true },
    build: { ssr: true, rolldownOptions: { input: 'docs/examples/mcp-program.ts' }, outDir, emptyOutDir: true },
  });
  const program = { command: process.execPath, args: [`${outDir}/mcp-program.js`] };
  expect(await book(await connect(new StdioClientTransport(program)))).toEqual(ticket);
});

it('tools in a server that exists book a flight', async () => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createServer().connect(far);
  expect(await book(await connect(near, 'legacy'))).toEqual(ticket);
});

it('the kept endpoint books a flight for a signed-in person under its own name, and for nobody else', async () => {
  const database = new PGlite();
  const endpoint = openMcp(
    { query: (sql, values) => database.query(sql, values as unknown[]) as never },
    'at least thirty-two random bytes, as text',
  );
  onTestFinished(async () => {
    await endpoint.close();
    await database.close();
  });
  const address = 'https://mcp.airline.example/mcp';
  const signedIn = { authorization: 'Bearer ada' };

  expect(await book(await connect(over(endpoint, address, signedIn)))).toEqual(ticket);
  const statusOf = async (at: string, headers: Record<string, string>) =>
    (await endpoint.fetch(new Request(at, { method: 'POST', headers, body: '{}' }))).status;
  expect(await statusOf(address, {})).toBe(401);
  expect(await statusOf('https://elsewhere.example/mcp', signedIn)).toBe(403);
  expect(await statusOf(address, { ...signedIn, origin: 'https://elsewhere.example' })).toBe(403);
});
