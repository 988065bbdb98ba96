import { StreamableHTTPClientTransport, type FetchLike } from '@modelcontextprotocol/client';
import { all } from 'effection';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ElicitItem, FailedItem, PendingItem } from '../../src/client.ts';
import type { McpEndpoint } from '../../src/mcp.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { closeAll } from '../client/harness.ts';
import { address, endpointOf, keys, sharedStore } from './harness.ts';
import { connectPerson } from './person.ts';
import { createTrip } from './trip.ts';

afterEach(closeAll);

/** Counts what is sent. */
async function connect(mcp: McpEndpoint, era: 'legacy' | 'modern') {
  let posts = 0;
  let losesNext = false;
  const fetch: FetchLike = async (url, init) => {
    if (init?.method === 'POST') posts += 1;
    const response = await mcp.fetch(new Request(url, init as RequestInit));
    if (!losesNext) return response;
    losesNext = false;
    await response.text();
    throw new TypeError('The connection broke before the response came.');
  };
  const person = await connectPerson(new StreamableHTTPClientTransport(new URL(address), { fetch }), era);
  return { ...person, posts: () => posts, loseNext: () => (losesNext = true) };
}

const ways: [string, 'legacy' | 'modern', () => McpEndpoint, ReturnType<typeof createTrip>][] = (
  [
    ['in rounds, in memory', 'modern', {}],
    ['in rounds, in a store', 'modern', { store: sharedStore(), keys }],
    ['in rounds, sealed', 'modern', { sealed: true, keys }],
    ['pushed', 'legacy', {}],
  ] as const
).map(([name, era, options]) => {
  const made = createTrip();
  return [name, era, () => endpointOf([made.trip], options), made];
});

describe.each(ways)('a change over MCP, %s,', (_name, era, open, { done, fails }) => {
  it('takes the call back: what came after is gone, and is asked again', async () => {
    const person = await connect(open(), era);
    const { result } = await person.toPay();
    const flight = await person.reopen('pickFlight');
    expect(flight).toMatchObject({ answer: { flightId: 'FL1' }, server: { name: 'Travel' } });
    flight.accept({ flightId: 'FL2' });
    const seat = await person.item('pickSeat', person.waits);

    expect(seat.request.schema['x-model-context']).toEqual({ free: ['FL2-1A', 'FL2-2B'] });
    expect(person.shown()).toEqual(['class: settled', 'pickFlight: settled', 'pickSeat: pending']);
    expect(person.snapshot().items[1]).toMatchObject({ note: 'changed', action: 'accept' });
    seat.accept({ seat: 'FL2-2B' });
    await person.answer('pay', { method: 'later' });
    expect(await result).toMatchObject({ structuredContent: { class: 'eco', flightId: 'FL2', seat: 'FL2-2B' } });
    expect(new Set(done)).toEqual(new Set(['hold FL1-1A', 'release FL1-1A', 'hold FL2-2B', 'pay']));
    expect(person.snapshot().items.some((one) => one.status === 'settled' && one.change)).toBe(false);
    expect(person.errors).toEqual([]);
  });

  it('of an answer that stands in a field, twice, brings back what was entered where the same is asked', async () => {
    const person = await connect(open(), era);
    const { result } = await person.toPay();
    (await person.reopen('class')).accept('first');
    await person.answer('pickFlight', { flightId: 'FL1' });
    expect((await person.item('pickSeat', person.waits)).answer).toEqual({ seat: 'FL1-1A' });
    (await person.reopen('class')).accept('eco');
    await person.answer('pickFlight', { flightId: 'FL1' });
    await person.answer('pickSeat', { seat: 'FL1-2B' });
    await person.answer('pay', { method: 'later' });
    expect(await result).toMatchObject({ structuredContent: { class: 'eco', seat: 'FL1-2B' } });
  });

  it('that is none sends nothing', async () => {
    const person = await connect(open(), era);
    await person.toPay();
    const before = person.posts();
    (await person.reopen('pickFlight')).keep?.();
    (await person.reopen('pickFlight')).accept({ flightId: 'FL1' });
    (await person.reopen('pickFlight')).decline();
    await person.reopen('pickFlight');

    expect(person.posts()).toBe(before);
    expect(person.shown()).toContain('pay: pending');
  });

  it('that the tool does not take asks again, with what is wrong', async () => {
    const person = await connect(open(), era);
    const { result } = await person.toPay();
    (await person.reopen('pickFlight')).accept({ flightId: 'FL9' });
    const again = await person.item('pickFlight', (one): one is PendingItem => person.reopened(one) && one.attempt > 1);
    expect(again.issues).toEqual([{ path: [], message: 'It is full.' }]);
    expect(person.shown()).toContain('pay: pending');
    again.accept({ flightId: 'FL3' });
    await person.answer('pickSeat', { seat: 'FL3-1A' });
    await person.answer('pay', { method: 'later' });
    expect(await result).toMatchObject({ structuredContent: { flightId: 'FL3' } });
  });

  it('whose way back is closed leaves the answer, and says so', async () => {
    const person = await connect(open(), era);
    const { result } = await person.toPay();
    fails.undo = true;
    (await person.reopen('pickFlight')).accept({ flightId: 'FL2' });
    await person.item('pickFlight', person.isOver('stuck'));
    fails.undo = false;
    await person.answer('pay', { method: 'later' });
    expect(await result).toMatchObject({ structuredContent: { flightId: 'FL1' } });
  });

  it('that is open when the call ends is over with it', async () => {
    const person = await connect(open(), era);
    const { result } = await person.toPay();
    await person.reopen('pickFlight');
    await person.answer('pay', { method: 'later' });
    expect(await result).toMatchObject({ structuredContent: { flightId: 'FL1' } });
    await person.item('pickFlight', person.isOver(undefined));
    expect(person.shown().every((one) => one.endsWith('settled'))).toBe(true);
  });
});

