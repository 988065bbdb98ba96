import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type WaitToken } from '../../src/plugin.ts';
import { realStores } from '../faults/real-stores.ts';
import { eventually } from '../eventually.ts';
import { answering, endpointOf, keys, leg } from './harness.ts';

const declaration = createMcpTool('sign')
  .description('Have a contract signed')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) });
const wait = { schema: z.object({ by: z.string() }), timeout: 60_000 };
const call = { name: 'sign', arguments: {} };

/** Two processes over one store, with a call whose next leg waits for a signature. */
async function twoProcesses(make: (typeof realStores)[number][1]) {
  const store = await make();
  const tokens: WaitToken[] = [];
  const begun: string[] = [];
  const tool = declaration.execute(function* (_, ctx) {
    const { action } = yield* ctx.elicit('seat', { message: 'Which seat?' });
    yield* ctx.step('begin', () => void begun.push(action));
    tokens.push(yield* ctx.waitFor.token('signed'));
    const signed = yield* ctx.waitFor('signed', wait);
    return signed.action === 'accept' ? `signed by ${signed.content.by}` : signed.action;
  });
  const limits = { leaseTime: 1000 };
  const open = () => endpointOf([tool], { store, keys, limits });
  const [here, there] = [open(), open()];
  const next = { ...call, ...answering(await leg(here, call), { seat: '1A' }) };
  const gone = new AbortController();
  const waiting = leg(here, { ...next, signal: gone.signal }).catch(() => undefined);
  await eventually(() => expect(tokens).toHaveLength(1));
  return { here, there, next, waiting, tokens, begun, gone };
}

const signed = { content: [{ type: 'text', text: 'signed by Ada' }] };
const shared = realStores.filter(([name]) => name !== 'a file');

describe.each(shared)('while one process has a leg of a call open, over %s', (_, make) => {
  it('the same leg to another one waits, and both get the result', async () => {
    const { here, there, next, waiting, tokens, begun } = await twoProcesses(make);
    const again = leg(there, next);
    await expect(there.resolve(tokens[0]!, { by: 'Eve' })).rejects.toMatchObject({ code: 'MCP_CALL_BUSY' });
    expect(await here.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'recorded' });
    expect((await waiting)?.result).toMatchObject(signed);
    expect((await again).result).toMatchObject(signed);
    expect(begun).toEqual(['accept']);
  });

  it('the same leg to another one goes on once the client has left the first', async () => {
    const { there, next, tokens, begun, gone } = await twoProcesses(make);
    const again = leg(there, next);
    gone.abort();
    await eventually(async () => {
      expect(await there.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'recorded' });
    });
    expect((await again).result).toMatchObject(signed);
    expect(begun).toEqual(['accept']);
  });

  it('a value that is told to come again counts when it does, and not before', async () => {
    const { there, tokens, gone } = await twoProcesses(make);
    const early = there.resolve(tokens[0]!, { by: 'Bob' });
    await expect(early).rejects.toMatchObject({ code: 'MCP_CALL_BUSY' });
    gone.abort();
    await eventually(async () => {
      expect(await there.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'recorded' });
    });
  });

  it('more legs than a call may have are told to come again, and then get the result', async () => {
    const { here, there, next, tokens } = await twoProcesses(make);
    const all = Array.from({ length: 21 }, () => leg(there, next));
    const refused = await Promise.race(all);
    expect(refused).toMatchObject({ error: { code: -32603, message: expect.stringContaining('in a moment') } });
    expect(await here.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'recorded' });
    const others = (await Promise.all(all)).filter((one) => one !== refused);
    for (const { result } of others) expect(result).toMatchObject(signed);
    expect((await leg(there, next)).result).toMatchObject(signed);
  });
});
