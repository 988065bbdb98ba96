import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createPluginClient, type ClientSnapshot, type PluginClient } from '../../src/client.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';
import { when } from './harness.ts';
import { createShelf } from './shelf.ts';

const trip = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({}))
  .elicits({
    flight: z.object({ flightId: z.string() }),
    login: z.object({ password: z.string() }),
    seat: z.object({ seat: z.string() }),
  });
const planTrip = trip.execute(function* (_params, ctx) {
  const flight = yield* ctx.elicit('flight', { message: 'Which flight?' });
  if (flight.action !== 'accept') return 'No trip.';
  yield* ctx.elicit('login', { message: 'Your password?' });
  const seat = yield* ctx.elicit('seat', { message: 'Which seat?' });
  return seat.action === 'accept' ? `${flight.content.flightId}, seat ${seat.content.seat}` : 'No seat.';
});
const Card = (_props: { onRespond: (answer: never) => void }) => null;
const card = answerWith(Card as never, () => ({})) as never;
const lengths: Readonly<Record<string, number>> = { LONG: 2000, HUGE: 2_000_000 };
const plugin = makePlugin(trip)
  .onElicit({ flight: card, login: card, seat: card })
  .receipts({
    flight: ({ flightId }) => ({ title: `Flight ${flightId}`, detail: 'x'.repeat(lengths[flightId] ?? 1) }),
    login: ({ password }) => ({ title: password }),
    seat: ({ seat }) => ({ title: `Seat ${seat}`, amount: '$9' }),
  })
  .build();

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

const answers = { flight: { flightId: 'LAX-1' }, login: { password: 'hunter2' }, seat: { seat: '12A' } };

/** A person who has answered up to this question on their first page. */
async function answered(to: keyof typeof answers | 'end', flightId = 'LAX-1', settings: object = {}) {
  const call = { toolCalls: [{ name: 'trip', arguments: {} }] };
  const handler = createChatHandler({
    provider: createScriptedProvider([call, { text: 'Planned.' }, { text: 'You are welcome.' }]),
    tools: [planTrip],
    onEvent: () => undefined,
  });
  open.push(handler);
  const transport = memoryTransport(handler);
  const connect = (settings: object = {}): PluginClient => {
    const client = createPluginClient({ transport, plugins: [plugin], storage: false, tabs: false, ...settings });
    client.subscribe(() => undefined);
    open.push(client);
    return client;
  };
  const first = connect(settings);
  await first.send('Plan a trip');
  for (const [key, content] of Object.entries({ ...answers, flight: { flightId } })) {
    if (key === to) break;
    const { pending } = await when(first, asks(key));
    const [item] = pending;
    if (item?.status === 'pending') item.accept(content);
  }
  await when(first, to === 'end' ? ({ status }) => status === 'idle' : asks(to));
  const { conversationId } = first;
  /** The same conversation on another device. */
  const openLater = async (settings: object = {}) => {
    const client = connect({ conversationId, ...settings });
    await client.attach();
    return client;
  };
  return { first, openLater };
}

const asks =
  (key: string) =>
  ({ pending, status }: ClientSnapshot) =>
    status === 'waiting' && pending[0]?.key === key && pending[0].status === 'pending';

const receiptsOf = (client: PluginClient) => client.getSnapshot().receipts.map(({ receipt }) => receipt?.title);

describe('a page that is opened later', () => {
  it('shows what was answered on another, before what waits', async () => {
    const { openLater } = await answered('seat');
    const { items } = (await openLater()).getSnapshot();
    expect(items).toMatchObject([
      {
        status: 'settled',
        action: 'accept',
        elsewhere: false,
        request: { toolName: 'trip' },
        receipt: { title: 'Flight LAX-1' },
      },
      { status: 'pending', message: 'Which seat?' },
    ]);
    // What it was chosen from is not known here.
    expect(items[0]?.status === 'settled' && items[0].change).toBeUndefined();
  });

  it('shows it when its call has ended and the conversation has gone on', async () => {
    const { first, openLater } = await answered('end');
    await first.send('Thanks');
    const later = await openLater();
    expect(later.getSnapshot().messages.at(-1)?.content).toBe('You are welcome.');
    expect(later.getSnapshot().receipts).toMatchObject([
      { receipt: { title: 'Flight LAX-1' } },
      { receipt: { title: 'Seat 12A', amount: '$9' } },
    ]);
  });

  it('never shows what was said to a question for a secret', async () => {
    const storage = createShelf();
    const { first, openLater } = await answered('end', 'LAX-1', { storage });
    expect(receiptsOf(first)).toEqual(['Flight LAX-1', 'hunter2', 'Seat 12A']);
    expect(JSON.stringify((await openLater()).getSnapshot().items)).not.toContain('hunter2');
    await first.close();
    expect(receiptsOf(await openLater({ storage }))).toEqual(['Flight LAX-1', undefined, 'Seat 12A']);
    expect([...storage.items.values()].join()).not.toContain('hunter2');
  });

  it('shows the answer that counts after a change', async () => {
    const { first, openLater } = await answered('seat');
    const before = await openLater();
    const [flight] = first.getSnapshot().receipts;
    if (flight?.status === 'settled') flight.change?.();
    const { pending } = await when(first, ({ pending }) => pending[0]?.key === 'flight');
    if (pending[0]?.status === 'pending') pending[0].accept({ flightId: 'LAX-2' });
    await when(first, asks('login'));
    await before.attach();
    expect(receiptsOf(before)).toEqual(['Flight LAX-2']);
    expect(receiptsOf(await openLater())).toEqual(['Flight LAX-2']);
  });

  it('shows it once after a reload, too', async () => {
    const { openLater } = await answered('seat');
    const storage = createShelf();
    await (await openLater({ storage })).close();
    expect(receiptsOf(await openLater({ storage }))).toEqual(['Flight LAX-1']);
  });

  it('shows the beginning of words that are longer than a request may be', async () => {
    const { openLater } = await answered('login', 'HUGE');
    expect((await openLater()).getSnapshot().receipts).toMatchObject([
      { receipt: { title: 'Flight HUGE', detail: 'x'.repeat(1000) } },
    ]);
  });
});

it('a page that showed the question shows what was answered on another', async () => {
  const { first, openLater } = await answered('flight');
  const other = await openLater();
  const { pending } = await when(other, asks('flight'));
  if (pending[0]?.status === 'pending') pending[0].accept({ flightId: 'LAX-2' });
  await when(other, asks('login'));
  await first.attach();
  expect(first.getSnapshot().receipts).toMatchObject([{ elsewhere: true, receipt: { title: 'Flight LAX-2' } }]);
});

it('a page finds its conversation again after a reload, however long the words of a receipt are', async () => {
  const storage = createShelf();
  const { first, openLater } = await answered('login', 'LONG', { storage });
  await first.close();
  const onError = vi.fn<() => void>();
  const { items } = (await openLater({ storage, onError })).getSnapshot();
  expect(items).toMatchObject([{ receipt: { title: 'Flight LONG' } }, { key: 'login', status: 'pending' }]);
  expect(onError).not.toHaveBeenCalled();
});