it('a change whose response is lost counts once, and is shown even if the person keeps the earlier answer', async () => {
  const { trip, done } = createTrip();
  const person = await connect(endpointOf([trip]), 'modern');
  const { result } = await person.toPay();
  const flight = await person.reopen('pickFlight');
  person.loseNext();
  flight.accept({ flightId: 'FL2' });
  const isFailed = (one: ElicitItem): one is FailedItem => one.status === 'failed';
  (await person.item('pickFlight', isFailed)).keep?.();
  await person.answer('pay', { method: 'later' });
  await person.item('pickFlight', person.isOver('changed'));
  await person.answer('pickSeat', { seat: 'FL2-1A' });
  await person.answer('pay', { method: 'later' });

  expect(await result).toMatchObject({ structuredContent: { flightId: 'FL2', seat: 'FL2-1A' } });
  expect(done).toEqual(['hold FL1-1A', 'release FL1-1A', 'hold FL2-1A', 'pay']);
});

it('a pushed question that waits beside a change stays one card, and goes with the change', async () => {
  const both = createMcpTool('trip')
    .description('Ask two things at once')
    .parameters(z.object({}))
    .elicits({ out: z.object({ day: z.string() }), back: z.object({ day: z.string() }) }, { concurrent: true })
    .execute(function* (_params, ctx) {
      const ask = (key: 'out' | 'back') => ctx.elicit(key, { message: key });
      const days = yield* all([ask('out'), ask('back')]);
      return days.map((day) => (day.action === 'accept' ? day.content.day : day.action)).join();
    });
  const person = await connect(endpointOf([both]), 'legacy');
  const result = person.call();
  await person.item('back', person.waits);
  await person.answer('out', { day: 'Mon' });
  (await person.reopen('out')).accept({ day: 'Tue' });
  await person.item('out', person.isOver('changed'));
  await person.item('back', person.waits);
  expect(person.shown()).toEqual(['out: settled', 'back: pending']);
  await person.answer('back', { day: 'Fri' });
  expect(await result).toMatchObject({ content: [{ text: 'Tue,Fri' }] });
});
