import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CreateMessageRequestSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildServe, command, initialize, readMessages, runCommand } from './serving.ts';

beforeAll(buildServe);

const about = { name: 'test-host', version: '1.0.0' };
const all = { elicitation: { form: {}, url: {} }, sampling: {} };
const program = () => ({ command: process.execPath, args: [command, 'doctor', '--stdio'], stderr: 'ignore' as const });

type Asked = { message: string; requestedSchema?: { properties: Record<string, { default?: unknown }> } };
type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> };

/** A host's person who does what the questions say. */
function obliging({ message, requestedSchema }: Asked): Answer {
  const send = (value: unknown) => ({ action: 'accept' as const, content: { value } as Record<string, string> });
  if (requestedSchema === undefined) return { action: 'accept' };
  const start = requestedSchema.properties['value']?.default;
  if (message.includes('Refused on purpose')) return send(`${String(start)}!`);
  if (message.includes('as it stands')) return send(start);
  if (message.includes('Say no')) return { action: 'decline' };
  if (message.includes('street')) {
    return { action: 'accept', content: { 'value.town': 'Graz', 'value.street': 'Ring' } };
  }
  if (message.includes('1.5')) return send(1.5);
  if (message.includes('number 7')) return send(7);
  if (message.includes('yes')) return send(true);
  if (message.includes('Medium')) return send('m');
  if (message.includes('Large')) return send(['s', 'l']);
  if (message.includes('2027')) return send('2027-03-01');
  return send('word');
}

const sample = () => ({ role: 'assistant' as const, model: 'test', content: { type: 'text' as const, text: 'Yes.' } });

/** What the doctor says of a host that answers so. */
async function examine(answer: (asked: Asked) => Answer, capabilities: object = all, options: object = {}) {
  const client = new Client(about, { capabilities, ...options });
  if ('elicitation' in capabilities) {
    client.setRequestHandler('elicitation/create', ({ params }) => answer(params as unknown as Asked));
  }
  if ('sampling' in capabilities) client.setRequestHandler('sampling/createMessage', sample);
  await client.connect(new StdioClientTransport(program()));
  onTestFinished(() => client.close());
  return readResult(await client.callTool({ name: 'doctor', arguments: {} }));
}

function readResult(result: object): string {
  const { content, isError } = result as { content: [{ text: string }]; isError?: boolean };
  expect(isError ?? false).toBe(false);
  return content[0].text;
}

const healthy = (
  revision: string,
) => `test-host 1.0.0, with MCP ${revision}, declares elicitation.form, elicitation.url, sampling.
Text: sent "word".
Number: sent 1.5.
Whole number: sent 7.
Yes or no: sent true.
One of few: sent "m".
Several of few: sent ["s","l"].
Date: sent "2027-03-01".
Group of fields: sent {"town":"Graz","street":"Ring"}.
Default: sent the default.
Refused answer: asked again, and kept what was typed.
Saying no: declined.
Page: agreed to open.
Model: answered "Yes.".`;

describe('elicitkit doctor', () => {
  it.each([
    ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
    ['2025-11-25', {}],
  ])('says what a host of %s can do that can do all', async (revision, options) => {
    expect(await examine(obliging, all, options)).toBe(healthy(revision));
  });

  it('says the same of the SDK’s first version', async () => {
    const client = new OldClient(about, { capabilities: all });
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => obliging(params as unknown as Asked));
    client.setRequestHandler(CreateMessageRequestSchema, sample);
    await client.connect(new OldStdioTransport(program()) as Parameters<OldClient['connect']>[0]);
    onTestFinished(() => client.close());

    expect(readResult(await client.callTool({ name: 'doctor', arguments: {} }))).toBe(healthy('2025-11-25'));
  });

  it('asks nothing of a host without elicitation, and says so', async () => {
    expect(await examine(obliging, {})).toBe(`test-host 1.0.0, with MCP 2025-11-25, declares nothing.
Forms: the host does not declare elicitation, so no tool can ask the person anything here.
Page: the host does not declare elicitation.url.
Model: the host does not declare sampling.`);
  });

  it('names each form that is accepted without a value', async () => {
    const said = await examine(() => ({ action: 'accept', content: {} }), { elicitation: {} });

    expect(said.match(/^.*: accepted without a value\.$/gm)).toHaveLength(11);
  });

  it('tells a host that fails from a person who closes a question', async () => {
    const fails = (): Answer => {
      throw new Error('No screen.');
    };

    expect(await examine(fails)).toContain('Text: the host failed to ask it.');
    expect(await examine(() => ({ action: 'cancel' }))).toContain('Text: closed.');
  });

  it('takes no facts of a model, nor shows it the parameter', async () => {
    const client = new Client(about, { capabilities: {} });
    await client.connect(new StdioClientTransport(program()));
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    const client2 = { name: 'other', revision: '1', declares: [], form: true, url: true, sampling: true };
    const result = await client.callTool({ name: 'doctor', arguments: { client: client2 } });

    expect(tools[0]?.inputSchema).toEqual({ type: 'object', properties: {} });
    expect(readResult(result)).toContain('test-host 1.0.0');
  });

  it('writes nothing but messages to standard output', async () => {
    const { child } = runCommand('doctor', '--stdio');
    const { messages, heard } = readMessages(child.stdout as NodeJS.ReadableStream);
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...initialize })}\n`);
    await heard(({ id }) => id === 0);

    expect(messages()).toHaveLength(1);
  });

  it('serves over HTTP on this machine, to no page of another origin', async () => {
    const { child } = runCommand('doctor', '--http', '0');
    const said = await new Promise<string>((done) => child.stdout?.once('data', (data) => done(String(data))));
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const body = JSON.stringify({ jsonrpc: '2.0', ...initialize });
    const post = async (more: object) =>
      (await fetch(/http:\S+/.exec(said)?.[0] ?? '', { method: 'POST', headers: { ...headers, ...more }, body }))
        .status;

    expect(said).toMatch(/^Serving doctor over MCP at http:\/\/127\.0\.0\.1:/);
    expect(await post({})).toBe(200);
    expect(await post({ origin: 'https://evil.example' })).toBe(403);
  });

  it.each([
    [[], 'Choose one of --stdio and --http.'],
    [['--stdio', '--http', '0'], 'Choose one of --stdio and --http.'],
    [['--stdio', '--host', '::1'], '--host and --allow-host belong to --http.'],
    [['tools.js', '--stdio'], 'Unexpected argument'],
  ])('refuses the arguments %j', async (args, why) => {
    const { said, ended } = runCommand('doctor', ...args);

    expect(await ended).toBe(2);
    expect(said()).toContain(why);
  });
});
