import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import type { SettledItem } from '../../src/client.ts';
import { closeAll, createHarness } from '../client/harness.ts';
import {
  accept,
  connectFirst,
  connectRounds,
  connectSecond,
  statusOf,
  stopAll,
  text,
  valueOf,
  type Connected,
  type Params,
  type Pushing,
} from './harness.ts';

afterEach(async () => {
  await stopAll();
  await closeAll();
});

const requestedSchema = { type: 'object', properties: { value: { type: 'string' } } };
const question = (message: string, id = message) => ({
  message,
  requestedSchema,
  _meta: { 'elicitkit/id': id, 'elicitkit/key': message },
});
const offer = (id: unknown, more?: object) => ({
  message: 'You can change an earlier answer.',
  requestedSchema: { type: 'object', properties: {} },
  _meta: { 'elicitkit/revises': id, ...more },
});
const news = (id: string, what: object) => offer(id, { 'elicitkit/revised': what });
const cancelled = { action: 'cancel' };

const round = (requests: Record<string, object>, changed?: object) => ({
  resultType: 'input_required',
  inputRequests: Object.fromEntries(
    Object.entries(requests).map(([key, params]) => [key, { method: 'elicitation/create', params }]),
  ),
  requestState: 'state',
  ...(changed && { _meta: { 'elicitkit/revised': changed } }),
});

/** Asks "One?", then "Two?" with these beside it, then gives what it heard. */
const thenTwo = (beside: Record<string, object>, end?: (responses: Params) => unknown) => {
  return ({ mcpReq }: ServerContext) => {
    const responses = mcpReq.inputResponses as Params | undefined;
    if (responses === undefined) return round({ one: question('One?') });
    if ('one' in responses) return round({ two: question('Two?'), ...beside });
    return end?.(responses) ?? text(responses);
  };
};

const settled = ({ client }: Connected, message: string) => statusOf(client, message) as SettledItem;
const changeOf = (connected: Connected, message: string) => settled(connected, message)?.change;

/** Answers "One?", and waits for "Two?". */
async function toTwo(connected: Connected) {
  const result = connected.call('tool');
  result.catch(() => undefined);
  await accept(connected, 'One?', { value: 'a' });
  await connected.asked('Two?');
  return result;
}

async function change(connected: Connected, content: unknown) {
  await connected.when(() => changeOf(connected, 'One?') !== undefined);
  changeOf(connected, 'One?')?.();
  await accept(connected, 'One?', content);
}

