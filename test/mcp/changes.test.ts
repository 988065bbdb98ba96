import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { McpEndpoint, McpEndpointOptions } from '../../src/mcp.ts';
import { createMcpTool } from '../../src/plugin.ts';
import {
  answering,
  createAirline,
  endpointOf,
  keys,
  leg,
  sharedStore,
  type RawLeg,
  type RawResult,
} from './harness.ts';
import { as, byHeader } from './raw.ts';
import { canChange, createTrip } from './trip.ts';

const call: RawLeg = { name: 'trip', arguments: {}, capabilities: canChange };
const accept = (content: object) => ({ action: 'accept', content });
const asked = ({ result }: RawResult) => Object.keys(result?.inputRequests ?? {});
const news = ({ result }: RawResult) => (result as { _meta?: Record<string, unknown> })?._meta?.['elicitkit/revised'];

function walker(mcp: McpEndpoint, given: RawLeg = call) {
  const go = (from: RawResult | undefined, inputResponses?: object, signal?: AbortSignal) =>
    leg(mcp, {
      ...given,
      ...(signal && { signal }),
      ...(inputResponses && { inputResponses }),
      ...(from && { requestState: from.result?.requestState ?? '' }),
    });
  /** Up to the question of the payment. */
  const toPay = async () => {
    const first = await go(undefined);
    const second = await go(first, { class: accept({ answer: 'eco' }) });
    const third = await go(second, { 'pickFlight.1.1': accept({ flightId: 'FL1' }) });
    return { first, second, third, fourth: await go(third, { 'pickSeat.2.1': accept({ seat: 'FL1-1A' }) }) };
  };
  return { go, toPay };
}

const kept: [string, () => Partial<McpEndpointOptions>][] = [
  ['in memory', () => ({})],
  ['in a store', () => ({ store: sharedStore(), keys })],
  ['sealed', () => ({ sealed: true, keys })],
];

