import type { Client } from '@modelcontextprotocol/client';
import { inputRequired, type McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { closeAll } from '../client/harness.ts';
import { accept, connectRounds, stopAll, type Connected } from './harness.ts';

const form = inputRequired.elicit({
  message: 'Sure?',
  requestedSchema: { type: 'object', properties: { yes: { type: 'boolean' } }, required: ['yes'] },
});

/** A tool that asks once, wants one argument as a header, and says what it returns. */
const serving = (structuredContent: unknown) => (server: McpServer) => {
  server.registerTool(
    'query',
    {
      inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
      outputSchema: z.object({ rows: z.number() }),
    },
    (async (_args: unknown, { mcpReq }: { mcpReq: { inputResponses?: unknown } }) =>
      mcpReq.inputResponses === undefined
        ? inputRequired({ inputRequests: { sure: form }, requestState: 'S' })
        : { content: [], structuredContent }) as never,
  );
};

const query = ({ connection }: Connected) =>
  connection.callTool({ name: 'query', arguments: { region: 'eu' } } as never);
const list = ({ mcp }: Connected) => (mcp as unknown as Client).listTools();
const regionsOf = ({ headers }: { headers: readonly Headers[] }) => headers.map((one) => one.get('mcp-param-region'));

afterEach(async () => {
  await stopAll();
  await closeAll();
});

describe('a tool that declares more than its name', () => {
  it('gets arguments as the headers that it asks for, with every request of the call', async () => {
    const connected = await connectRounds({}, { serve: serving({ rows: 3 }) });
    await list(connected);
    const result = query(connected);
    await accept(connected, 'Sure?', { yes: true });
    expect(await result).toMatchObject({ structuredContent: { rows: 3 } });
    expect(regionsOf(connected)).toEqual(['eu', 'eu']);
  });

  it('is called with those headers where the page has never listed the tools', async () => {
    const connected = await connectRounds({}, { serve: serving({ rows: 3 }) });
    const result = query(connected);
    await accept(connected, 'Sure?', { yes: true });
    expect(await result).toMatchObject({ structuredContent: { rows: 3 } });
    // The server refuses the first request, and the SDK lists the tools.
    expect(regionsOf(connected)).toEqual([null, 'eu', 'eu']);
  });

  it.each([
    ['of another shape', { structuredContent: { rows: 'three' } }, /does not match the tool's output schema/],
    ['missing', {}, /did not return structured content/],
  ])('fails where the structured content that it promises is %s', async (_how, result, problem) => {
    const answer = (leg: number) => (leg === 2 ? result : undefined);
    const connected = await connectRounds({}, { serve: serving({ rows: 3 }), answer });
    await list(connected);
    const called = query(connected);
    await accept(connected, 'Sure?', { yes: true });
    await expect(called).rejects.toThrow(problem);
    expect(connected.legs).toHaveLength(2);
    expect(connected.snapshot().pending).toEqual([]);
  });
});
