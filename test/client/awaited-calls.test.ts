import { expect, it, onTestFinished } from 'vitest';
import { createPluginClient } from '../../src/client.ts';
import { makePlugin } from '../../src/plugin.ts';
import { memoryTransport } from '../../src/testing.ts';
import { booking, openCalls } from '../chat/call-harness.ts';
import { bookFlight } from '../chat/harness.ts';
import { eventually } from '../eventually.ts';
import { createShelf } from './shelf.ts';

function* decline() {
  yield* [];
  return { action: 'decline' as const };
}
const plugin = makePlugin(bookFlight).onElicit({ pickFlight: decline, pickSeat: decline }).build();

function openPage(handler: ReturnType<typeof openCalls>['handler']) {
  const client = createPluginClient({
    transport: memoryTransport(handler),
    conversationId: 'c',
    plugins: [plugin],
    storage: false,
    tabs: false,
  });
  client.subscribe(() => undefined);
  onTestFinished(() => client.close());
  return client;
}

it('a page that names a call before it has begun hears of it as soon as it has', async () => {
  const { handler } = openCalls({ limits: { patience: 360_000 } });
  const client = openPage(handler);
  const attached = client.attach({ calls: ['book-1'] });
  await handler.begin(booking());
  await attached;
  expect(await handler.outcome(booking())).toMatchObject({ content: 'Not booked: decline.' });
  expect(client.getSnapshot().calls).toMatchObject([{ callId: 'book-1' }]);
});

it('a call that the server does not know counts as failed, and its problem is no problem of the turn', async () => {
  const { handler } = openCalls({ limits: { patience: 3000 } });
  const client = openPage(handler);
  await client.attach({ calls: ['gone'] });
  const { calls, problem, status } = client.getSnapshot();
  expect(calls).toMatchObject([{ callId: 'gone', status: 'failed' }]);
  expect([problem, status]).toEqual([undefined, 'idle']);
});

it('a client stops a call by the host’s id', async () => {
  const { handler } = openCalls();
  const client = createPluginClient({
    transport: memoryTransport(handler),
    conversationId: 'c',
    plugins: [],
    onError: () => undefined,
    storage: false,
    tabs: false,
  });
  onTestFinished(() => client.close());
  await handler.begin(booking());
  await client.attach();
  await client.abort({ callId: 'book-1', reason: 'Not now.' });
  expect(await handler.outcome(booking())).toMatchObject({ content: 'Stopped by the person. Not now.' });
  expect(client.getSnapshot().calls).toMatchObject([{ callId: 'book-1', status: 'aborted' }]);
});

it('a host says in its own chat what the person asks for again', async () => {
  const { handler } = openCalls({ limits: { patience: 3000 } });
  const said: string[] = [];
  const client = createPluginClient({
    transport: memoryTransport(handler),
    conversationId: 'c',
    plugins: [],
    onError: () => undefined,
    say: (text) => void said.push(text),
    storage: false,
    tabs: false,
  });
  onTestFinished(() => client.close());
  await handler.begin(booking());
  await client.attach();
  const [item] = client.getSnapshot().items;
  client.push({ revision: Number.MAX_SAFE_INTEGER, event: { type: 'snapshot', events: [] } });
  const [lost] = client.getSnapshot().items;
  expect([item?.status, lost?.status]).toEqual(['pending', 'lost']);
  if (lost?.status === 'lost') lost.askAgain?.();
  expect(said).toEqual(['Please try again: Which flight?']);
});

it('a page that comes back to a server that forgot its call hears that the call is lost', async () => {
  const storage = createShelf();
  const open = (handler: ReturnType<typeof openCalls>['handler']) => {
    const client = createPluginClient({
      transport: memoryTransport(handler),
      conversationId: 'c',
      plugins: [],
      capabilities: { genericForm: true },
      onError: () => undefined,
      storage,
      tabs: false,
    });
    client.subscribe(() => undefined);
    onTestFinished(() => client.close());
    return client;
  };
  const first = openCalls();
  const before = open(first.handler);
  await first.handler.begin(booking());
  await before.attach({ calls: ['book-1'] });
  expect(before.getSnapshot().pending).toHaveLength(1);
  await before.close();
  const after = open(openCalls({ limits: { patience: 3000 } }).handler);
  await eventually(() => expect(after.getSnapshot().items).toMatchObject([{ status: 'lost' }]));
  expect(after.getSnapshot().calls).toMatchObject([{ callId: 'book-1', status: 'failed' }]);
});
