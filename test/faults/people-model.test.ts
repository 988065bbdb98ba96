import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import type { InboxAnswered, OpenedQuestion, QuestionPlace } from '../../src/protocol/inbox.ts';
import { createChatHandler, memoryStore, type ChatHandler, type Person } from '../../src/server.ts';
import { agent, read, user } from '../chat/harness.ts';
import { declared } from '../chat/refund-for-others.ts';
import { runs } from '../runs.ts';

const people: Record<string, Person> = {
  ada: { id: 'ada', name: 'Ada', roles: ['manager'] },
  bo: { id: 'bo', name: 'Bo', roles: ['manager'] },
  cy: { id: 'cy', name: 'Cy', roles: ['boss'] },
  eve: { id: 'eve' },
};
const names = Object.keys(people);
const owner = 'ada';

/** Whom the question can be for. `ada`, who owns the conversation, has a role that fits, and may not answer. */
const recipients = [{ role: 'manager' }, { role: 'boss' }, 'bo', ['cy', { role: 'manager' }]] as const;
const may = (to: number, name: string): boolean =>
  [['bo'], ['cy'], ['bo'], ['bo', 'cy']][to % recipients.length]!.includes(name);

type Act =
  | { type: 'list' | 'open' | 'withdraw'; who: number; at: number }
  | { type: 'answer'; who: number; at: number; fits: boolean; attempt: number | undefined }
  /** Several at once, to different processes. */
  | { type: 'together'; who: readonly number[] }
  /** A person posts to the conversation itself, with the ids of the question. */
  | { type: 'forge'; who: number; at: number }
  | { type: 'reassign'; to: number; at: number }
  | { type: 'restart'; at: number };

const who = fc.nat(names.length - 1);
const at = fc.nat(1);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ type: fc.constantFrom('list' as const, 'open', 'open'), who, at }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      who,
      at,
      fits: fc.boolean(),
      attempt: fc.constantFrom(undefined, undefined, 1, 2),
    }),
  },
  fc.record({ type: fc.constant('together' as const), who: fc.array(who, { minLength: 2, maxLength: 4 }) }),
  fc.record({ type: fc.constant('forge' as const), who, at }),
  fc.record({ type: fc.constant('reassign' as const), to: fc.nat(recipients.length - 1), at }),
  fc.record({ type: fc.constant('restart' as const), at }),
);

let open: ChatHandler[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((handler) => handler.close()));
});

it(
  'lets nobody read or answer whom a question is not for, and settles it once, by who answered',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(recipients.length - 1), fc.array(act, { maxLength: 12 }), async (first, acts) => {
        const store = { ...memoryStore(), isVolatile: false, opening: undefined };
        /** What the tool got, in each run. */
        const got = new Set<string>();
        const tool = declared.execute(function* (_params, ctx) {
          const answer = yield* ctx.elicit('decide', { message: 'A secret refund' }, {
            to: recipients[first]!,
            notOwner: true,
            hidden: true,
            check: ({ ok }: { ok: boolean }) => (ok ? [] : ['No.']),
          } as never);
          got.add(JSON.stringify([answer.action, answer.by?.id]));
          return 'done';
        });
        const begin = () =>
          createChatHandler({
            provider: agent([{ name: 'refund', arguments: {} }]).provider,
            tools: [tool],
            identify: (request) => people[request.headers.get('x-user') ?? ''],
            store,
            limits: { leaseTime: 300, parkAfter: 1, sweepEvery: 50, awaitTime: 2000 },
            onEvent: () => undefined,
          });
        open = [begin(), begin()];

        const post = async (handler: ChatHandler, name: string, body: object): Promise<Response> => {
          const headers = { 'content-type': 'application/json', 'x-user': name };
          return handler(new Request('http://chat.test/', { method: 'POST', headers, body: JSON.stringify(body) }));
        };
        const said = await read(await post(open[0]!, owner, { conversationId: 'c', messages: [user('refund')] }));
        const asked = said.events.find((event) => event.type === 'plugin_elicit_request');
        if (asked?.type !== 'plugin_elicit_request') throw new Error('Nothing was asked.');
        expect(said.raw).not.toContain('secret');
        const place: QuestionPlace = { callId: asked.sessionId, elicitId: asked.elicitId };

        let to = first;
        let answers = 0;
        /** Who gave the answer that counted. */
        const counted = new Set<string>();

        async function answer(handler: ChatHandler, name: string, fits: boolean, attempt?: number): Promise<void> {
          answers += 1;
          const answerId = `${name}-${answers}`;
          const result = { action: 'accept', content: { ok: fits } };
          const response = {
            sessionId: place.callId,
            callId: place.callId,
            elicitId: place.elicitId,
            answerId,
            attempt,
            result,
          };
          const told = (await (await post(handler, name, { inbox: { answer: response } })).json()) as InboxAnswered;
          if (!may(to, name)) expect(told).toEqual({ outcome: 'gone' });
          if (told.outcome !== 'settled' || told.answerId !== answerId) return;
          expect(fits).toBe(true);
          counted.add(name);
        }

        for (const one of acts) {
          const handler = open['at' in one ? one.at : 0]!;
          const name = 'who' in one && typeof one.who === 'number' ? names[one.who]! : owner;
          if (one.type === 'restart') {
            await handler.close();
            open[one.at] = begin();
          } else if (one.type === 'list') {
            const { items } = await handler.inbox({ who: people[name]! });
            expect(items.length).toBe(may(to, name) && counted.size === 0 ? 1 : 0);
          } else if (one.type === 'open') {
            const told = await handler.inbox.open(people[name]!, place);
            const hears: OpenedQuestion['outcome'] = !may(to, name) ? 'gone' : counted.size === 0 ? 'waits' : 'settled';
            expect(told.outcome).toBe(hears);
          } else if (one.type === 'answer') {
            await answer(handler, name, one.fits, one.attempt);
          } else if (one.type === 'together') {
            await Promise.all(one.who.map((nth, index) => answer(open[index % 2]!, names[nth]!, true)));
          } else if (one.type === 'forge') {
            const result = { action: 'accept', content: { ok: true } };
            const response = {
              sessionId: place.callId,
              callId: place.callId,
              elicitId: place.elicitId,
              answerId: 'f',
              result,
            };
            const told = await post(handler, name, {
              conversationId: 'c',
              messages: [],
              pluginElicitResponses: [response],
            });
            const text = await told.text();
            expect(text).not.toContain('secret');
            if (counted.size === 0 && may(to, name) && text.includes('"plugin_elicit_settled"')) counted.add(name);
          } else if (one.type === 'reassign') {
            // The question stays hidden, and not for its owner.
            const isMoved = await handler.reassign(place, { to: recipients[one.to] as never });
            expect(isMoved).toBe(counted.size === 0);
            if (isMoved) to = one.to;
          }
          expect(counted.size).toBeLessThanOrEqual(1);
        }
        // It goes on for who may answer still, wherever it is by now.
        const last = names.find((name) => may(to, name))!;
        if (counted.size === 0) await answer(open[0]!, last, true);
        expect(counted.size).toBe(1);
        expect(counted.has(owner)).toBe(false);
        const page = await read(await post(open[1]!, owner, { conversationId: 'c', messages: [], attach: true }));
        expect(page.raw).not.toContain('secret');
        expect([...got]).toEqual([JSON.stringify(['accept', [...counted][0]])]);
        await Promise.all(open.splice(0).map((handler) => handler.close()));
      }),
      { numRuns: runs(200) },
    );
  },
);
