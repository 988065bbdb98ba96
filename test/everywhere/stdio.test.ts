import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/plugin.ts';
import { buildStdioServer } from '../mcp/stdio-build.ts';
import { ada, createPerson } from './person.ts';
import { tools } from './tools.ts';

let program = '';
beforeAll(async () => {
  program = await buildStdioServer('test/everywhere/stdio-server.ts');
});

describe.each([
  ['modern', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ['legacy', {}],
])('in a host of MCP that starts us as a program, %s,', (_, options) => {
  it.each(tools)('$tool.name comes to its end', async ({ tool, params, end }) => {
    const person = createPerson(ada);
    const seen: string[] = [];
    const client = new Client(
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
    onTestFinished(() => client.close());
    const result = await client.callTool({ name: tool.name, arguments: params });

    expect(JSON.stringify(result.content)).toMatch(end);
    expect(seen.join('\n')).not.toContain('not on offer');
  });
});
