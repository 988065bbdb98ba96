import { inputRequired, type ServerContext } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll } from '../client/harness.ts';
import {
  accept,
  connectFirst,
  connectRounds,
  connectSecond,
  stopAll,
  text,
  valueOf,
  type Connected,
  type Params,
  type Settings,
} from './harness.ts';

afterEach(async () => {
  await stopAll();
  await closeAll();
});

const requestedSchema = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const }, days: { type: 'integer' as const } },
  required: ['city'],
};
const issues = [{ path: ['city'], message: 'Nobody flies there.' }];
/** A question as a server of ours asks it: for basic clients, the message repeats the issues. */
const where = (attempt: number, more: Params = {}) => ({
  message: attempt === 1 ? 'Where to?' : 'Where to?\n\nNobody flies there.',
  requestedSchema,
  _meta: {
    'elicitkit/key': 'where',
    'elicitkit/attempt': attempt,
    ...(attempt > 1 && { 'elicitkit/issues': issues }),
    ...more,
  },
});

const sure = { message: 'Sure?', requestedSchema: { type: 'object' as const, properties: {} } };

type Heard = { action: string; content?: { city?: string } };
const isGood = (heard: Heard) => heard.action !== 'accept' || heard.content?.city === 'Oslo';

/** A tool that asks until it hears of Oslo, and then something else. */
function connectPushing(connect: typeof connectSecond | typeof connectFirst, settings: Settings = {}) {
  return connect(
    {
      async book(elicit) {
        let heard: Heard = { action: 'none' };
        for (let attempt = 1; attempt === 1 || !isGood(heard); attempt += 1) {
          heard = (await elicit(where(attempt))) as unknown as Heard;
        }
        return { heard, sure: await elicit(sure) };
      },
    },
    settings,
  );
}

function connectInRounds(settings: Settings = {}) {
  return connectRounds(
    {
      book: ({ mcpReq }: ServerContext) => {
        const state = JSON.parse(String(mcpReq.requestState() ?? '{"attempt":0}')) as {
          attempt: number;
          heard?: Heard;
        };
        const answers = (mcpReq.inputResponses ?? {}) as Record<string, Heard>;
        const require = (name: string, params: object, next: object) =>
          inputRequired({
            inputRequests: { [name]: { method: 'elicitation/create', params } as never },
            requestState: JSON.stringify(next),
          });
        if (state.heard !== undefined) return text({ heard: state.heard, sure: answers['sure'] });
        // The name of an input is minted anew for each leg.
        const heard = answers[`q${state.attempt}`];
        const attempt = state.attempt + 1;
        if (heard === undefined || !isGood(heard)) return require(`q${attempt}`, where(attempt), { attempt });
        return require('sure', sure, { ...state, heard });
      },
    },
    settings,
  );
}

const ways: [string, (settings?: Settings) => Promise<Connected>][] = [
  ['pushed on the SDK 2.x', (settings) => connectPushing(connectSecond, settings)],
  ['pushed on the SDK 1.x', (settings) => connectPushing(connectFirst, settings)],
  ['in rounds', connectInRounds],
];

describe.each(ways)('a server that refuses an answer, %s,', (_how, connect) => {
  it('asks again on the same card, with its draft, its message and the issues', async () => {
    const connected = await connect();
    const result = connected.call('book');
    const first = await connected.asked('Where to?');
    expect(first).toMatchObject({ attempt: 1, issues: undefined });
    first.setDraft({ city: 'Atlantis' });
    if (first.status === 'pending') first.accept({ city: 'Atlantis' });
    await connected.when(({ items }) => items[0]?.attempt === 2 && items[0].status === 'pending');
    expect(connected.snapshot().items).toMatchObject([
      { elicitId: first.elicitId, message: 'Where to?', issues, draft: { city: 'Atlantis' } },
    ]);
    // Wrong once more.
    await accept(connected, 'Where to?', { city: 'Lemuria' });
    await connected.when(({ items }) => items[0]?.attempt === 3 && items[0].status === 'pending');
    await accept(connected, 'Where to?', { city: 'Oslo' });
    await connected.asked('Sure?');
    expect(connected.snapshot().items[0]).toMatchObject({ elicitId: first.elicitId, status: 'settled' });
    await accept(connected, 'Sure?', {});
    expect(valueOf(await result)).toMatchObject({ heard: { content: { city: 'Oslo' } }, sure: { action: 'accept' } });
    expect(connected.errors).toEqual([]);
  });

  it('does not wear out its limits by that', async () => {
    const connected = await connect({ limits: { open: 2 } });
    const result = connected.call('book');
    const wrong = Array.from({ length: 7 }, (_, n) => n + 1);
    const next = async (attempt: number) => {
      await connected.when(({ items }) => items[0]?.attempt === attempt && items[0].status === 'pending');
      await accept(connected, 'Where to?', { city: 'Atlantis' });
    };
    await wrong.reduce((before, attempt) => before.then(() => next(attempt)), Promise.resolve());
    await connected.when(({ items }) => items[0]?.attempt === 8 && items[0].status === 'pending');
    await accept(connected, 'Where to?', { city: 'Oslo' });
    await connected.asked('Sure?');
    await accept(connected, 'Sure?', {});
    await result;
    expect(connected.errors).toEqual([]);
  });

  it('is heard no more once the person declines', async () => {
    const connected = await connect();
    const result = connected.call('book');
    await accept(connected, 'Where to?', { city: 'Atlantis' });
    await connected.when(({ items }) => items[0]?.attempt === 2 && items[0].status === 'pending');
    const [item] = connected.snapshot().items;
    if (item?.status === 'pending') item.decline();
    await connected.asked('Sure?');
    expect(connected.snapshot().items[0]).toMatchObject({ status: 'settled', action: 'decline' });
    await accept(connected, 'Sure?', {});
    expect(valueOf(await result)).toMatchObject({ heard: { action: 'decline' } });
  });
});

