import type { EndedItem } from '../../src/client/elicit-item.ts';
import { run } from 'effection';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ClientSnapshot, ClientStorage } from '../../src/client.ts';
import { receiptWords } from '../../src/react/receipt-words.ts';
import { words } from '../../src/ui/receipt/words.ts';
import { createChatHandler, type ChatHandlerOptions } from '../../src/server.ts';
import { memoryTransport } from '../../src/testing.ts';
import { agent, declaration, isWhole } from '../chat/harness.ts';
import { choice, createTraveller, type Traveller } from './booking.ts';
import { createGate } from './gate.ts';
import { createShelf } from '../client/shelf.ts';
import { eventually } from '../eventually.ts';

const deadline = 60_000;
const sessionTtl = 3_600_000;

/** A server whose tool asks one question, and notes what it got for it and that it cleaned up. */
function openServer({ timeout, ...options }: Partial<ChatHandlerOptions> & { timeout?: number } = {}) {
  const got: unknown[] = [];
  const cleaned: string[] = [];
  const errors: unknown[] = [];
  const waiting = timeout === undefined ? {} : { timeout };
  const tool = declaration.execute(function* ({ destination }, ctx) {
    try {
      const answer = yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights: ['FL002'] }, waiting);
      got.push(answer);
      return answer.action === 'accept' ? `Flight ${answer.content.flightId}` : `No flight: ${answer.action}`;
    } finally {
      cleaned.push(destination);
    }
  });
  const model = agent();
  const handler = createChatHandler({
    provider: model.provider,
    tools: [tool],
    onEvent: (event) => {
      if (event.type === 'error') errors.push(event.error);
    },
    ...options,
  });
  onTestFinished(() => handler.close());
  return { handler, transport: memoryTransport(handler), got, cleaned, errors, asked: model.asked };
}

type Server = ReturnType<typeof openServer>;

const day = 86_400_000;

/** Moments are as far away as a page takes them for whose clock is that late. */
function byOtherClock(transport: Server['transport'], late: number): Server['transport'] {
  return async (request) => {
    const response = await transport(request);
    const shift = (text: string) => text.replace(/"expiresAt":(\d+)/g, (_, at) => `"expiresAt":${Number(at) + late}`);
    const lines = response?.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new TransformStream<string, string>({ transform: (text, to) => to.enqueue(shift(text)) }))
      .pipeThrough(new TextEncoderStream());
    return response && new Response(lines, response);
  };
}

/** Somebody whose question waits. */
async function ask({ transport }: Pick<Server, 'transport'>, storage: ClientStorage | false = false) {
  const traveller = createTraveller({ transport, storage, conversationId: 'c', tabs: false });
  void traveller.client.send('Book');
  await when(traveller, ({ status, pending }) => status === 'waiting' && pending[0]?.views.length === 1);
  return traveller;
}

/** Those of the machine: a part of the page may take a while to load. */
const later = setTimeout;
const now = performance.now.bind(performance);

/** Time stands still while what is under way goes on. */
async function when({ client }: Traveller, isSo: (snapshot: ClientSnapshot) => boolean): Promise<ClientSnapshot> {
  for (const end = now() + 10_000; !isSo(client.getSnapshot()) && now() < end;) {
    await vi.advanceTimersByTimeAsync(0);
    await new Promise((resolve) => later(resolve, 1));
  }
  const snapshot = client.getSnapshot();
  if (!isSo(snapshot)) throw new Error(`It stays as it is: ${JSON.stringify(snapshot)}`);
  return snapshot;
}

const isTold = ({ status, messages }: ClientSnapshot): boolean =>
  status === 'idle' && messages.some(({ role }) => role === 'tool') && messages.at(-1)?.role === 'assistant';

const answer = ({ client }: Traveller) => client.getSnapshot().pending[0]?.views[0]?.answer(choice['pickFlight']);

afterEach(() => {
  vi.useRealTimers();
});

const useTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });

/** What the person sees and what the tool got. */
function outcome({ got, cleaned, errors }: Server, { items, messages }: ClientSnapshot) {
  return {
    seen: items.map((item) => [item.status, 'by' in item ? item.by : undefined, 'receipt' in item && howOf(item)]),
    got,
    cleaned,
    results: messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : [])),
    isWhole: isWhole(messages),
    errors,
  };
}

const expired = {
  seen: [['expired', undefined, 'The time to answer has passed']],
  got: [{ action: 'cancel', reason: 'expired' }],
  cleaned: ['LAX'],
  results: ['No flight: cancel'],
  isWhole: true,
  errors: [],
};

