import { ensure, run, sleep, spawn, type Operation } from 'effection';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { createPluginSessionManager, type ChatProvider, type PluginSessionEvent } from '../../src/server.ts';
import { runs } from '../runs.ts';
import { nextEvent } from '../session/next-event.ts';

const provider: ChatProvider = {
  async *stream() {
    return { text: 'tip', toolCalls: [] };
  },
};

type Act =
  | { type: 'accept'; question: number; content: number; attempt: number }
  | { type: 'decline'; question: number }
  | { type: 'bad'; question: number }
  | { type: 'stranger'; question: number }
  | { type: 'cool' | 'abort' | 'interrupt' | 'wait' };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('accept' as const),
      question: fc.nat(3),
      content: fc.nat(9),
      attempt: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('decline' as const), question: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('bad' as const), question: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('stranger' as const), question: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('cool' as const, 'wait' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('abort' as const, 'interrupt' as const) }) },
);

const declaration = createMcpTool('ask')
  .description('Ask')
  .parameters(z.object({}))
  .elicits({ number: z.object({ n: z.number() }) });

describe('a session under any order of answers, repetitions, stale and bad ones, drops, aborts', () => {
  it(
    'records the first valid answer to each question once, does each step once, and ends once',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 14 }), fc.boolean(), (acts, together) =>
          run(function* () {
            const steps: string[] = [];
            const got: string[] = [];
            const manager = createPluginSessionManager({ provider, limits: { attempts: 3 } });
            yield* ensure(() => manager.close());
            const tool = declaration.execute(function* (_, ctx) {
              const answers: string[] = [];
              for (let index = 0; index < 3; index += 1) {
                const answer = yield* ctx.elicit('number', { message: `Number ${index}?` });
                answers.push(answer.action === 'accept' ? `accept ${answer.content.n}` : answer.action);
                yield* ctx.step(`after ${index}`, () => {
                  steps.push(`after ${index}`);
                  got[index] = answers[index] ?? '';
                });
              }
              return answers;
            });
            const session = yield* manager.create({ tool, params: {}, callId: 'c', owner: 'ada' });
            const events: PluginSessionEvent[] = [];
            yield* spawn(function* () {
              for (;;) events.push(yield* nextEvent(session));
            });
            const recorded: string[] = [];

            function* perform(what: Act): Operation<void> {
              if (!('question' in what)) {
                if (what.type === 'cool') yield* session.cool();
                else if (what.type === 'abort') yield* session.abort();
                else if (what.type === 'interrupt') yield* session.interrupt();
                else yield* sleep(0);
                return;
              }
              const elicitId = `c:elicit:${what.question}`;
              const owner = what.type === 'stranger' ? 'eve' : 'ada';
              const attempt = what.type === 'accept' ? what.attempt : undefined;
              const content = what.type === 'accept' ? { n: what.content } : { n: 'x' };
              const result =
                what.type === 'accept' || what.type === 'bad'
                  ? ({ action: 'accept', content } as const)
                  : ({ action: 'decline' } as const);
              const { outcome } = yield* session.respondToElicit(elicitId, result, { by: owner, attempt });
              expect(what.type !== 'stranger' || outcome === 'unknown').toBe(true);
              if (outcome !== 'recorded') return;
              recorded.push(`${what.question} ${what.type === 'accept' ? `accept ${what.content}` : 'decline'}`);
            }

            for (const what of acts) {
              if (together) yield* spawn(() => perform(what));
              else yield* perform(what);
            }
            yield* sleep(0);
            yield* session.abort();
            yield* sleep(0);

            const settled = events.flatMap((event) => (event.type === 'elicit_settled' ? [event.elicitId] : []));
            expect(new Set(settled).size, 'each question is settled at most once').toBe(settled.length);
            expect(new Set(recorded.map((line) => line[0])).size, 'one record each').toBe(recorded.length);
            expect(new Set(steps).size, 'no step runs twice').toBe(steps.length);
            expect(events.filter(({ type }) => type === 'ended')).toHaveLength(1);
            expect(events.at(-1)?.type, 'nothing after the end').toBe('ended');
            for (const line of recorded) {
              const [question, ...answer] = line.split(' ');
              const heard = got[Number(question)];
              expect(heard === undefined || heard === answer.join(' '), `${line} reached the tool as ${heard}`).toBe(
                true,
              );
            }
            expect(yield* manager.listActive()).toEqual([]);
          }),
        ),
        { numRuns: runs(7000) },
      ),
    120_000,
  );
});
