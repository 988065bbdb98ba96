import { askHere } from '../../src/client/ask-here.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { createPluginClient, type ClientError, type PluginClient } from '../../src/client.ts';
import { ask, bookFlightPlugin, when, push } from './harness.ts';

const open: PluginClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

function setUp() {
  const errors: ClientError[] = [];
  const client = createPluginClient({
    plugins: [bookFlightPlugin],
    storage: false,
    onError: (error) => errors.push(error),
  });
  open.push(client);
  return { client, errors, codes: () => errors.map(({ code }) => code) };
}

describe('a client without a chat server', () => {
  it('asks what the host asks, and gives it the answer', async () => {
    const { client, codes } = setUp();
    const asked = askHere(client, {
      server: { name: 'Acme' },
      toolName: 'book_flight',
      key: 'pickSeat',
      message: 'Where?',
    });
    const [item] = (await when(client, ({ pending }) => pending[0]?.views.length === 1)).pending;
    item?.views[0]?.answer({ row: 1, seat: 'A' });
    expect(await asked.answer).toEqual({ action: 'accept', content: { row: 1, seat: 'A' } });
    expect(codes()).toEqual([]);
  });

  it('says of a message, once, that there is nobody to send it to, and what to do', async () => {
    const { client, errors, codes } = setUp();
    await client.send('Hello');
    expect(codes()).toEqual(['NO_ENDPOINT']);
    expect(errors[0]?.message).toContain('Give createPluginClient an endpoint or a transport');
    expect(client.getSnapshot()).toMatchObject({
      problem: { code: 'NO_ENDPOINT' },
      messages: [{ role: 'user', content: 'Hello' }],
    });
    await client.retry();
    await client.attach();
    expect(new Set(codes())).toEqual(new Set(['NO_ENDPOINT']));
  });

  it('keeps the answer to a question of a chat server, which it cannot send', async () => {
    const { client, codes } = setUp();
    push(client, ask({ key: 'pickSeat', schema: { type: 'object' } }));
    const [item] = (await when(client, ({ pending }) => pending[0]?.views.length === 1)).pending;
    item?.views[0]?.answer({ row: 1, seat: 'A' });
    await when(client, ({ items }) => items[0]?.status === 'failed');
    expect(client.getSnapshot().items[0]).toMatchObject({ problem: { code: 'NO_ENDPOINT' } });
    expect(codes()).toContain('NO_ENDPOINT');
  });
});