/** How it ended: beside what was asked, or over what the plugin has to say. */
function howOf(item: EndedItem): string | undefined {
  const { title, detail } = receiptWords(item, words);
  return title === item.message ? detail : title;
}

/** The tool got nothing. */
const stopped = (by: string, title: string) => ({
  seen: [['aborted', by, title]],
  got: [],
  cleaned: ['LAX'],
  results: [expect.any(String)],
  isWhole: true,
  errors: [],
});

describe('a question whose time passes', () => {
  it.each([0, 1000, day, -day])(
    'is told as not answered in time, on a page whose clock is %d ms late',
    async (late) => {
      useTime();
      const server = openServer({ timeout: deadline });
      const traveller = await ask({ transport: byOtherClock(server.transport, late) });
      await vi.advanceTimersByTimeAsync(deadline - 1);
      expect(server.got).toEqual([]);
      expect(traveller.client.getSnapshot().pending).toMatchObject([{ status: 'pending' }]);
      await vi.advanceTimersByTimeAsync(1000);

      expect(outcome(server, await when(traveller, isTold))).toEqual(expired);
    },
  );

  it('while nobody is there is told so when the page is loaded again', async () => {
    useTime();
    const server = openServer({ timeout: deadline });
    const storage = createShelf();
    const before = await ask(server, storage);
    await before.client.close();
    await vi.advanceTimersByTimeAsync(2 * deadline);
    const after = createTraveller({ transport: server.transport, storage, conversationId: 'c', tabs: false });

    expect(outcome(server, await when(after, isTold))).toEqual(expired);
  });

  it('while the answer is on its way is told as not answered, and the answer does not count', async () => {
    useTime();
    const gate = createGate();
    const server = openServer({ timeout: deadline });
    const traveller = await ask({
      transport: async (request) => {
        if (request.body.pluginElicitResponses !== undefined) await gate.opened;
        return server.transport(request);
      },
    });
    answer(traveller);
    await when(traveller, ({ pending }) => pending[0]?.status === 'sending');
    await vi.advanceTimersByTimeAsync(deadline + 1000);
    gate.open();
    const told = await when(traveller, isTold);

    expect(outcome(server, told)).toEqual(expired);
    expect(told.items.map((item) => 'receipt' in item && receiptWords(item, words).detail)).toEqual(['Flight FL002']);
  });
});

describe('a session that is abandoned', () => {
  it('is told as stopped because it took too long when the page is loaded again, and its clean-up has run', async () => {
    useTime();
    const server = openServer({ limits: { sessionTtl } });
    const storage = createShelf();
    const before = await ask(server, storage);
    await before.client.close();
    await vi.advanceTimersByTimeAsync(sessionTtl - 1000);
    expect(server.cleaned).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    await eventually(() => expect(server.cleaned).toEqual(['LAX']));
    const after = createTraveller({ transport: server.transport, storage, conversationId: 'c', tabs: false });

    expect(outcome(server, await when(after, isTold))).toEqual(stopped('timeout', 'Stopped: it took too long'));
  });

  it('is told so to whoever answers after all, and the answer does not count', async () => {
    useTime();
    const server = openServer({ limits: { sessionTtl } });
    const traveller = await ask(server);
    await vi.advanceTimersByTimeAsync(sessionTtl + 1000);
    answer(traveller);

    expect(outcome(server, await when(traveller, isTold))).toEqual(stopped('timeout', 'Stopped: it took too long'));
  });
});

describe('a call that is stopped', () => {
  it('by the person is told so, and its clean-up has run', async () => {
    useTime();
    const server = openServer();
    const traveller = await ask(server);
    const stopping = traveller.client.abort({ reason: 'Changed my mind' });
    const told = await when(traveller, isTold);
    await stopping;

    expect(outcome(server, told)).toEqual(stopped('user', 'Stopped by you'));
  });

  it('by the server is told so to whoever answers, and the answer does not count', async () => {
    useTime();
    const server = openServer();
    const traveller = await ask(server);
    const [active] = await run(() => server.handler.sessions.listActive());
    const session = await run(() => server.handler.sessions.get(active?.id ?? ''));
    await run(() => session!.abort('Maintenance', 'server'));
    answer(traveller);

    expect(outcome(server, await when(traveller, isTold))).toEqual(stopped('server', 'Stopped by the server'));
  });
});
