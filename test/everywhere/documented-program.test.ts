import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/plugin.ts';
import { openPty } from '../terminal/pty.ts';
import { buildDocumented, documentedTools } from './documented.ts';
import { ada, createPerson } from './person.ts';
import { answerPrompts } from './places.ts';
import { apart, unfinished } from './tools-in.ts';

const documented = apart(await documentedTools());

describe.each([
  ['modern', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ['legacy', {}],
])('in a host of MCP that starts us as a program, %s,', (_, options) => {
  let client: Client;
  const seen: string[] = [];
  beforeAll(async () => {
    const program = await buildDocumented(`
      import { serveStdio } from './src/mcp-stdio.ts';
      import { provider } from './test/everywhere/provider.ts';
      await serveStdio({ name: 'docs', version: '1.0.0', tools: documented.map(({ tool }) => tool), provider }).closed;
    `);
    const person = createPerson(ada);
    client = new Client(
      { name: 'host', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } }, ...options },
    );
    client.setRequestHandler('elicitation/create', (request) => {
      const { message, requestedSchema = {} } = request.params as { message: string; requestedSchema?: JsonObject };
      seen.push(message);
      const { type, properties } = JSON.parse(JSON.stringify(requestedSchema)) as JsonObject;
      return {
        action: 'accept' as const,
        content: person.fillIn({ type, properties } as JsonObject, message) as never,
      };
    });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [program], stderr: 'ignore' }));
  }, 60_000);
  afterAll(() => client.close());

  it.each(documented)('$name comes to its end', async ({ tool, params }) => {
    seen.length = 0;
    const { content, isError } = await client.callTool({ name: tool.name, arguments: params });

    expect(isError ?? false).toBe(false);
    expect(JSON.stringify(content)).not.toMatch(unfinished);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('in a terminal of its own', () => {
  let program = '';
  beforeAll(async () => {
    program = await buildDocumented(`
      import { runInTerminal } from './src/terminal.ts';
      import { provider } from './test/everywhere/provider.ts';
      const { tool, params } = documented[Number(process.argv[2])];
      console.log('It returned ' + JSON.stringify(await runInTerminal(tool, params, { provider })));
    `);
  });

  it.each(documented.map((one, nth) => ({ ...one, nth })))('$name comes to its end', async ({ nth }) => {
    const pty = openPty(process.execPath, [program, String(nth)], '.');
    await answerPrompts(pty, pty.ends(), ada);

    expect(await pty.ends()).toBe(0);
    const [, result = ''] = pty.shown().split('It returned ');
    expect(result).not.toBe('');
    expect(result).not.toMatch(unfinished);
    // Data is shown in words, never as a program writes it.
    expect(pty.shown()).not.toMatch(/\[Object\]|not on offer/);
  });
});