describe('a card that is asked again', () => {
  it('goes from being sent to waiting, and is no receipt in between, where its answer travels in a round', async () => {
    const connected = await connectInRounds();
    const seen: string[] = [];
    const stop = connected.client.subscribe(() => {
      const status = connected.snapshot().items[0]?.status;
      if (status !== undefined && seen.at(-1) !== status) seen.push(status);
    });
    void connected.call('book').catch(() => undefined);
    await accept(connected, 'Where to?', { city: 'Atlantis' });
    await connected.when(({ items }) => items[0]?.attempt === 2 && items[0].status === 'pending');
    stop();
    expect(seen).toEqual(['pending', 'sending', 'pending']);
  });

  it.each([
    ['of another call', true, {}],
    ['with another key', false, { 'elicitkit/key': 'elsewhere' }],
    ['for the first time', false, { 'elicitkit/attempt': 1 }],
    ['as often as nobody can count', false, { 'elicitkit/attempt': '2' }],
  ])('is another card for a question %s', async (_, isOtherCall, meta) => {
    let count = 0;
    const connected = await connectSecond({
      async book(elicit) {
        count += 1;
        const heard = await elicit(count === 1 ? where(1) : where(2, meta));
        return isOtherCall ? heard : elicit(where(2, meta));
      },
    });
    const first = connected.call('book');
    first.catch(() => undefined);
    await accept(connected, 'Where to?', { city: 'Atlantis' });
    if (isOtherCall) {
      await first;
      void connected.call('book').catch(() => undefined);
    }
    await connected.when(({ items }) => items.length === 2);
    expect(connected.snapshot().items).toMatchObject([{ status: 'settled' }, { status: 'pending' }]);
  });

  it('is not brought back where the person declined, whatever the server says', async () => {
    const connected = await connectSecond({
      book: async (elicit) => [await elicit(where(1)), await elicit(where(2))],
    });
    void connected.call('book').catch(() => undefined);
    const item = await connected.asked('Where to?');
    if (item.status === 'pending') item.decline();
    await connected.when(({ items }) => items.length === 2);
    expect(connected.snapshot().items).toMatchObject([
      { status: 'settled', action: 'decline' },
      { status: 'pending', attempt: 2, issues },
    ]);
  });

  it('shows the issues and the attempt on a card of its own where the call is not known', async () => {
    const connected = await connectSecond({
      book: async (elicit) => [await elicit(where(1)), await elicit(where(2))],
    });
    const mcp = connected.mcp as unknown as { callTool(params: object): Promise<unknown> };
    void mcp.callTool({ name: 'book', arguments: {} }).catch(() => undefined);
    await accept(connected, 'Where to?', { city: 'Atlantis' });
    await connected.when(({ items }) => items.length === 2);
    expect(connected.snapshot().items[1]).toMatchObject({ attempt: 2, issues, status: 'pending' });
  });
});

describe('issues of a hostile server', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => ({ path: ['city'], message: `No ${n}` }));
  const long = { path: ['city'], message: 'x'.repeat(100_000) };
  const deep = { path: Array.from({ length: 400 }, () => 'a'), message: 'deep' };
  const nowhere = (...messages: string[]) => messages.map((message) => ({ path: [], message }));
  it.each([
    ['are at most a hundred', many, many.slice(0, 100)],
    ['are cut', [long], [{ ...long, message: 'x'.repeat(2_000) }]],
    ['lead nowhere where they are deep', [deep], nowhere('deep')],
    [
      'lead nowhere where their path is none',
      [
        { path: 'city', message: 'a' },
        { path: [{}], message: 'b' },
        { path: ['x'.repeat(201)], message: 'c' },
        { message: 'd' },
      ],
      nowhere('a', 'b', 'c', 'd'),
    ],
    [
      'are left out where they say nothing',
      [null, 'no', 7, {}, { message: 7 }, { message: ' ' }, { path: ['city'], message: 'yes' }],
      [{ path: ['city'], message: 'yes' }],
    ],
    ['are none where they are no list', { length: 1, 0: long }, undefined],
  ])('%s', async (_, given, told) => {
    const connected = await connectSecond({
      book: (elicit) => elicit(where(2, { 'elicitkit/issues': given }) as never),
    });
    void connected.call('book').catch(() => undefined);
    const { items } = await connected.when((snapshot) => snapshot.items.length === 1);
    expect(items[0]?.issues).toEqual(told);
  });

  it.each([0, -1, 1.5, 1e300, Number.MAX_SAFE_INTEGER, '3', null, [2]])(
    'and an attempt of %j is the first',
    async (attempt) => {
      const connected = await connectSecond({
        book: (elicit) => elicit(where(1, { 'elicitkit/attempt': attempt }) as never),
      });
      void connected.call('book').catch(() => undefined);
      expect(await connected.asked('Where to?')).toMatchObject({ attempt: 1 });
    },
  );
});

it('a question whose name in its round is too long is asked by no plugin, and keeps the conversation storable', async () => {
  const name = 'n'.repeat(5_000);
  const connected = await connectRounds({
    book: ({ mcpReq }) =>
      mcpReq.inputResponses === undefined
        ? inputRequired({ inputRequests: { [name]: inputRequired.elicit(where(1, { 'elicitkit/key': 7 }) as never) } })
        : text('done'),
  });
  const result = connected.call('book');
  await accept(connected, 'Where to?', { city: 'Oslo' });
  expect(valueOf(await result)).toBe('done');
  expect(connected.snapshot().items[0]?.key).toBe('');
});