describe('in a round', () => {
  it('an offer is a Change on the receipt and no card, and counts as no question', async () => {
    const limits = { open: 1, perMinute: 2 };
    const connected = await connectRounds({ tool: thenTwo({ c: offer('One?') }) }, { limits });
    const result = toTwo(connected);
    await connected.asked('Two?');

    expect(connected.snapshot().items).toHaveLength(2);
    expect(changeOf(connected, 'One?')).toBeTypeOf('function');
    await accept(connected, 'Two?', { value: 'b' });
    expect(valueOf(await result)).toEqual({ two: { action: 'accept', content: { value: 'b' } }, c: cancelled });
    expect(connected.errors).toEqual([]);
  });

  it.each([
    ['a question that nobody asked', offer('Three?')],
    ['the question that waits', offer('Two?')],
    ['a number', offer(7)],
    ['nothing', offer('')],
    ['a name that is too long', offer('x'.repeat(2000))],
    ['__proto__', offer('__proto__')],
  ])('an offer that names %s is cancelled and never shown', async (_what, params) => {
    const connected = await connectRounds({ tool: thenTwo({ c: params }) });
    const result = toTwo(connected);
    await connected.asked('Two?');

    expect(connected.snapshot().items).toHaveLength(2);
    expect(changeOf(connected, 'One?')).toBeUndefined();
    await accept(connected, 'Two?', { value: 'b' });
    expect(valueOf(await result)).toMatchObject({ c: cancelled });
  });

  it('an offer names no question of another call, or of another server', async () => {
    const page = createHarness();
    const first = await connectRounds({ tool: thenTwo({}) }, { page });
    const running = toTwo(first);
    await first.asked('Two?');
    const tools = { other: () => round({ three: question('Three?'), c: offer('One?') }) };
    const hostile = await connectRounds(tools, { page, server: { name: 'Other' } });
    hostile.call('other').catch(() => undefined);
    await hostile.asked('Three?');
    expect(changeOf(first, 'One?')).toBeUndefined();

    const twoCalls = await connectRounds({
      tool: thenTwo({}),
      other: () => round({ three: question('Four?'), c: offer('One?') }),
    });
    toTwo(twoCalls).catch(() => undefined);
    await twoCalls.asked('Two?');
    twoCalls.call('other').catch(() => undefined);
    await twoCalls.asked('Four?');
    expect(changeOf(twoCalls, 'One?')).toBeUndefined();
    await accept(first, 'Two?', { value: 'b' });
    await running;
  });

  it('a change is sent at once and alone, and what waited is gone', async () => {
    const gone = { gone: ['Two?', 'Never asked?'] };
    const connected = await connectRounds({
      tool: thenTwo({ more: question('More?'), c: offer('One?') }, (responses) =>
        'c' in responses ? round({ three: question('Three?') }, gone) : text(responses),
      ),
    });
    const result = toTwo(connected);
    await connected.asked('More?');
    await change(connected, { value: 'z' });
    await accept(connected, 'Three?', { value: 'c' });

    expect(valueOf(await result)).toEqual({ three: { action: 'accept', content: { value: 'c' } } });
    expect(connected.legs[2]?.params['inputResponses']).toEqual({ c: { action: 'accept', content: { value: 'z' } } });
    expect(connected.snapshot().items.map(({ message }) => message)).toEqual(['One?', 'Three?']);
    expect(settled(connected, 'One?')).toMatchObject({ note: 'changed' });
    expect(connected.errors).toEqual([]);
  });

  it('a change that the server refuses keeps the cards, and what was answered there', async () => {
    const again = { two: question('Two?'), more: question('More?'), c: offer('One?') };
    const connected = await connectRounds({
      tool: thenTwo(again, (responses) =>
        'two' in responses ? text(responses) : round(again, { kept: 'invalid', issues: [{ message: 'Not that.' }] }),
      ),
    });
    const result = toTwo(connected);
    await accept(connected, 'More?', { value: 'm' });
    await change(connected, { value: 'z' });
    await connected.when(() => connected.snapshot().items[0]?.issues !== undefined);
    expect(connected.snapshot().items[0]).toMatchObject({
      revises: true,
      issues: [{ path: [], message: 'Not that.' }],
    });
    await accept(connected, 'Two?', { value: 'b' });

    expect(valueOf(await result)).toEqual({
      two: { action: 'accept', content: { value: 'b' } },
      more: { action: 'accept', content: { value: 'm' } },
      c: cancelled,
    });
    expect(settled(connected, 'One?')).toMatchObject({ status: 'settled', note: undefined });
  });

  it('a change whose answer is lost is sent again, as the same', async () => {
    const connected = await connectRounds(
      {
        tool: thenTwo({ c: offer('One?') }, (responses) =>
          'c' in responses && !('two' in responses)
            ? round({ three: question('Three?') }, { gone: [] })
            : text(responses),
        ),
      },
      { cut: (leg) => (leg === 3 ? 'answer' : undefined) },
    );
    const result = toTwo(connected);
    await connected.asked('Two?');
    await change(connected, { value: 'z' });
    await connected.when(({ items }) => items[0]?.status === 'failed');
    const [item] = connected.snapshot().items;
    if (item?.status === 'failed') item.retry();
    await accept(connected, 'Three?', { value: 'c' });
    await result;

    expect(connected.legs[3]?.params['inputResponses']).toEqual(connected.legs[2]?.params['inputResponses']);
    expect(connected.legs[3]?.params['requestState']).toBe('state');
  });

  it('a change between a failed answer and its Retry sends that answer no sooner', async () => {
    const again = { two: question('Two?'), c: offer('One?') };
    const connected = await connectRounds(
      {
        tool: thenTwo(again, (responses) =>
          'two' in responses ? text(responses) : round(again, { kept: 'invalid', issues: [{ message: 'Not that.' }] }),
        ),
      },
      { cut: (leg) => (leg === 3 ? 'request' : undefined) },
    );
    const result = toTwo(connected);
    await accept(connected, 'Two?', { value: 'b' });
    await connected.when(({ items }) => items[1]?.status === 'failed');
    await change(connected, { value: 'z' });
    await connected.when(({ items }) => items[0]?.issues !== undefined);
    expect(connected.legs).toHaveLength(4);
    const [first, second] = connected.snapshot().items;
    expect(second?.status).toBe('failed');
    if (first?.status === 'pending') first.keep?.();
    if (second?.status === 'failed') second.retry();
    expect(valueOf(await result)).toEqual({ two: { action: 'accept', content: { value: 'b' } }, c: cancelled });
  });

  it('a change that seemed to be lost, and was kept from, shows as what counts', async () => {
    const connected = await connectRounds(
      {
        tool: thenTwo({ c1: offer('One?') }, (responses) =>
          'c1' in responses && !('two' in responses)
            ? round({ three: question('Three?'), c2: offer('One?') }, { gone: [] })
            : 'three' in responses
              ? text(responses)
              : round({ three: question('Three?'), c2: offer('One?') }),
        ),
      },
      { cut: (leg) => (leg === 3 ? 'answer' : undefined) },
    );
    const result = toTwo(connected);
    await connected.asked('Two?');
    await change(connected, { value: 'z' });
    await connected.when(({ items }) => items[0]?.status === 'failed');
    const [item] = connected.snapshot().items;
    if (item?.status === 'failed') item.keep?.();
    await accept(connected, 'Two?', { value: 'b' });
    await connected.asked('Three?');

    expect(connected.snapshot().items.map(({ message }) => message)).toEqual(['One?', 'Three?']);
    expect(settled(connected, 'One?')).toMatchObject({ status: 'settled', note: 'changed' });
    await change(connected, { value: 'z' });
    await connected.when(({ items }) => items[0]?.status === 'settled');
    await accept(connected, 'Three?', { value: 'c' });
    expect(valueOf(await result)).toMatchObject({ three: { content: { value: 'c' } }, c2: cancelled });
    // The same answer again is no change.
    expect(connected.legs).toHaveLength(5);
  });

  it('a change on which the server says nothing was too late', async () => {
    const connected = await connectRounds({ tool: thenTwo({ c: offer('One?') }) });
    const result = toTwo(connected);
    await connected.asked('Two?');
    await change(connected, { value: 'z' });
    await result;
    expect(settled(connected, 'One?')).toMatchObject({ status: 'settled', action: 'accept', note: 'late' });
  });

  it('an answer that was opened and is sent after the call went on was too late', async () => {
    const connected = await connectRounds({
      tool: thenTwo({ c: offer('One?') }, (responses) =>
        'two' in responses ? round({ three: question('Three?') }) : text(responses),
      ),
    });
    const result = toTwo(connected);
    await connected.asked('Two?');
    changeOf(connected, 'One?')?.();
    await accept(connected, 'Two?', { value: 'b' });
    await connected.asked('Three?');
    await accept(connected, 'One?', { value: 'z' });
    expect(settled(connected, 'One?')).toMatchObject({ status: 'settled', note: 'late' });
    await accept(connected, 'Three?', { value: 'c' });
    await result;
  });

  it('changes do not use up the rounds of a call', async () => {
    let asked = 0;
    const connected = await connectRounds({
      tool: ({ mcpReq }) => {
        const responses = (mcpReq.inputResponses ?? {}) as Params;
        if (!('one' in responses) && Object.keys(responses).length === 0) return round({ one: question('One?') });
        if ('end' in responses) return text('done');
        asked += 1;
        return asked > 15
          ? round({ end: question('End?') }, { gone: [] })
          : round({ [`two${asked}`]: question('Two?'), [`c${asked}`]: offer('One?') }, { gone: [] });
      },
    });
    const result = connected.call('tool');
    await accept(connected, 'One?', { value: '0' });
    for (let at = 1; at <= 15; at += 1) {
      await change(connected, { value: String(at) });
    }
    await accept(connected, 'End?', { value: 'e' });
    expect(valueOf(await result)).toBe('done');
  });

  it('a round that the SDK goes through by itself does not wait for changes', async () => {
    const connected = await connectRounds({ tool: thenTwo({ c: offer('One?') }) });
    const { mcp } = connected as unknown as { mcp: { callTool(params: object): Promise<unknown> } };
    const result = mcp.callTool({ name: 'tool', arguments: {} });
    await accept(connected, 'One?', { value: 'a' });
    await accept(connected, 'Two?', { value: 'b' });
    expect(valueOf(await result)).toMatchObject({ c: cancelled });
  });
});