describe.each(kept)('from 2026-07-28, with a call that is kept %s', (_how, optionsOf) => {
  it('a round offers each change as a question of its own, which names the earlier question', async () => {
    const { trip } = createTrip();
    const { toPay } = walker(endpointOf([trip], optionsOf()));
    const { first, second, fourth } = await toPay();

    expect(asked(first)).toEqual(['class']);
    expect(asked(second)).toEqual(['pickFlight.1.1', 'class.bare.change.1']);
    expect(asked(fourth)).toEqual([
      'pay.3.1',
      'class.bare.change.1',
      'pickFlight.1.1.change.1',
      'pickSeat.2.1.change.1',
    ]);
    const name = second.result?.inputRequests?.['pickFlight.1.1']?.params._meta?.['elicitkit/id'];
    expect(name).toEqual(expect.any(String));
    expect(fourth.result?.inputRequests?.['pickFlight.1.1.change.1']).toEqual({
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'You can change an earlier answer.',
        requestedSchema: { type: 'object', properties: {} },
        _meta: { 'elicitkit/revises': name },
      },
    });
  });

  it('a change takes the call back, and the leg that comes again changes nothing', async () => {
    const { trip, done } = createTrip();
    const { go, toPay } = walker(endpointOf([trip], optionsOf()));
    const { third, fourth } = await toPay();
    const seat = third.result?.inputRequests?.['pickSeat.2.1']?.params._meta?.['elicitkit/id'];
    const pay = fourth.result?.inputRequests?.['pay.3.1']?.params._meta?.['elicitkit/id'];
    const change = { 'pickFlight.1.1.change.1': accept({ flightId: 'FL2' }) };
    const changed = await go(fourth, change);
    const [key = ''] = asked(changed);
    const again = await go(fourth, change);

    expect(key).toBe('pickSeat.2.1~1');
    expect(changed.result?.inputRequests?.[key]?.params._meta?.['elicitkit/context']).toEqual({
      free: ['FL2-1A', 'FL2-2B'],
    });
    expect(asked(changed)).toEqual([key, 'class.bare.change.1', 'pickFlight.1.1.change.2']);
    expect(news(changed)).toEqual({ gone: expect.arrayContaining([seat, pay]) });
    expect(asked(again)).toEqual(asked(changed));
    expect(news(again)).toEqual(news(changed));
    const paying = await go(changed, { [key]: accept({ seat: 'FL2-2B' }) });
    const end = await go(paying, { 'pay.3.1~1': accept({ method: 'later' }) });
    expect(end.result?.structuredContent).toEqual({ class: 'eco', flightId: 'FL2', seat: 'FL2-2B' });
    // With a state of its own, a call runs once for each time that the state comes.
    expect(new Set(done)).toEqual(new Set(['hold FL1-1A', 'release FL1-1A', 'hold FL2-2B', 'pay']));
  });

  it('a change whose leg is cut while a step is undone goes on, and the leg that comes again hears of it', async () => {
    const { trip, done, slow } = createTrip();
    const { go, toPay } = walker(endpointOf([trip], optionsOf()));
    const { fourth } = await toPay();
    const change = { 'pickFlight.1.1.change.1': accept({ flightId: 'FL2' }) };
    let goOn = () => {};
    const cut = new AbortController();
    slow.undo = () => {
      cut.abort();
      return new Promise((resolve) => (goOn = resolve));
    };
    await go(fourth, change, cut.signal).catch(() => undefined);
    const again = go(fourth, change);
    goOn();
    slow.undo = () => Promise.resolve();
    const changed = await again;

    expect(asked(changed)).toEqual(['pickSeat.2.1~1', 'class.bare.change.1', 'pickFlight.1.1.change.2']);
    expect(news(changed)).toEqual({ gone: expect.any(Array) });
    expect(new Set(done)).toEqual(new Set(['hold FL1-1A', 'release FL1-1A']));
  });

  it('an answer that stands in a field is changed', async () => {
    const { trip } = createTrip();
    const { go, toPay } = walker(endpointOf([trip], optionsOf()));
    const { second } = await toPay();
    const changed = await go(second, { 'class.bare.change.1': accept({ answer: 'first' }) });
    const [key = ''] = asked(changed);
    expect(key).toBe('pickFlight.1.1~1');
    const seat = await go(changed, { [key]: accept({ flightId: 'FL1' }) });
    const pay = await go(seat, { 'pickSeat.2.1~1': accept({ seat: 'FL1-1A' }) });
    const end = await go(pay, { 'pay.3.1~1': accept({ method: 'later' }) });
    expect(end.result?.structuredContent).toMatchObject({ class: 'first' });
  });

  it('an answer that the tool does not take leaves the earlier one, and says what is wrong', async () => {
    const { trip, done } = createTrip();
    const { go, toPay } = walker(endpointOf([trip], optionsOf()));
    const { fourth } = await toPay();
    const refused = await go(fourth, { 'pickFlight.1.1.change.1': accept({ flightId: 'FL9' }) });

    expect(news(refused)).toEqual({ kept: 'invalid', issues: [{ path: [], message: 'It is full.' }] });
    expect(asked(refused)).toEqual(asked(fourth));
    expect(done.filter((what) => what.startsWith('release'))).toEqual([]);
  });

  it('an undo that fails leaves the answer, and says so', async () => {
    const { trip, fails } = createTrip();
    const { go, toPay } = walker(endpointOf([trip], optionsOf()));
    const { fourth } = await toPay();
    fails.undo = true;
    const change = { 'pickFlight.1.1.change.1': accept({ flightId: 'FL2' }) };
    const stuck = await go(fourth, change);

    expect(news(stuck)).toMatchObject({ kept: 'stuck' });
    expect(asked(stuck)).toEqual(['pay.3.1~1']);
    const end = await go(stuck, { 'pay.3.1~1': accept({ method: 'later' }) });
    expect(end.result?.structuredContent).toMatchObject({ flightId: 'FL1' });
  });

  it('what has come again from before a change answers nothing after it', async () => {
    const { trip } = createTrip();
    const { go, toPay } = walker(endpointOf([trip], optionsOf()));
    const { fourth } = await toPay();
    const changed = await go(fourth, { 'pickFlight.1.1.change.1': accept({ flightId: 'FL2' }) });
    const later = await go(changed, {
      'pickSeat.2.1': accept({ seat: 'FL1-1A' }),
      'pay.3.1': accept({ method: 'later' }),
      'pickSeat.2.1.change.1': accept({ seat: 'FL1-2B' }),
      'pickFlight.1.1.change.1': accept({ flightId: 'FL3' }),
    });
    expect(asked(later)).toEqual(asked(changed));
  });

  it('a client that does not declare changes gets what it always got', async () => {
    const { trip } = createTrip();
    const plain: RawLeg = { ...call, capabilities: { elicitation: { form: {}, url: {} } } };
    const { go, toPay } = walker(endpointOf([trip], optionsOf()), plain);
    const { first, fourth } = await toPay();

    expect(first.result?.inputRequests).toEqual({
      class: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: 'Which class?',
          requestedSchema: {
            type: 'object',
            properties: { answer: { title: 'Answer', type: 'string', enum: ['eco', 'first'] } },
            required: ['answer'],
          },
          _meta: { 'elicitkit/key': 'class', 'elicitkit/tool': 'trip', 'elicitkit/bare': 'answer' },
        },
      },
    });
    expect(JSON.stringify(fourth.result)).toBe(
      JSON.stringify({
        resultType: 'input_required',
        inputRequests: {
          'pay.3.1': {
            method: 'elicitation/create',
            params: {
              mode: 'form',
              message: 'Pay how?',
              requestedSchema: {
                type: 'object',
                properties: { method: { title: 'Method', type: 'string' } },
                required: ['method'],
              },
              _meta: { 'elicitkit/key': 'pay', 'elicitkit/tool': 'trip' },
            },
          },
        },
        requestState: fourth.result?.requestState,
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'airline', version: '1.0.0' } },
      }),
    );
    // Nor can it change what it was not offered.
    const change = await go(fourth, { 'pickFlight.1.1.change.1': accept({ flightId: 'FL2' }) });
    expect(asked(change)).toEqual(['pay.3.1']);
  });
});

