import { describe, expect, it, vi } from 'vitest';
vi.mock('elicitkit/testing', () => import('../../src/testing.ts'));
vi.mock('elicitkit/travel', () => import('../../src/travel.ts'));
import { createMemoryStore } from '../../src/server.ts';
import { run } from 'effection';
import { createDemoModel } from '../../demo/server/model.ts';
import { minutesOf } from '../../src/travel/local-time.ts';
import { plainText } from '../../src/protocol/plain-text.ts';
import { readContext } from '../../src/protocol/context-data.ts';
import { agent, accept, createChat, declaration, questionOf, user, type Body } from '../chat/harness.ts';

const tool = (body: Body) => declaration.execute(body);
const heap = () => {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};
const timed = async (work: () => unknown) => {
  const t = performance.now();
  await work();
  return performance.now() - t;
};

describe('load', () => {
  it('one small POST of stale answers does not occupy the server for seconds', async () => {
    const chat = createChat(agent(), {
      tools: [
        tool(function* (_, ctx) {
          return yield* ctx.elicit(
            'pickFlight',
            { message: 'F?', flights: Array.from({ length: 5000 }, (_x, i) => `flight ${i} with some words to it`) },
            { check: () => ['no'] },
          );
        }),
      ],
    });
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const q = questionOf(first);
    await chat.post({ conversationId: 'c', pluginElicitResponses: [accept(q, { flightId: 'x' })] });
    const stale = Array.from({ length: 2000 }, () => accept(q, { flightId: 'x' }));
    const bytes = JSON.stringify(stale).length;
    const ms = await timed(() => chat.post({ conversationId: 'c', pluginElicitResponses: stale }));
    console.log('stale', bytes, 'bytes in', Math.round(ms), 'ms; context', JSON.stringify(q.schema).length);
    expect(ms).toBeLessThan(2000);
  }, 120_000);
  it.fails('turns that are over do not keep every byte that was sent', async () => {
    const chat = createChat(agent(), { limits: { resumeBytes: 0 } });
    const before = heap();
    for (let i = 0; i < 150; i += 1)
      await chat.post({ conversationId: `c${i}`, messages: [user('x'.repeat(1_000_000) + i), user('hello')] });
    const grown = heap() - before;
    console.log('heap grown by', Math.round(grown), 'MiB for 150 turns');
    expect(grown).toBeLessThan(64);
  }, 120_000);
  it.fails('so many attaches to nothing do not either', async () => {
    const chat = createChat(agent(), { limits: { resumeBytes: 0 } });
    const before = heap();
    for (let i = 0; i < 150; i += 1)
      await chat.post({ conversationId: `c${i}`, attach: true, messages: [user('x'.repeat(1_000_000) + i)] });
    const grown = heap() - before;
    console.log('heap grown by', Math.round(grown), 'MiB for 150 attaches');
    expect(grown).toBeLessThan(64);
  }, 120_000);
  it('the content of answers goes with its session', async () => {
    const store = createMemoryStore();
    const before = heap();
    await run(function* () {
      for (let i = 0; i < 400; i += 1) {
        const id = `s${i}`;
        const pending = {
          sessionId: id,
          callId: id,
          toolName: 't',
          elicitId: `${id}:0`,
          key: 'k',
          message: '',
          schema: {},
          seq: 0,
          attempt: 1,
        };
        yield* store.set(id, {
          id,
          callId: id,
          toolName: 't',
          params: {},
          status: 'awaiting_elicit',
          refCount: 1,
          createdAt: 0,
          journal: [],
          pending,
        });
        yield* store.answer(id, {
          elicitId: `${id}:0`,
          attempt: 1,
          owner: undefined,
          result: { action: 'accept', content: { note: Array.from({ length: 250_000 }, () => i % 10).join('') } },
        });
        yield* store.delete(id);
      }
    });
    const grown = heap() - before;
    console.log('heap grown by', Math.round(grown), 'MiB for 400 deleted sessions');
    expect(grown).toBeLessThan(32);
    expect(
      await run(() =>
        store.answer('s0', { elicitId: 's0:0', attempt: 1, owner: undefined, result: { action: 'decline' } }),
      ),
    ).toEqual({ outcome: 'repeated', action: 'accept' });
  }, 120_000);
  it.fails('a message does not freeze the demo', async () => {
    const model = createDemoModel();
    const ask = async (content: string) => {
      for await (const _ of model.stream([user(content)], {
        tools: [{ name: 'x', description: '', parameters: {} }],
        signal: AbortSignal.timeout(60_000),
      }))
        break;
    };
    const one = await timed(() => ask(`book from a${' '.repeat(20_000)}x`).catch(() => 0));
    const two = await timed(() => ask(`book from a${' '.repeat(40_000)}x`).catch(() => 0));
    console.log('demo', Math.round(one), Math.round(two), 'ms');
    expect(two).toBeLessThan(500);
  }, 120_000);
  it.fails('a duration does not freeze the page', async () => {
    const ms = await timed(() => minutesOf(`1h${' '.repeat(30_000)}x`));
    console.log('duration', ms);
    expect(ms).toBeLessThan(200);
  });
  it('words do not freeze anything', async () => {
    const texts = [
      '\n '.repeat(300_000),
      '\n--x-model-context: application/json'.repeat(20_000),
      `\n--x-model-context: application/json${' '.repeat(500_000)}x`,
      `\n${' '.repeat(500_000)}`,
      '\n'.repeat(500_000),
    ];
    for (const text of texts) {
      const ms = await timed(() => {
        plainText(text);
        readContext(text, {});
      });
      console.log('words', Math.round(ms));
      expect(ms).toBeLessThan(500);
    }
  });
  it('a body of lost calls and answers is linear', async () => {
    const chat = createChat(agent());
    const calls = Array.from({ length: 6000 }, (_, i) => ({
      id: `a${i}`,
      type: 'function' as const,
      function: { name: 'x', arguments: '' },
    }));
    const answers = Array.from({ length: 3500 }, (_, i) => ({
      sessionId: `b${i}`,
      callId: 'b',
      elicitId: 'b',
      result: { action: 'decline' as const },
    }));
    const body = {
      messages: [{ role: 'assistant' as const, content: '', tool_calls: calls }],
      pluginElicitResponses: answers,
    };
    const ms = await timed(() => chat.post(body));
    console.log('lost', JSON.stringify(body).length, Math.round(ms));
    expect(ms).toBeLessThan(3000);
  }, 60_000);
});
