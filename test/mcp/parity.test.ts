import { Client, InMemoryTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { McpServer } from '@modelcontextprotocol/server';
import { run } from 'effection';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createMcpTools } from '../../src/mcp.ts';
import type { AnyMcpTool, ElicitResult } from '../../src/plugin.ts';
import { createMockClient, runTool } from '../../src/testing.ts';
import { createChat, createModel, only, respond, user } from '../chat/harness.ts';
import { address, endpointOf } from './harness.ts';
import { sameTools } from './same-tools.ts';
import { buildStdioServer } from './stdio-build.ts';

/** What the person is asked. */
interface Question {
  message: string;
  context: unknown;
  attempt: number;
  issues: unknown;
}

/** What the model, or the code that called the tool, gets. */
interface Outcome {
  text: string;
  isError: boolean;
  asked: Question[];
}

interface Case {
  tool: (typeof sameTools)[number]['name'];
  args?: Record<string, unknown>;
  answers?: readonly (ElicitResult<unknown> & { refused?: boolean })[];
}

type Way = (given: Required<Case>) => Promise<Outcome>;

const accept = (content: object) => ({ action: 'accept' as const, content });
const tips = (prompt: string) => (prompt.includes('after') ? 'Then rest.' : 'Walk.');
const toolOf = ({ tool }: Case) => sameTools.find(({ name }) => name === tool)!;

/** The tool alone, with the simulated person of `elicitkit/testing`. */
const alone: Way = async (given) => {
  const sampleResponses = ['Walk.', 'Then rest.'];
  const client = createMockClient({ elicitResponses: given.answers, sampleResponses });
  const ran = await run(() => runTool(toolOf(given) as AnyMcpTool, given.args, client)).then(
    (value) => ({ text: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), isError: false }),
    (error: Error) => ({ text: error.message, isError: true }),
  );
  const asked = client.elicitCalls.map(({ message, context, attempt, issues }) => ({
    message,
    context,
    attempt,
    issues: issues ?? [],
  }));
  return { ...ran, asked };
};

/** In an app: a chat handler, and a person who answers over the chat's wire. */
const inApp: Way = async ({ tool, args, answers }) => {
  const { provider } = createModel((messages) => {
    const last = messages.at(-1);
    if (last?.content.startsWith('A tip')) return tips(last.content);
    return last?.role === 'tool' ? 'Done.' : { calls: [{ name: tool, arguments: args }] };
  });
  const { post } = createChat({ provider, asked: [] }, { tools: sameTools });
  const asked: Question[] = [];
  const script = [...answers];
  const conversationId = 'parity';
  const capabilities = { elicitation: { keys: { [tool]: ['pickFlight', 'pickSeat'] } } };
  let told = await post({ conversationId, messages: [user('Go on')], capabilities } as never);
  for (;;) {
    const [question] = only(told, 'plugin_elicit_request');
    if (question === undefined) break;
    const { message, schema, attempt, issues = [] } = question;
    asked.push({ message, context: schema['x-model-context'] ?? {}, attempt, issues });
    const { refused: _, ...answer } = script.shift()!;
    // Each answer needs the question before it.
    told = await post({ conversationId, pluginElicitResponses: [respond(question, answer)], capabilities } as never);
  }
  const [result] = only(told, 'tool_result');
  const [error] = only(told, 'tool_error');
  return { text: result?.content ?? error?.message ?? '', isError: error !== undefined, asked };
};

/** Over MCP, with a client whose person and model follow the script. */
const overMcp =
  (isModern: boolean, open: () => Promise<Transport>): Way =>
  async ({ tool, args, answers }) => {
    const asked: Question[] = [];
    const script = [...answers];
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      {
        capabilities: { elicitation: { form: {} }, sampling: {} },
        ...(isModern && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
      },
    );
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const { message, _meta = {} } = params;
      const of = (name: string) => _meta[`elicitkit/${name}`];
      asked.push({
        message: (of('message') ?? message) as string,
        context: of('context') ?? {},
        attempt: (of('attempt') ?? 1) as number,
        issues: of('issues') ?? [],
      });
      const { refused: _, ...answer } = script.shift()!;
      return answer as never;
    });
    client.setRequestHandler('sampling/createMessage', ({ params }) => {
      const { content } = params.messages.at(-1)!;
      const [part] = [content].flat();
      const text = tips(part?.type === 'text' ? part.text : '');
      return { role: 'assistant', model: 'test', content: { type: 'text', text } };
    });
    await client.connect(await open());
    onTestFinished(() => client.close());
    const result = await client.callTool({ name: tool, arguments: args });
    const [part] = result.content;
    const text = part?.type === 'text' ? part.text : '';
    // A client that shows only what is structured sees the same.
    if (result.structuredContent !== undefined) expect(JSON.parse(text)).toEqual(result.structuredContent);
    return { text, isError: result.isError ?? false, asked };
  };

