import { expect, it } from 'vitest';
import type { StoreCommit } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { accept, createChat, questionOf, user } from './harness.ts';

const conversationId = 'c';

it('commits twice for an answer and the next question, and no more than what has changed', async () => {
  const store = memoryStore();
  const commits: StoreCommit[] = [];
  const chat = createChat(undefined, {
    store: {
      ...store,
      isVolatile: false,
      commit(commit) {
        commits.push(commit);
        return store.commit(commit);
      },
    },
  });
  const asked = await chat.post({ conversationId, messages: [user('Book')] });
  commits.length = 0;
  const next = await chat.post({
    conversationId,
    pluginElicitResponses: [accept(questionOf(asked), { flightId: 'FL001' })],
  });

  expect(questionOf(next).key).toBe('pickSeat');
  // The answer with the lease; and the question, with the lease given back.
  const kinds = commits.map(({ put = [], append = [], remove = [] }) => ({
    put: put.map(({ key }) => key.replace(/[0-9a-f]{20,}/, '…')),
    items: append.flatMap(({ items }) => items).length,
    remove: remove.map((key) => key.replace(/[0-9a-f]{20,}/, '…')),
  }));
  expect(kinds).toEqual([
    { put: ['conv/…/lease', 'call/call_…'], items: 1, remove: [] },
    { put: ['call/call_…', 'conv/…'], items: 0, remove: ['conv/…/lease', 'conv/…/inbox'] },
  ]);
});
