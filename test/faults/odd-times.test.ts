import { race } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { SessionLimits } from '../../src/server.ts';
import { accept, agent, createChat, questionOf, user } from '../chat/harness.ts';
import { realStores } from './real-stores.ts';

/** Reserves a seat, then asks for it until one of the two times has passed. */
const reserve = (timeout: number, sleep: number) =>
  createMcpTool('reserve')
    .description('Reserve')
    .parameters(z.object({}))
    .elicits({ seat: z.object({ seat: z.string() }) })
    .execute(function* (_params, ctx) {
      yield* ctx.step('reserve', () => 'reserved');
      const paid = yield* race([ctx.elicit('seat', { message: 'Which seat?' }, { timeout }), ctx.sleep(sleep)]);
      return typeof paid === 'object' && paid.action === 'accept' ? `reserved ${paid.content.seat}` : 'nothing';
    });

const day = 86_400_000;

const odd: [what: string, given: { timeout?: number; sleep?: number; limits?: Partial<SessionLimits> }][] = [
  ['its question waits a seventh of a day', { timeout: day / 7 }],
  ['its sleep takes a seventh of a day', { sleep: day / 7 }],
  ['it is kept for a seventh of a day', { limits: { sessionTtl: day / 7 } }],
  ['all of these are longer than a database counts', { timeout: 1e300, sleep: 1e300, limits: { sessionTtl: 1e300 } }],
];

describe.each(realStores)('over %s', (_, make) => {
  it.each(odd)('a call takes its answer when %s', async (_what, { timeout = Infinity, sleep = day, limits = {} }) => {
    const { post, errors } = createChat(agent([{ name: 'reserve', arguments: {} }]), {
      tools: [reserve(timeout, sleep)],
      store: await make(),
      limits,
    });
    const asked = await post({ conversationId: 'c', messages: [user('Reserve')] });
    const { state } = await post({
      conversationId: 'c',
      pluginElicitResponses: [accept(questionOf(asked), { seat: '1A' })],
    });

    expect(errors).toEqual([]);
    expect(state.messages.findLast(({ role }) => role === 'tool')?.content).toBe('reserved 1A');
  });

  it.each([
    ['the conversation is kept for a seventh of a day', { conversationTtl: day / 7 }],
    ['the conversation is kept longer than a database counts', { conversationTtl: 1e300 }],
    ['a lease lasts a seventh of a day', { leaseTime: day / 7 }],
  ])('a turn ends when %s', async (_what, limits) => {
    const { post, errors } = createChat(agent(), { store: await make(), limits });
    const { state } = await post({ conversationId: 'c', messages: [user('hello')] });

    expect(errors).toEqual([]);
    expect(state.messages.at(-1)?.content).toBe('Hello.');
  });
});