describe('from 2026-07-28,', () => {
  it('another answer under the name of a change that counts changes nothing, and hears so', async () => {
    const { trip } = createTrip();
    const { go, toPay } = walker(endpointOf([trip]));
    const { fourth } = await toPay();
    const changed = await go(fourth, { 'pickFlight.1.1.change.1': accept({ flightId: 'FL2' }) });
    const other = await go(fourth, { 'pickFlight.1.1.change.1': accept({ flightId: 'FL3' }) });
    expect(news(other)).toEqual({ kept: 'late' });
    expect(other.result?.inputRequests).toEqual(changed.result?.inputRequests);
  });

  it('nothing from before a step that cannot be undone is offered', async () => {
    const { bookFlight } = createAirline();
    const mcp = endpointOf([bookFlight]);
    const first = await leg(mcp, { capabilities: canChange });
    const second = await leg(mcp, { capabilities: canChange, ...answering(first) });
    expect(asked(second)).toEqual(['pickSeat.1.1', 'pickFlight.change.1']);

    const { trip, barrier } = createTrip();
    barrier.isUp = true;
    const { fourth } = await walker(endpointOf([trip])).toPay();
    expect(asked(fourth)).toEqual(['pay.3.1']);
  });

  it('ten legs with the same change, at two instances, change it once', async () => {
    const { trip, done } = createTrip();
    const store = sharedStore();
    const [one, other] = [endpointOf([trip], { store, keys }), endpointOf([trip], { store, keys })];
    const { fourth } = await walker(one).toPay();
    const change = { 'pickFlight.1.1.change.1': accept({ flightId: 'FL2' }) };
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, at) => walker(at % 2 === 0 ? one : other).go(fourth, change)),
    );

    for (const each of all) {
      expect(asked(each)).toEqual(['pickSeat.2.1~1', 'class.bare.change.1', 'pickFlight.1.1.change.2']);
      expect(news(each)).toEqual(news(all[0]!));
    }
    expect(done).toEqual(['hold FL1-1A', 'release FL1-1A']);
  });

  it('a change that comes when the call has ended is too late, and one that counted is told again', async () => {
    const { trip } = createTrip();
    const { go, toPay } = walker(endpointOf([trip]));
    const { fourth } = await toPay();
    const counted = { 'pickSeat.2.1.change.1': accept({ seat: 'FL1-2B' }) };
    const changed = await go(fourth, counted);
    const end = await go(changed, { 'pay.3.1~1': accept({ method: 'later' }) });
    const late = await go(fourth, { 'pickFlight.1.1.change.1': accept({ flightId: 'FL2' }) });

    expect(end.result?.structuredContent).toEqual({ class: 'eco', flightId: 'FL1', seat: 'FL1-2B' });
    expect(late.result?.structuredContent).toEqual(end.result?.structuredContent);
    expect(news(late)).toEqual({ kept: 'late' });
    expect(news(await go(fourth, counted))).toEqual(news(changed));
  });

  it('a question whose key ends as the name of a change gets its own answer', async () => {
    const date = z.object({ day: z.string() });
    const move = createMcpTool('move')
      .description('Move a booking')
      .parameters(z.object({}))
      .elicits({ 'date.change': date })
      .execute(function* (_params, ctx) {
        const given: unknown[] = [];
        for (const message of ['First?', 'Second?', 'Third?']) {
          const answer = yield* ctx.elicit('date.change', { message });
          given.push(answer.action === 'accept' && answer.content.day);
        }
        return { given };
      });
    const { go } = walker(endpointOf([move]), { ...call, name: 'move' });
    let at = await go(undefined);
    for (const day of ['one', 'two', 'three']) {
      const [question = ''] = asked(at);
      at = await go(at, { [question]: accept({ day }) });
      expect(news(at)).toBeUndefined();
    }
    expect(at.result?.structuredContent).toEqual({ given: ['one', 'two', 'three'] });
  });

  it('nobody else changes an answer', async () => {
    const { trip } = createTrip();
    const mcp = endpointOf([trip], { principal: byHeader, store: sharedStore(), keys });
    const { fourth } = await walker(mcp, { ...call, headers: as('ada') }).toPay();
    const { go } = walker(mcp, { ...call, headers: as('bob') });
    const change = await go(fourth, { 'pickFlight.1.1.change.1': accept({ flightId: 'FL2' }) });

    expect(change.error).toMatchObject({ code: -32_602 });
  });

  it('a sealed call whose state has no room for another way offers no change', async () => {
    const { trip } = createTrip();
    const { fourth } = await walker(endpointOf([trip], { sealed: true, keys })).toPay();
    // A sealed state may have an eighth of them.
    const bytes = 8 * ((fourth.result?.requestState?.length ?? 0) * 2 - 100);
    const { fourth: full } = await walker(endpointOf([trip], { sealed: true, keys, limits: { bytes } })).toPay();

    expect(asked(full)).toEqual(['pay.3.1']);
  });
});
