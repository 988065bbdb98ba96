import { all, ensure, run, sleep, spawn, withResolvers, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import { mortal } from '../faults/mortal-store.ts';
import { keptStore, storedCall } from './call-commits.ts';
import type { Call } from '../../src/session/plugin-session.ts';
import type { ServerEvent } from '../../src/session/server-event.ts';
import type { ChatProvider } from '../../src/protocol/chat-provider.ts';
import type { AnyMcpTool } from '../../src/tool/tool-facts.ts';

const provider: ChatProvider = {
  async *stream(messages) {
    const text = `about ${messages.at(-1)?.content}`;
    yield { type: 'text', content: text };
    return { text, toolCalls: [] };
  },
};

/** What the airline has done, in order. */
type Ledger = string[];

interface Variant {
  /** Between the two questions. */
  between?: 'hold' | 'search' | 'charge' | 'commit' | 'sample' | 'now' | 'uuid' | 'sleep' | 'nothing' | undefined;
  isFinal?: boolean | undefined;
  undo?: (ledger: Ledger, held: string) => void | Operation<void>;
  cleanupTime?: number | undefined;
}

const declared = () =>
  createMcpTool('book')
    .description('Book')
    .parameters(z.object({}))
    .elicits({
      flight: z.object({ flight: z.string() }),
      seat: z.object({ seat: z.string() }),
    });

function bookTool(ledger: Ledger, { between = 'hold', isFinal = false, undo }: Variant = {}): AnyMcpTool {
  return declared().execute(function* (_, ctx) {
    const flight = yield* ctx.elicit(
      'flight',
      { message: 'Which flight?' },
      { final: isFinal, check: (picked) => (picked.flight === 'sold out' ? ['It is sold out.'] : []) },
    );
    if (flight.action !== 'accept') return flight.action;
    const picked = flight.content.flight;
    if (between === 'hold') {
      yield* ctx.step(
        'hold',
        ({ idempotencyKey }) => {
          ledger.push(`hold ${picked} as ${idempotencyKey}`);
          return picked;
        },
        {
          undo: (held, { idempotencyKey }) => {
            if (undo !== undefined) return undo(ledger, held);
            ledger.push(`release ${held} as ${idempotencyKey}`);
            return undefined;
          },
        },
      );
    }
    if (between === 'search') yield* ctx.step('search', () => void ledger.push('search'), { pure: true });
    if (between === 'charge') yield* ctx.step('charge', () => void ledger.push('charge'));
    if (between === 'commit') yield* ctx.commit();
    if (between === 'sample') ledger.push((yield* ctx.sample({ prompt: picked })).text);
    if (between === 'now') ledger.push(String(yield* ctx.now()));
    if (between === 'uuid') ledger.push(yield* ctx.uuid());
    if (between === 'sleep') yield* ctx.sleep(0);
    const seat = yield* ctx.elicit('seat', { message: `Which seat on ${picked}?` });
    return seat.action === 'accept' ? `${picked} ${seat.content.seat}` : seat.action;
  });
}

interface Scene {
  session: Call;
  ledger: Ledger;
  told: ServerEvent[];
  change(
    flight: string,
    options?: { answerId?: string; revises?: string; owner?: string },
  ): ReturnType<Call['respondToElicit']>;
}

/** A call whose flight is picked, and that asks for the seat. */
function inScene(variant: Variant, work: (scene: Scene) => Operation<void>): Promise<void> {
  return run(function* () {
    const ledger: Ledger = [];
    const told: ServerEvent[] = [];
    const tool = bookTool(ledger, variant);
    const manager = createPluginSessionManager({
      provider,
      tools: [tool],
      onEvent: (event) => told.push(event),
      limits: { cleanupTime: variant.cleanupTime ?? 5000 },
    });
    yield* ensure(() => manager.close());
    const session = yield* manager.create({ tool, params: {}, callId: 'call_1', owner: undefined });
    yield* asked(session, 'flight');
    yield* session.respondToElicit(
      'call_1:elicit:0',
      { action: 'accept', content: { flight: 'SH1' } },
      { answerId: 'a' },
    );
    yield* asked(session, 'seat');
    yield* work({
      session,
      ledger,
      told,
      change: (flight, { answerId = 'b', revises = 'a', owner } = {}) =>
        session.respondToElicit(
          'call_1:elicit:0',
          { action: 'accept', content: { flight } },
          { answerId, revises, by: owner },
        ),
    });
  });
}

/** Begin a call of this tool, by itself. */
function* begin(tool: AnyMcpTool): Operation<Call> {
  const manager = createPluginSessionManager({ provider, tools: [tool] });
  yield* ensure(() => manager.close());
  return yield* manager.create({ tool, params: {}, callId: 'call_1', owner: undefined });
}

/** Wait until it asks. */
function* asked(session: Call, key: string) {
  for (;;) {
    const [question] = session.pending();
    if (question?.key === key) return question;
    yield* sleep(0);
  }
}

function* ended(session: Call) {
  const events = session.getEvents();
  for (;;) {
    const { event } = (yield* events.next()).value;
    if (event.type === 'ended') return event.outcome;
  }
}

describe('changing an earlier answer', () => {
  it('is offered with the question that waits', () =>
    inScene({}, function* ({ session }) {
      expect(session.pending()).toMatchObject([{ key: 'seat', changeable: [[0, 0]] }]);
    }));

  it('takes the call back, undoes what was held, and asks again under a new id', () =>
    inScene({}, function* ({ session, ledger, change, told }) {
      const outcome = yield* change('SH2');
      expect(outcome).toMatchObject({ outcome: 'revised', revised: { gone: ['call_1:elicit:1'], answerId: 'b' } });
      const seat = yield* asked(session, 'seat');
      expect(seat.message).toBe('Which seat on SH2?');
      expect(seat.elicitId).toBe('call_1:elicit:1~1');
      expect(ledger).toEqual(['hold SH1 as call_1:1', 'release SH1 as call_1:undo:1', 'hold SH2 as call_1:1~1']);
      yield* session.respondToElicit(seat.elicitId, { action: 'accept', content: { seat: '2A' } });
      expect(yield* ended(session)).toEqual({ status: 'completed', content: 'SH2 2A' });
      expect(told).toContainEqual({
        type: 'revised',
        sessionId: 'call_1',
        toolName: 'book',
        elicitId: 'call_1:elicit:0',
        key: 'flight',
        gone: ['call_1:elicit:1'],
        undone: ['hold'],
      });
    }));

  it('does a pure step again', () =>
    inScene({ between: 'search' }, function* ({ session, ledger, change }) {
      expect(yield* change('SH2')).toMatchObject({ outcome: 'revised' });
      expect((yield* asked(session, 'seat')).message).toBe('Which seat on SH2?');
      expect(ledger).toEqual(['search', 'search']);
    }));

  it.each(['sample', 'now', 'uuid', 'sleep'] as const)('goes back over ctx.%s, which is done again', (between) =>
    inScene({ between }, function* ({ session, ledger, change }) {
      const [before] = ledger;
      expect(yield* change('SH2')).toMatchObject({ outcome: 'revised' });
      expect((yield* asked(session, 'seat')).message).toBe('Which seat on SH2?');
      if (between === 'sample') expect(ledger.slice(-1)).toEqual(['about SH2']);
      if (between === 'uuid') expect(ledger.at(-1)).not.toBe(before);
    }),
  );

  it('leaves in the journal what was left, with the answers that it had', () =>
    run(function* () {
      const ledger: Ledger = [];
      const store = keptStore();
      const tool = bookTool(ledger);
      const manager = createPluginSessionManager({ provider, tools: [tool], store });
      yield* ensure(() => manager.close());
      const session = yield* manager.create({ tool, params: {}, callId: 'call_1', owner: undefined });
      const { elicitId } = yield* asked(session, 'flight');
      const say = (flight: string) => ({ action: 'accept' as const, content: { flight } });
      yield* session.respondToElicit(elicitId, say('SH1'), { answerId: 'a' });
      yield* asked(session, 'seat');
      yield* session.respondToElicit(elicitId, say('SH2'), { answerId: 'b', revises: 'a' });
      yield* asked(session, 'seat');
      const entry = yield* storedCall(store, 'call_1');
      expect(entry?.journal.map(({ kind, question }) => [kind, question?.answerId])).toEqual([
        ['elicit', 'a'],
        ['started', undefined],
        ['step', undefined],
        ['revise', 'b'],
        ['started', undefined],
        ['undo', undefined],
        ['started', undefined],
        ['step', undefined],
      ]);
    }));

  it.each([
    ['a step that cannot be undone', { between: 'charge' }],
    ['a commit', { between: 'commit' }],
    ['an answer that is final', { isFinal: true }],
  ] as const)('is neither offered nor possible behind %s', (_, variant) =>
    inScene(variant, function* ({ session, change }) {
      expect(session.pending()[0]?.changeable).toBeUndefined();
      expect(yield* change('SH2')).toEqual({ outcome: 'kept', because: 'late', action: 'accept', answerId: 'a' });
      expect(session.pending()).toMatchObject([{ message: 'Which seat on SH1?' }]);
    }),
  );

  it('changes nothing for the same answer', () =>
    inScene({}, function* ({ ledger, change }) {
      expect(yield* change('SH1')).toMatchObject({ outcome: 'kept', because: 'same', answerId: 'a' });
      expect(ledger).toHaveLength(1);
    }));

  it('changes nothing for an answer that its check refuses, and says why', () =>
    inScene({}, function* ({ session, ledger, change }) {
      expect(yield* change('sold out')).toMatchObject({
        outcome: 'kept',
        because: 'invalid',
        issues: [{ path: [], message: 'It is sold out.' }],
      });
      expect(ledger).toHaveLength(1);
      expect(session.pending()).toMatchObject([{ message: 'Which seat on SH1?' }]);
    }));

  it('counts once, however often it comes', () =>
    inScene({}, function* ({ session, ledger, change }) {
      expect(yield* change('SH2')).toMatchObject({ outcome: 'revised' });
      yield* asked(session, 'seat');
      expect(yield* change('SH2')).toEqual({ outcome: 'repeated', action: 'accept', answerId: 'b' });
      expect(ledger).toHaveLength(3);
    }));

  it('is refused to a page that knows another answer', () =>
    inScene({}, function* ({ change, session }) {
      yield* change('SH2');
      yield* asked(session, 'seat');
      expect(yield* change('SH3', { answerId: 'c' })).toMatchObject({
        outcome: 'kept',
        because: 'late',
        answerId: 'b',
      });
      expect(yield* change('SH3', { answerId: 'c', revises: 'b' })).toMatchObject({ outcome: 'revised' });
    }));

  it('makes a late answer to a question that is gone count for nothing', () =>
    inScene({}, function* ({ session, change }) {
      yield* change('SH2');
      yield* asked(session, 'seat');
      const late = yield* session.respondToElicit('call_1:elicit:1', { action: 'accept', content: { seat: '9F' } });
      expect(late).toEqual({ outcome: 'stale' });
      expect(session.pending()).toHaveLength(1);
    }));

  it('goes back only to a step whose undo fails, and says so', () =>
    inScene(
      {
        undo: () => {
          throw new Error('The airline is closed');
        },
      },
      function* ({ session, ledger, change, told }) {
        expect(yield* change('SH2')).toMatchObject({
          outcome: 'revised',
          revised: { answerId: 'a', isStuck: true, gone: ['call_1:elicit:1'] },
        });
        const seat = yield* asked(session, 'seat');
        expect(seat).toMatchObject({ message: 'Which seat on SH1?', elicitId: 'call_1:elicit:1~1' });
        // It stays done, and nobody tries again.
        expect(seat.changeable).toBeUndefined();
        expect(ledger).toEqual(['hold SH1 as call_1:1']);
        expect(told).toContainEqual(
          expect.objectContaining({ type: 'revised', undone: [], failed: 'hold', error: expect.anything() as object }),
        );
      },
    ));

  it('goes back only to a step whose undo was cut by a crash, unless it can be undone twice', () =>
    run(function* () {
      const ledger: Ledger = [];
      const shared = keptStore();
      const tool = bookTool(ledger, { undo: (_, held) => void ledger.push(`release ${held}`) });
      const manager = createPluginSessionManager({ provider, tools: [tool], store: shared });
      yield* ensure(() => manager.close());
      const session = yield* manager.create({ tool, params: {}, callId: 'call_1', owner: undefined });
      yield* asked(session, 'flight');
      const elicitId = 'call_1:elicit:0';
      yield* session.respondToElicit(elicitId, { action: 'accept', content: { flight: 'SH1' } }, { answerId: 'a' });
      yield* asked(session, 'seat');
      yield* manager.close();

      // It dies with the undo done, and its outcome not written.
      const dying = mortal({
        ...shared,
        commit: async (change) => {
          if (!ledger.includes('release SH1')) return shared.commit(change);
          void dying.die();
          return null;
        },
      });
      const second = createPluginSessionManager({ provider, tools: [tool], store: dying });
      const there = yield* second.get('call_1');
      yield* spawn(() =>
        there!.respondToElicit(
          elicitId,
          { action: 'accept', content: { flight: 'SH2' } },
          { answerId: 'b', revises: 'a' },
        ),
      );
      while (!ledger.includes('release SH1')) yield* sleep(0);

      const third = createPluginSessionManager({ provider, tools: [tool], store: shared });
      yield* ensure(() => third.close());
      const back = yield* third.get('call_1');
      const seat = yield* asked(back!, 'seat');
      expect(seat).toMatchObject({ message: 'Which seat on SH1?', elicitId: 'call_1:elicit:1~1' });
      expect(seat.changeable).toBeUndefined();
      expect(ledger).toEqual(['hold SH1 as call_1:1', 'release SH1']);
      expect(yield* third.recall('call_1')).toMatchObject({ revised: { isStuck: true, answerId: 'a' } });
    }));

  it('goes back only to a step that this code cannot undo any more', () =>
    run(function* () {
      const ledger: Ledger = [];
      const told: ServerEvent[] = [];
      const shared = keptStore();
      const first = createPluginSessionManager({ provider, tools: [bookTool(ledger)], store: shared });
      const session = yield* first.create({ tool: bookTool(ledger), params: {}, callId: 'call_1', owner: undefined });
      const { elicitId } = yield* asked(session, 'flight');
      yield* session.respondToElicit(elicitId, { action: 'accept', content: { flight: 'SH1' } }, { answerId: 'a' });
      yield* asked(session, 'seat');
      yield* first.close();

      const deployed = declared().execute(function* (_, ctx) {
        const flight = yield* ctx.elicit('flight', { message: 'Which flight?' });
        yield* ctx.step('hold', () => flight.action);
        return (yield* ctx.elicit('seat', { message: 'Which seat on SH1?' })).action;
      });
      const onEvent = (event: ServerEvent) => void told.push(event);
      const second = createPluginSessionManager({ provider, tools: [deployed], store: shared, onEvent });
      yield* ensure(() => second.close());
      const back = yield* second.get('call_1');
      const changed = yield* back!.respondToElicit(
        elicitId,
        { action: 'accept', content: { flight: 'SH2' } },
        { answerId: 'b', revises: 'a' },
      );
      expect(changed).toMatchObject({ outcome: 'revised', revised: { answerId: 'a', isStuck: true } });
      expect((yield* asked(back!, 'seat')).changeable).toBeUndefined();
      const event = told.find(({ type }) => type === 'revised');
      expect(event).toMatchObject({ undone: [], failed: 'hold', error: { code: 'UNDO_MISSING' } });
      expect(ledger).toEqual(['hold SH1 as call_1:1']);
    }));

  it('withdraws every question of a tool that asks several at once, and offers an answer while others wait', () =>
    run(function* () {
      const tool = createMcpTool('several')
        .description('Several')
        .parameters(z.object({}))
        .elicits(
          { flight: z.object({ flight: z.string() }), seat: z.object({ seat: z.string() }) },
          { concurrent: true },
        )
        .execute(function* (_, ctx) {
          const [flight, seat] = yield* all([
            ctx.elicit('flight', { message: 'Which flight?' }),
            ctx.elicit('seat', { message: 'Which seat?' }),
          ]);
          return [flight, seat].map((answer) => (answer.action === 'accept' ? answer.content : answer.action));
        });
      const session = yield* begin(tool);
      while (session.pending().length < 2) yield* sleep(0);
      const elicitId = 'call_1:elicit:0';
      yield* session.respondToElicit(elicitId, { action: 'accept', content: { flight: 'SH1' } }, { answerId: 'a' });
      expect(session.pending()).toMatchObject([{ key: 'seat', changeable: [[0, 0]] }]);
      const changed = yield* session.respondToElicit(
        elicitId,
        { action: 'accept', content: { flight: 'SH2' } },
        { answerId: 'b', revises: 'a' },
      );
      expect(changed).toMatchObject({ outcome: 'revised', revised: { gone: ['call_1:elicit:1'] } });
      const seat = yield* asked(session, 'seat');
      yield* session.respondToElicit(seat.elicitId, { action: 'accept', content: { seat: '2A' } });
      expect(yield* ended(session)).toEqual({ status: 'completed', content: '[{"flight":"SH2"},{"seat":"2A"}]' });
    }));

  it('tells a repeated change, and a late answer, what counts while it is being undone', () => {
    const release = withResolvers<void>();
    return inScene({ undo: () => release.operation }, function* ({ session, change }) {
      const first = yield* spawn(() => change('SH2'));
      while (session.pending().length > 0) yield* sleep(0);
      const late = yield* session.respondToElicit('call_1:elicit:1', { action: 'accept', content: { seat: '9F' } });
      expect(late).toEqual({ outcome: 'stale' });
      const second = yield* spawn(() => change('SH2'));
      yield* sleep(0);
      release.resolve();
      expect(yield* first).toMatchObject({ outcome: 'revised' });
      expect(yield* second).toEqual({ outcome: 'repeated', action: 'accept', answerId: 'b' });
    });
  });

  it('tells at once which questions are gone, and once it is undone which answer counts', () => {
    const release = withResolvers<void>();
    return inScene({ undo: () => release.operation }, function* ({ session, change }) {
      const told: string[] = [];
      yield* spawn(function* () {
        const events = session.getEvents();
        for (;;) {
          const { event } = (yield* events.next()).value;
          if (event.type === 'elicit_request') told.push(`asks ${event.request.elicitId}`);
          if (event.type === 'elicit_settled') told.push(`${event.elicitId} ${event.action}`);
          if (event.type === 'elicit_revised') told.push(`${event.answerId} counts, gone: ${event.gone.join()}`);
        }
      });
      const changing = yield* spawn(() => change('SH2'));
      while (session.pending().length > 0) yield* sleep(0);
      yield* sleep(0);
      const before = ['a counts, gone: call_1:elicit:1'];
      expect(told.slice(-1)).toEqual(before);
      release.resolve();
      yield* changing;
      yield* asked(session, 'seat');
      yield* sleep(0);
      expect(told.slice(-3)).toEqual([...before, 'b counts, gone: call_1:elicit:1', 'asks call_1:elicit:1~1']);
    });
  });

  it('undoes several steps, the last one first', () =>
    run(function* () {
      const ledger: Ledger = [];
      const tool = declared().execute(function* (_, ctx) {
        const flight = yield* ctx.elicit('flight', { message: 'Which flight?' });
        if (flight.action !== 'accept') return flight.action;
        for (const what of ['seat', 'meal', 'bag']) {
          yield* ctx.step(what, () => void ledger.push(what), { undo: () => void ledger.push(`no ${what}`) });
        }
        return (yield* ctx.elicit('seat', { message: 'Which seat?' })).action;
      });
      const session = yield* begin(tool);
      const { elicitId } = yield* asked(session, 'flight');
      yield* session.respondToElicit(elicitId, { action: 'accept', content: { flight: 'SH1' } }, { answerId: 'a' });
      yield* asked(session, 'seat');
      const other = { action: 'accept' as const, content: { flight: 'SH2' } };
      yield* session.respondToElicit(elicitId, other, { answerId: 'b', revises: 'a' });
      yield* asked(session, 'seat');
      expect(ledger).toEqual(['seat', 'meal', 'bag', 'no bag', 'no meal', 'no seat', 'seat', 'meal', 'bag']);
    }));

  it('is checked with what the tool knew when it asked', () =>
    run(function* () {
      const tool = createMcpTool('pick')
        .description('Pick three')
        .parameters(z.object({}))
        .elicits({ one: z.object({ name: z.string() }) })
        .execute(function* (_, ctx) {
          const names: string[] = [];
          while (names.length < 3) {
            const check = ({ name }: { name: string }) => (names.includes(name) ? [`${name} is taken.`] : []);
            const one = yield* ctx.elicit('one', { message: `Number ${names.length}?` }, { check });
            if (one.action !== 'accept') return one.action;
            names.push(one.content.name);
          }
          return names.join();
        });
      const session = yield* begin(tool);
      const say = (name: string) => ({ action: 'accept' as const, content: { name } });
      yield* asked(session, 'one');
      const [first, second] = ['call_1:elicit:0', 'call_1:elicit:1'] as const;
      yield* session.respondToElicit(first, say('Ada'), { answerId: 'a' });
      while (session.pending()[0]?.elicitId !== second) yield* sleep(0);
      yield* session.respondToElicit(second, say('Bea'), { answerId: 'b' });
      while (session.pending()[0]?.message !== 'Number 2?') yield* sleep(0);
      const taken = yield* session.respondToElicit(second, say('Ada'), { answerId: 'c', revises: 'b' });
      expect(taken).toMatchObject({ outcome: 'kept', issues: [{ message: 'Ada is taken.' }] });
      // Bea is only taken later.
      const free = yield* session.respondToElicit(first, say('Bea'), { answerId: 'd', revises: 'a' });
      expect(free).toMatchObject({ outcome: 'revised' });
    }));

  it('gives the tool the exchange that counts', () =>
    run(function* () {
      const tool = createMcpTool('count')
        .description('Count')
        .parameters(z.object({}))
        .elicits({ many: z.object({ many: z.coerce.number() }), sure: z.object({}) })
        .execute(function* (_, ctx) {
          const many = yield* ctx.elicit('many', { message: 'How many?' });
          if (many.action !== 'accept') return many.action;
          yield* ctx.elicit('sure', { message: 'Sure?' });
          return { many: many.content.many, said: ctx.exchangeOf(many).messages.map(({ content }) => content) };
        });
      const session = yield* begin(tool);
      const { elicitId } = yield* asked(session, 'many');
      const say = (many: string) => ({ action: 'accept' as const, content: { many } });
      yield* session.respondToElicit(elicitId, say('1'), { answerId: 'a' });
      yield* asked(session, 'sure');
      yield* session.respondToElicit(elicitId, say('2'), { answerId: 'b', revises: 'a' });
      const sure = yield* asked(session, 'sure');
      yield* session.respondToElicit(sure.elicitId, { action: 'accept', content: {} });
      const outcome = yield* ended(session);
      const content = outcome.status === 'completed' ? (outcome.content as string) : '';
      expect(JSON.parse(content)).toEqual({ many: 2, said: ['How many?', expect.stringMatching(/"2"|2/)] });
      expect(content).not.toContain('1');
    }));

  it('is done first when the call is stopped in the middle of it, and then the clean-up of the tool', () => {
    const release = withResolvers<void>();
    const held = new Set<string>();
    return run(function* () {
      const tool = declared().execute(function* (_, ctx) {
        try {
          const flight = yield* ctx.elicit('flight', { message: 'Which flight?' });
          if (flight.action !== 'accept') return flight.action;
          const hold = yield* ctx.step(
            'hold',
            () => {
              held.add(flight.content.flight);
              return flight.content.flight;
            },
            {
              *undo(one: string) {
                yield* release.operation;
                held.delete(one);
              },
            },
          );
          return `${hold} ${(yield* ctx.elicit('seat', { message: 'Which seat?' })).action}`;
        } finally {
          held.delete('SH2');
        }
      });
      const session = yield* begin(tool);
      const { elicitId } = yield* asked(session, 'flight');
      yield* session.respondToElicit(elicitId, { action: 'accept', content: { flight: 'SH1' } }, { answerId: 'a' });
      yield* asked(session, 'seat');
      const other = { action: 'accept' as const, content: { flight: 'SH2' } };
      yield* spawn(() => session.respondToElicit(elicitId, other, { answerId: 'b', revises: 'a' }));
      while (session.pending().length > 0) yield* sleep(0);
      const stopping = yield* spawn(() => session.abort('Enough'));
      yield* sleep(0);
      release.resolve();
      yield* stopping;
      expect(yield* ended(session)).toMatchObject({ status: 'aborted' });
      expect([...held]).toEqual([]);
    });
  });

  it('stays where it is when the call is stopped and its undo does not end', () => {
    const never = withResolvers<void>();
    return inScene({ undo: () => never.operation, cleanupTime: 10 }, function* ({ session, change }) {
      const first = yield* spawn(() => change('SH2'));
      while (session.pending().length > 0) yield* sleep(0);
      const second = yield* spawn(() => change('SH3', { answerId: 'c' }));
      yield* session.abort('Enough');
      expect(yield* ended(session)).toMatchObject({ status: 'aborted' });
      never.resolve();
      expect(yield* first).toMatchObject({ outcome: 'kept', because: 'late' });
      expect(yield* second).toMatchObject({ outcome: 'repeated', answerId: 'a' });
    });
  });
});
