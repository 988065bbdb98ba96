import { run, suspend } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatProvider } from '../../src/server.ts';
import {
  accept,
  agent,
  createChat,
  createModel,
  declaration,
  messagesOf,
  only,
  questionOf,
  read,
  user,
  type Body,
} from '../chat/harness.ts';
import { aroundCalls, keptStore } from '../session/call-commits.ts';

/** 'hung' where it takes longer than so long. */
export const orHung = <T>(promise: Promise<T>, ms = 1500): Promise<T | 'hung'> => {
  let timer: ReturnType<typeof setTimeout>;
  return Promise.race([
    promise,
    new Promise<'hung'>((r) => {
      timer = setTimeout(() => r('hung'), ms);
    }),
  ]).finally(() => clearTimeout(timer));
};
const tool = (body: Body) => declaration.execute(body);

describe('a turn is not stuck', () => {
  it('by a check that never returns: abort still ends the turn', async () => {
    const chat = createChat(agent(), {
      tools: [
        tool(function* (_, ctx) {
          return yield* ctx.elicit(
            'pickSeat',
            { message: 'S?' },
            { check: () => new Promise<undefined>(() => undefined) },
          );
        }),
      ],
      limits: { runTime: 100 },
    });
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const q = questionOf(first);
    const answering = await chat.open({
      conversationId: 'c',
      pluginElicitResponses: [accept(q, { row: 1, seat: 'A' })],
    });
    const aborted = await orHung(chat.post({ conversationId: 'c', pluginAbort: { sessionId: q.sessionId } }));
    expect(aborted).not.toBe('hung');
    void answering;
  });
  it('by a check that never returns: a new message is still answered', async () => {
    const chat = createChat(agent(), {
      tools: [
        tool(function* (_, ctx) {
          return yield* ctx.elicit(
            'pickSeat',
            { message: 'S?' },
            { check: () => new Promise<undefined>(() => undefined) },
          );
        }),
      ],
    });
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const q = questionOf(first);
    await chat.open({ conversationId: 'c', pluginElicitResponses: [accept(q, { row: 1, seat: 'A' })] });
    const next = await orHung(chat.post({ conversationId: 'c', messages: [...messagesOf(first), user('hello')] }));
    expect(next).not.toBe('hung');
  });
  it('by a check that never returns: the question still expires', async () => {
    const chat = createChat(agent(), {
      tools: [
        tool(function* (_, ctx) {
          return yield* ctx.elicit(
            'pickSeat',
            { message: 'S?' },
            { timeout: 200, check: () => new Promise<undefined>(() => undefined) },
          );
        }),
      ],
      limits: { patience: 300 },
    });
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const answering = chat.post({
      conversationId: 'c',
      pluginElicitResponses: [accept(questionOf(first), { row: 1, seat: 'A' })],
    });
    expect(await orHung(answering)).not.toBe('hung');
  });
  it('by parameters whose async refinement never settles', async () => {
    const slow = createMcpTool('slow')
      .description('x')
      .parameters(z.object({ a: z.string().refine(() => new Promise<boolean>(() => undefined)) }))
      .elicits({})
      .execute(function* () {
        return 'x';
      });
    const chat = createChat(agent([{ name: 'slow', arguments: { a: 'x' } }]), {
      tools: [slow],
      limits: { patience: 300, runTime: 50 },
    });
    expect(await orHung(chat.post({ conversationId: 'c', messages: [user('Book')] }))).not.toBe('hung');
  });
  it('by a provider that never answers: a bound ends the turn', async () => {
    const provider: ChatProvider = {
      async *stream() {
        await new Promise(() => undefined);
        yield { type: 'text', content: '' };
        return { text: '', toolCalls: [] };
      },
    };
    const chat = createChat({ provider, asked: [] }, { limits: { runTime: 50 } });
    expect(await orHung(chat.post({ conversationId: 'c', messages: [user('Book')] }))).not.toBe('hung');
  });
  it('by progress that JSON cannot carry', async () => {
    const chat = createChat(agent(), {
      tools: [
        tool(function* (_, ctx) {
          yield* ctx.notify('half', 1n as never, 2n as never);
          return 'ok';
        }),
      ],
    });
    expect(await orHung(chat.post({ conversationId: 'c', messages: [user('Book')] }))).not.toBe('hung');
  });
  it('by usage that JSON cannot carry', async () => {
    const provider: ChatProvider = {
      async *stream() {
        yield { type: 'text', content: 'x' };
        return { text: 'x', toolCalls: [], usage: { tokens: 1n } };
      },
    };
    const chat = createChat({ provider, asked: [] });
    expect(await orHung(chat.post({ conversationId: 'c', messages: [user('Book')] }))).not.toBe('hung');
  });
  it('by a store that fails while a question is written', async () => {
    let failed = 0;
    const store = aroundCalls(keptStore(), async (keep, { pending }) => {
      if (pending.length === 0) return keep();
      failed += 1;
      throw new Error('redis is gone');
    });
    const chat = createChat(agent(), { store });
    expect(await orHung(chat.post({ conversationId: 'c', messages: [user('Book')] }))).not.toBe('hung');
    expect(failed).toBe(1);
  });
  it('by a message nested deeper than the stack', async () => {
    const chat = createChat(agent());
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const body = `{"conversationId":"c","messages":[{"role":"user","content":"hello","x":${deep}}]}`;
    const response = await chat.handler(
      new Request('http://x/', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    );
    const answered = await orHung(read(response));
    expect(answered).not.toBe('hung');
    expect([200, 400]).toContain(response.status);
  });
  it('by such messages, until nobody gets a stream any more', async () => {
    const chat = createChat(agent(), { limits: { perProcess: 50 } });
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const statuses: number[] = [];
    for (let i = 0; i < 50; i += 1) {
      const body = `{"conversationId":"c${i}","messages":[{"role":"user","content":"hello","x":${deep}}]}`;
      statuses.push(
        (
          await chat.handler(
            new Request('http://x/', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
          )
        ).status,
      );
    }
    await new Promise((r) => setTimeout(r, 300));
    const victim = await chat.post({ conversationId: 'v', messages: [user('hello')] }, { 'x-user': 'ada' });
    expect(victim.status).toBe(200);
  });
  it('an answer nested deeper than the stack is a 4xx', async () => {
    const chat = createChat(agent());
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const body = `{"messages":[],"pluginElicitResponses":[{"sessionId":"a","callId":"a","elicitId":"a","result":{"action":"accept","content":${deep}}}]}`;
    const response = await chat.handler(
      new Request('http://x/', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    );
    expect(response.status).toBeLessThan(500);
  });
  it('by a close while a request is still being read', async () => {
    const chat = createChat(agent());
    let finish!: () => void;
    const bodyStream = new ReadableStream<Uint8Array>({
      start(c) {
        finish = () => {
          c.enqueue(new TextEncoder().encode(JSON.stringify({ messages: [user('hello')] })));
          c.close();
        };
      },
    });
    const pending = chat.handler(
      new Request('http://x/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bodyStream,
        duplex: 'half',
      } as RequestInit),
    );
    await new Promise((r) => setTimeout(r, 20));
    await chat.handler.close();
    finish();
    const response = await orHung(pending);
    expect(response).not.toBe('hung');
    const text = await orHung((response as Response).text());
    expect(text).not.toBe('hung');
    expect((response as Response).status).toBe(503);
  });
});
void run;
void suspend;
void only;
void createModel;
