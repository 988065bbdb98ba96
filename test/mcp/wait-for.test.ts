import { race } from 'effection';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type WaitToken } from '../../src/plugin.ts';
import { eventually } from '../eventually.ts';
import { answering, connect, endpointOf, keys, leg, sharedStore } from './harness.ts';

const schema = z.object({ by: z.string() });
const wait = { schema, timeout: 60_000, message: 'Waiting for DocuSign' };
const declaration = createMcpTool('sign')
  .description('Have a contract signed')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) });

function signing(tokens: WaitToken[]) {
  return declaration.execute(function* (_, ctx) {
    tokens.push(yield* ctx.waitFor.token('signed'));
    const signed = yield* ctx.waitFor('signed', wait);
    return signed.action === 'accept' ? signed.content.by : `${signed.reason}`;
  });
}

/** Asks beside the wait. */
function impatient(tokens: WaitToken[]) {
  return declaration.execute(function* (_, ctx) {
    tokens.push(yield* ctx.waitFor.token('signed'));
    const first = yield* race([ctx.elicit('seat', { message: 'Which seat?' }), ctx.waitFor('signed', wait)]);
    return JSON.stringify(first);
  });
}

const call = { name: 'sign', arguments: {} };

it.each(['legacy', 'modern'] as const)(
  'a %s client is told what a tool waits for, and gets its result',
  async (era) => {
    const tokens: WaitToken[] = [];
    const mcp = endpointOf([signing(tokens)]);
    const { client, asked } = await connect(mcp, era);
    const progress: (string | undefined)[] = [];
    const result = client.callTool(call, { onprogress: ({ message }) => void progress.push(message) });
    await eventually(() => expect(progress).toEqual(['Waiting for DocuSign']));

    expect(await mcp.resolve(tokens[0]!, { by: 7 })).toMatchObject({ outcome: 'invalid' });
    expect(await mcp.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'recorded' });
    expect((await result).content).toMatchObject([{ text: 'Ada' }]);
    expect(asked).toEqual([]);
    expect(await mcp.resolve(tokens[0]!, { by: 'Eve' })).toEqual({ outcome: 'repeated' });
  },
);

it('a value ends a call between two legs, in any process', async () => {
  const tokens: WaitToken[] = [];
  const store = sharedStore();
  const [a, b] = [0, 1].map(() => endpointOf([impatient(tokens)], { store, keys }));
  const asked = await leg(a!, call);
  expect(Object.keys(asked.result?.inputRequests ?? {})).toEqual(['seat']);
  expect(await b!.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'recorded' });
  const next = await leg(a!, { ...call, ...answering(asked, { seat: '1A' }) });
  expect(next.result?.content?.[0]?.text).toBe('{"action":"accept","content":{"by":"Ada"}}');
});

it('a client cannot answer a wait', async () => {
  const tokens: WaitToken[] = [];
  const mcp = endpointOf([impatient(tokens)]);
  const { result } = await leg(mcp, call);
  const forged = { action: 'accept', content: { by: 'Eve' } };
  const names = ['~wait:signed', '~wait:signed.1', 'signed', ...tokens];
  const inputResponses = Object.fromEntries(names.map((name) => [name, forged]));
  const next = await leg(mcp, { ...call, inputResponses, requestState: result?.requestState ?? '' });
  expect(Object.keys(next.result?.inputRequests ?? {})).toEqual(['seat']);
  expect(JSON.stringify(next)).not.toContain(tokens[0]);
});

it('a token of no call is unknown', async () => {
  const mcp = endpointOf([signing([])]);
  for (const token of ['', 'x', `mcp_${'0'.repeat(32)}~${'0'.repeat(32)}`]) {
    // One after the other, so that a failure names its token.
    expect(await mcp.resolve(token, {}), token).toEqual({ outcome: 'unknown' });
  }
});

it('another process than the one whose client waits says that it is busy, and the value comes to that one', async () => {
  const tokens: WaitToken[] = [];
  const store = sharedStore();
  const limits = { leaseTime: 400 };
  const [a, b] = [0, 1].map(() => endpointOf([signing(tokens)], { store, keys, limits }));
  const waiting = leg(a!, call);
  await eventually(() => expect(tokens).toHaveLength(1));
  await expect(b!.resolve(tokens[0]!, { by: 'Ada' })).rejects.toMatchObject({ code: 'MCP_CALL_BUSY' });

  expect(await a!.resolve(tokens[0]!, { by: 'Ada' })).toMatchObject({
    outcome: expect.stringMatching(/recorded|early/),
  });
  expect((await waiting).result?.content?.[0]?.text).toBe('Ada');
});

it('a sealed call, which nobody keeps, says that no value could come', async () => {
  const tool = declaration.repeatable().execute(function* (_, ctx) {
    yield* ctx.waitFor.token('signed');
    return 'The token was given away.';
  });
  const { result } = await leg(endpointOf([tool], { sealed: true, keys }), call);
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('sealed') }] });
});
