import { spawn } from 'node:child_process';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { closeAll } from '../client/harness.ts';
import { connectPerson } from './person.ts';
import { buildStdioServer } from './stdio-build.ts';

let program = '';
beforeAll(async () => {
  program = await buildStdioServer();
});

const command = () => ({ command: process.execPath, args: [program], stderr: 'ignore' as const });
const capabilities = { elicitation: { form: {} }, sampling: {} };
const about = { name: 'test', version: '1.0.0' };
const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
const call = { name: 'book_flight', arguments: { destination: 'LAX' } };

/** A person who picks a flight that was not offered first, and a client's model. */
function createPerson() {
  const messages: string[] = [];
  return {
    messages,
    answer(params: unknown) {
      const { message, requestedSchema } = params as { message: string; requestedSchema: { properties: object } };
      messages.push(message);
      const isSeat = 'row' in requestedSchema.properties;
      const flight = { flightId: messages.length === 1 ? 'FL009' : 'FL002' };
      return { action: 'accept' as const, content: isSeat ? { row: 7, seat: 'C' } : flight };
    },
    sample: () => ({
      role: 'assistant' as const,
      model: 'test',
      content: { type: 'text' as const, text: 'Walk.' },
    }),
  };
}

type Connect = (person: ReturnType<typeof createPerson>) => Promise<Pick<Client, 'callTool' | 'close'>>;

const client =
  (options: object, open: () => Promise<StdioClientTransport | StreamableHTTPClientTransport>): Connect =>
  async ({ answer, sample }) => {
    const made = new Client(about, { capabilities, ...options });
    made.setRequestHandler('elicitation/create', ({ params }) => answer(params));
    made.setRequestHandler('sampling/createMessage', sample);
    await made.connect(await open());
    return made;
  };

const oldClient =
  (open: () => Promise<OldStdioTransport | OldHttpTransport>): Connect =>
  async ({ answer, sample }) => {
    const made = new OldClient(about, { capabilities });
    made.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params));
    made.setRequestHandler(CreateMessageRequestSchema, sample);
    await made.connect((await open()) as Parameters<OldClient['connect']>[0]);
    return made as unknown as Pick<Client, 'callTool' | 'close'>;
  };