const overHttp = async () => {
  const mcp = endpointOf(sameTools, { onEvent: () => undefined });
  return new StreamableHTTPClientTransport(new URL(address), {
    fetch: (url, init) => mcp.fetch(new Request(url, init as RequestInit)),
  });
};

/** A server that exists, with our tools in it. */
const inServer = async () => {
  const tools = createMcpTools({ tools: sameTools, principal: 'anonymous', onEvent: () => undefined });
  const server = new McpServer({ name: 'theirs', version: '1.0.0' });
  tools.addTo(server);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  onTestFinished(() => tools.close());
  return near;
};

let program = '';
beforeAll(async () => {
  program = await buildStdioServer();
});
const overStdio = async () =>
  new StdioClientTransport({ command: process.execPath, args: [program], stderr: 'ignore' });

const ways: [string, Way][] = [
  ['alone, by runTool', alone],
  ['in an app', inApp],
  ['over MCP of 2025-11-25', overMcp(false, overHttp)],
  ['over MCP of 2026-07-28', overMcp(true, overHttp)],
  ['in an MCP server that exists', overMcp(false, inServer)],
  ['over stdio of 2025-11-25', overMcp(false, overStdio)],
  ['over stdio of 2026-07-28', overMcp(true, overStdio)],
];

const pickFlight = {
  message: 'Which flight to LAX?',
  context: { flights: ['FL001', 'FL002'] },
  attempt: 1,
  issues: [] as object[],
};
const pickSeat = { message: 'Which seat?', context: {}, attempt: 1, issues: [] };
const args = { destination: 'LAX' };
const first = accept({ flightId: 'FL002' });

const cases: [string, Case, Outcome][] = [
  [
    'books, samples and returns an object',
    { tool: 'book_flight', args, answers: [first, accept({ row: 7, seat: 'C' })] },
    {
      text: JSON.stringify({ flight: 'FL002', seat: '7C', tip: 'Walk.' }),
      isError: false,
      asked: [pickFlight, pickSeat],
    },
  ],
  [
    'asks again for an answer that its check refuses',
    {
      tool: 'book_flight',
      args,
      answers: [{ ...accept({ flightId: 'FL009' }), refused: true }, first, { action: 'cancel' }],
    },
    {
      text: 'Not booked: no seat (cancel).',
      isError: false,
      asked: [
        pickFlight,
        { ...pickFlight, attempt: 2, issues: [{ path: [], message: 'It was not offered.' }] },
        pickSeat,
      ],
    },
  ],
  [
    'hears a decline',
    { tool: 'book_flight', args, answers: [{ action: 'decline' }] },
    { text: 'Not booked: decline.', isError: false, asked: [pickFlight] },
  ],
  ['asks the model twice', { tool: 'sample_twice' }, { text: 'Walk. Then rest.', isError: false, asked: [] }],
  ['fails', { tool: 'fail' }, { text: 'The airline is closed.', isError: true, asked: [] }],
  ['returns a text', { tool: 'say_text' }, { text: 'Booked.', isError: false, asked: [] }],
  [
    'returns an object',
    { tool: 'say_object' },
    { text: JSON.stringify({ ticket: 'TKT-1', legs: [{ from: 'NYC' }] }), isError: false, asked: [] },
  ],
  ['returns a list', { tool: 'say_list' }, { text: '["FL001","FL002"]', isError: false, asked: [] }],
  ['returns nothing', { tool: 'say_nothing' }, { text: '', isError: false, asked: [] }],
];

describe.each(cases)('a tool that %s', (_name, { tool, args: given = {}, answers = [] }, expected) => {
  it.each(ways)('asks the same and ends the same %s', async (_way, call) => {
    expect(await call({ tool, args: given, answers })).toEqual(expected);
  });
});
