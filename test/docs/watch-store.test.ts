import { afterEach, expect, it, vi } from 'vitest';
import { overdue } from '../../docs/examples/watch-store.ts';
import { createChatHandler, memoryStore } from '../../src/server.ts';
import { accept, agent, bookFlight, questionOf, read, route, user } from '../chat/harness.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('counts a question whose time is over while nobody sweeps, and none that waits or is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const store = memoryStore();
  const { provider } = agent([{ name: 'book_flight', arguments: route }]);
  const handler = createChatHandler({ provider, tools: [bookFlight], store, limits: { sweepEvery: Infinity } });
  const post = async (body: object) =>
    read(await handler(new Request('http://chat.test/', { method: 'POST', body: JSON.stringify(body), headers })));
  const headers = { 'content-type': 'application/json' };
  const asked = await post({ messages: [user('Book')], conversationId: 'c' });
  expect(await overdue(store)).toBe(0);
  vi.setSystemTime(Date.now() + 86_400_000 + 61_000);
  expect(await overdue(store)).toBe(1);
  vi.setSystemTime(Date.now() - 61_000 - 86_400_000);
  const { state } = asked;
  const pluginElicitResponses = [accept(questionOf(asked), { flightId: 'FL001' })];
  const flight = await post({ messages: [], conversationId: 'c', revision: state.revision, pluginElicitResponses });
  await post({
    messages: [],
    conversationId: 'c',
    revision: flight.state.revision,
    pluginElicitResponses: [accept(questionOf(flight), { row: 1, seat: 'A' })],
  });
  vi.setSystemTime(Date.now() + 86_400_000 + 61_000);
  expect(await overdue(store)).toBe(0);
  await handler.close();
});