describe.each([
  ['SDK 2.x', connectSecond],
  ['SDK 1.x', connectFirst],
] as const)('pushed, with %s,', (_line, connect) => {
  /** Asks "One?", then "Two?" with what it pushes beside it. */
  const pushing =
    (beside: (push: (params: object) => Promise<Params>, stop: () => void) => unknown): Pushing =>
    async (elicit) => {
      await elicit(question('One?'));
      const stops: AbortController[] = [];
      const heard: Params[] = [];
      const push = async (params: object) => {
        const stop = new AbortController();
        stops.push(stop);
        const answer = await elicit(params as Params, { signal: stop.signal, timeout: 100_000 });
        heard.push(answer);
        return answer;
      };
      const stop = () => {
        for (const one of stops) one.abort();
      };
      const pushed = beside(push, stop);
      const two = await elicit(question('Two?'));
      stop();
      await Promise.resolve(pushed).catch(() => undefined);
      return { two, heard };
    };

  it('an offer is a Change on the receipt, and its answer is the other answer', async () => {
    const connected = await connect({
      tool: pushing(async (push) => {
        await push(offer('One?'));
        await push(news('One?', { gone: [] }));
      }),
    });
    const result = toTwo(connected);
    await change(connected, { value: 'z' });
    await connected.when(() => settled(connected, 'One?').note === 'changed');
    await accept(connected, 'Two?', { value: 'b' });

    expect(valueOf(await result)).toEqual({
      two: { action: 'accept', content: { value: 'b' } },
      heard: [{ action: 'accept', content: { value: 'z' } }, cancelled],
    });
    expect(connected.snapshot().items).toHaveLength(2);
  });

  it('a server that takes an offer back takes the Change back', async () => {
    let stopped = () => undefined as void;
    const connected = await connect({
      tool: pushing((push, stop) => {
        stopped = stop;
        return push(offer('One?'));
      }),
    });
    const result = toTwo(connected);
    await connected.when(() => changeOf(connected, 'One?') !== undefined);
    stopped();
    await connected.when(() => changeOf(connected, 'One?') === undefined);
    await accept(connected, 'Two?', { value: 'b' });
    expect(valueOf(await result)).toMatchObject({ heard: [] });
  });

  it('a change that the server refuses is asked again, with what is wrong', async () => {
    const connected = await connect({
      tool: pushing(async (push) => {
        await push(offer('One?'));
        void push(news('One?', { kept: 'invalid' }));
        await push(offer('One?'));
        await push(news('One?', { kept: 'stuck', gone: [] }));
      }),
    });
    const result = toTwo(connected);
    await change(connected, { value: 'z' });
    await connected.when(({ items }) => items[0]?.issues !== undefined);
    expect(connected.snapshot().items[0]?.issues).toEqual([{ path: [], message: expect.any(String) }]);
    await accept(connected, 'One?', { value: 'y' });
    await connected.when(() => settled(connected, 'One?').note === 'stuck');
    await accept(connected, 'Two?', { value: 'b' });
    await result;
  });

  it('a change that is on its way when its question loses its name to another one is over', async () => {
    const connected = await connect({
      tool: async (elicit) => {
        await elicit(question('One?'));
        await elicit(offer('One?') as Params);
        // What came of it is never told.
        return elicit(question('Two?', 'One?'));
      },
    });
    const result = connected.call('tool');
    await accept(connected, 'One?', { value: 'a' });
    await change(connected, { value: 'z' });
    await accept(connected, 'Two?', { value: 'b' });
    await result;
    await connected.when(({ pending }) => pending.length === 0);
    expect(settled(connected, 'One?')).toMatchObject({ status: 'settled', action: 'accept' });
  });

  it('a hostile server neither shows a card nor takes one away', async () => {
    const connected = await connect({
      tool: pushing(async (push) => {
        await Promise.all([
          push(offer('Three?')),
          push(offer(null)),
          push(news('One?', { gone: ['One?', 'Two?'] })),
          push(news('One?', { gone: 'all' })),
          push(news('Two?', { kept: 'invalid', issues: [{ message: 'x' }] })),
        ]);
        // The first hundred wait.
        const offers = Array.from({ length: 101 }, () => push(offer('One?')));
        await Promise.race(offers);
      }),
    });
    const result = toTwo(connected);
    await connected.when(() => changeOf(connected, 'One?') !== undefined);
    expect(connected.snapshot().items.map(({ message }) => message)).toEqual(['One?', 'Two?']);
    await accept(connected, 'Two?', { value: 'b' });
    const { heard } = valueOf(await result) as { heard: unknown[] };
    expect(heard).toEqual(Array.from({ length: 6 }, () => cancelled));
  });
});