/** Start the program over HTTP. */
async function serveHttp(): Promise<URL> {
  const child = spawn(process.execPath, [program, 'http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const address = new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data).trim())));
  return new URL(await address);
}

const connections: [string, Connect][] = [
  ['version 2.4 over stdio, of 2025-11-25', client({}, async () => new StdioClientTransport(command()))],
  ['version 2.4 over stdio, of 2026-07-28', client(modern, async () => new StdioClientTransport(command()))],
  ['version 1.32 over stdio', oldClient(async () => new OldStdioTransport(command()))],
  [
    'version 2.4 over HTTP, of 2025-11-25',
    client({}, async () => new StreamableHTTPClientTransport(await serveHttp())),
  ],
  [
    'version 2.4 over HTTP, of 2026-07-28',
    client(modern, async () => new StreamableHTTPClientTransport(await serveHttp())),
  ],
  ['version 1.32 over HTTP', oldClient(async () => new OldHttpTransport(await serveHttp()))],
];

describe.each(connections)("the SDK's client of %s", (_name, connect) => {
  it('books a flight of a program: a refused answer is asked again, and the client’s model is asked', async () => {
    const person = createPerson();
    const connected = await connect(person);
    onTestFinished(() => connected.close());

    const { structuredContent, isError } = await connected.callTool(call);

    expect(isError ?? false).toBe(false);
    expect(structuredContent).toEqual({ flight: 'FL002', seat: '7C', tip: 'Walk.' });
    expect(person.messages).toEqual([
      'Which flight to LAX?',
      expect.stringContaining('It was not offered.'),
      'Which seat?',
    ]);
  });
});

/** Start the program and speak the protocol line by line. */
function start() {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => (output += String(data)));
  child.stderr.on('data', (data) => (errors += String(data)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = () => output.split('\n').filter((line) => line !== '');
  const messages = () => lines().map((line) => JSON.parse(line) as Message);
  return {
    ended,
    messages,
    errors: () => errors,
    endInput: () => child.stdin.end(),
    send: (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    async heard(fits: (message: Message) => boolean): Promise<Message> {
      await expect.poll(() => messages().some(fits), { timeout: 10_000 }).toBe(true);
      return messages().find(fits)!;
    },
  };
}

interface Message {
  jsonrpc: string;
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: { content?: { text: string }[]; isError?: boolean };
}

async function greet({ send, heard }: ReturnType<typeof start>): Promise<void> {
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: about };
  send({ id: 'hello', method: 'initialize', params });
  await heard(({ id }) => id === 'hello');
  send({ method: 'notifications/initialized' });
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': about,
  'io.modelcontextprotocol/clientCapabilities': capabilities,
};

describe('a program that serves tools over stdio', () => {
  it.each(['legacy', 'modern'] as const)('lets our client change an answer, in the %s era', async (era) => {
    const person = await connectPerson(new StdioClientTransport(command()), era);
    const { result } = await person.toPay();
    (await person.reopen('pickFlight')).accept({ flightId: 'FL2' });
    await person.answer('pickSeat', { seat: 'FL2-1A' });
    await person.answer('pay', { method: 'later' });
    expect(await result).toMatchObject({ structuredContent: { flightId: 'FL2', seat: 'FL2-1A' } });
    await closeAll();
  });

  it('writes nothing but messages of the protocol to its output, also when a tool logs or fails', async () => {
    const server = start();
    await greet(server);
    server.send({ id: 1, method: 'tools/call', params: { ...call, _meta: { progressToken: 7 } } });
    const asked = await server.heard(({ method }) => method === 'elicitation/create');
    server.send({ id: asked.id, result: { action: 'decline' } });
    await server.heard(({ id, result }) => id === 1 && result !== undefined);
    server.send({ id: 2, method: 'tools/call', params: { name: 'fail', arguments: {} } });
    const failed = await server.heard(({ id, result }) => id === 2 && result !== undefined);
    server.endInput();

    expect(await server.ended).toBe(0);
    expect(failed.result?.isError).toBe(true);
    expect(new Set(server.messages().map(({ jsonrpc }) => jsonrpc))).toEqual(new Set(['2.0']));
    expect(server.messages().map(({ method }) => method)).toEqual(
      expect.arrayContaining(['notifications/message', 'notifications/progress']),
    );
    expect(server.errors()).toContain('The airline is closed.');
  });

  it('stops a call that asks when its input ends: it cleans up, and the process ends', async () => {
    const server = start();
    await greet(server);
    server.send({ id: 1, method: 'tools/call', params: { name: 'hold', arguments: {} } });
    await server.heard(({ method }) => method === 'elicitation/create');
    server.endInput();

    expect(await server.ended).toBe(0);
    expect(server.errors()).toBe('Cleaned up.\nClosed.\n');
  });

  it.each([
    ['2025-11-25', {}],
    ['2026-07-28', { _meta: envelope }],
  ])('stops a call of %s that is at work when its input ends', async (_revision, meta) => {
    const server = start();
    if (!('_meta' in meta)) await greet(server);
    server.send({ id: 1, method: 'tools/call', params: { name: 'work', arguments: {}, ...meta } });
    await expect.poll(server.errors, { timeout: 10_000 }).toContain('At work.');
    server.endInput();

    expect(await server.ended).toBe(0);
    expect(server.errors()).toBe('At work.\nCleaned up.\nClosed.\n');
  });

  it('ends when its input ends before a first message', async () => {
    const server = start();
    server.endInput();
    expect(await server.ended).toBe(0);
    expect(server.errors()).toBe('Closed.\n');
  });
});
