import { ensure, run } from 'effection';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, question } from '../../src/plugin.ts';
import { createPluginSessionManager, memoryStore, type ChatProvider } from '../../src/server.ts';
import { nextEvent } from './next-event.ts';

const provider = {} as ChatProvider;
const store = { ...memoryStore(), isVolatile: false };

/** The same tool, with code that offers this. */
const offering = (...offered: string[]) =>
  createMcpTool('pick')
    .description('Pick one')
    .parameters(z.object({}))
    .elicits({
      one: question({
        response: z.object({ id: z.string() }),
        choices: { id: () => offered.map((value) => ({ value, label: `The ${value}` })) },
      }),
    })
    .execute(function* (_, ctx) {
      const answer = yield* ctx.elicit('one', { message: 'Which?' });
      return answer.action === 'accept' ? answer.content.id : answer.action;
    });

const accept = (id: string) => ({ action: 'accept', content: { id } }) as const;

it('a question whose choices a deploy has changed is asked anew before an answer counts', () =>
  run(function* () {
    const before = offering('a', 'b');
    const first = createPluginSessionManager({ provider, store, tools: [before] });
    const begun = yield* first.create({ tool: before, params: {}, callId: 'call_1' });
    yield* nextEvent(begun);
    yield* first.park('call_1');
    yield* first.close();

    const second = createPluginSessionManager({ provider, store, tools: [offering('b', 'c')] });
    yield* ensure(() => second.close());
    const session = yield* second.get('call_1');
    if (session === null) throw new Error('The call is gone.');
    const [asked] = session.pending();
    const elicitId = asked?.elicitId ?? '';
    expect(JSON.stringify(asked?.plain)).toContain('The a');
    // What was seen is no longer what is offered, so it does not count, whether or not it is still there.
    expect(yield* session.respondToElicit(elicitId, accept('b'), { attempt: 1 })).toEqual({ outcome: 'stale' });
    const [again] = session.pending();
    expect(again).toMatchObject({ elicitId, attempt: 2 });
    expect(JSON.stringify(again?.plain)).not.toContain('The a');
    expect(JSON.stringify(again?.plain)).toContain('The c');
    expect(yield* session.respondToElicit(elicitId, accept('c'), { attempt: 2 })).toEqual({ outcome: 'recorded' });
  }));

it('an answered question is not offered again, whatever a deploy has made of its choices', () =>
  run(function* () {
    const kept = { ...memoryStore(), isVolatile: false };
    const asking = (offered: () => readonly string[]) =>
      createMcpTool('two')
        .description('Ask twice')
        .parameters(z.object({}))
        .elicits({
          one: question({
            response: z.object({ id: z.string() }),
            choices: { id: () => offered().map((value) => ({ value, label: value })) },
          }),
          other: z.object({ name: z.string() }),
        })
        .execute(function* (_, ctx) {
          const first = yield* ctx.elicit('one', { message: 'Which?' });
          const second = yield* ctx.elicit('other', { message: 'Who?' });
          return [first, second].map(({ action }) => action).join();
        });
    const before = asking(() => ['a']);
    const first = createPluginSessionManager({ provider, store: kept, tools: [before] });
    const begun = yield* first.create({ tool: before, params: {}, callId: 'call_1' });
    yield* nextEvent(begun);
    yield* begun.respondToElicit(begun.pending()[0]?.elicitId ?? '', accept('a'));
    for (let asked = ''; asked !== 'other'; asked = begun.pending()[0]?.key ?? '') yield* nextEvent(begun);
    yield* first.park('call_1');
    yield* first.close();

    const second = createPluginSessionManager({ provider, store: kept, tools: [asking(() => [])] });
    yield* ensure(() => second.close());
    const session = yield* second.get('call_1');
    const [other] = session?.pending() ?? [];
    expect(other?.key).toBe('other');
    const answer = { action: 'accept', content: { name: 'Ada' } } as const;
    expect(yield* session!.respondToElicit(other!.elicitId, answer)).toEqual({ outcome: 'recorded' });
    for (;;) {
      const event = yield* nextEvent(session!);
      if (event.type !== 'ended') continue;
      expect(event.outcome).toEqual({ status: 'completed', content: 'accept,accept' });
      return;
    }
  }));
