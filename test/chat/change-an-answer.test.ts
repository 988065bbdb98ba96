import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { fileStore } from '../../src/store/file-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { postgresStore, type SqlRunner } from '../../src/store/postgres-store.ts';
import { ownPrefix, storeInProcess } from '../store/postgres-in-process.ts';
import type { ElicitRequest } from '../../src/protocol/elicit-request.ts';
import { atWrite } from '../faults/at-write.ts';
import { mortal } from '../faults/mortal-store.ts';
import {
  accept,
  agent,
  createChat,
  declaration,
  only,
  questionOf,
  the,
  user,
  type Answered,
  type Chat,
} from './harness.ts';

const conversationId = 'c';
const pick = (flightId: string) => ({ flightId });
const seat = { row: 2, seat: 'A' };

const settledOf = (answered: Answered) =>
  only(answered, 'plugin_elicit_settled').map(({ elicitId, action, answerId }) => [elicitId, action, answerId]);

/** Stores that outlast a process, each with a way to open it once more. */
const kept: [name: string, keep: () => () => { store: DurableStore; close(): unknown }][] = [
  [
    'a file store',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'elicit-change-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return () => {
        const store = fileStore(folder);
        return { store, close: () => store.close?.() };
      };
    },
  ],
  [
    'Postgres',
    () => {
      const prefix = ownPrefix();
      const connectionString = process.env['ELICITKIT_POSTGRES'];
      return () => {
        if (connectionString === undefined) {
          return {
            store: storeInProcess(prefix),
            close: () => undefined,
          };
        }
        const pool = new Pool({ connectionString, max: 4 });
        return {
          store: postgresStore(pool as SqlRunner, { prefix }),
          close: () => (pool.ended ? undefined : pool.end()),
        };
      };
    },
  ],
];

/** The flight is picked, and the seat is asked. */
async function bookTo(chat: Chat, headers?: Record<string, string>) {
  const flight = questionOf(await chat.post({ conversationId, messages: [user('Book')] }, headers));
  const answer = { ...accept(flight, pick('FL001')), answerId: 'a' };
  const asked = questionOf(await chat.post({ conversationId, pluginElicitResponses: [answer] }, headers));
  return { flight, asked };
}

const change = (flight: ElicitRequest, flightId: string, answerId = 'b', revises = 'a') => ({
  conversationId,
  pluginElicitResponses: [{ ...accept(flight, pick(flightId)), answerId, revises }],
});

/** Holds the flight between its two questions. */
function holdingTool(ledger: string[], idempotent: boolean, onRelease: (key: string) => Promise<void>) {
  return declaration.execute(function* (_params, ctx) {
    const flight = yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights: [] });
    if (flight.action !== 'accept') return 'None';
    const { flightId } = flight.content;
    yield* ctx.step('hold', () => void ledger.push(`hold ${flightId}`), {
      idempotent,
      undo: (_held, { idempotencyKey }) => {
        ledger.push('release');
        return onRelease(idempotencyKey);
      },
    });
    return (yield* ctx.elicit('pickSeat', { message: `Which seat on ${flightId}?` })).action;
  });
}

describe('an answer that takes the place of an earlier one', () => {
  it('takes the call back: what waited is gone, and is asked again', async () => {
    const chat = createChat();
    const { flight, asked } = await bookTo(chat);
    expect(asked.changeable).toEqual([[0, 0]]);

    const changed = await chat.post(change(flight, 'FL002'));

    expect(settledOf(changed)).toEqual([]);
    expect(the(changed, 'plugin_elicit_revised')).toMatchObject({
      elicitId: flight.elicitId,
      action: 'accept',
      answerId: 'b',
      gone: [asked.elicitId],
    });
    const again = questionOf(changed);
    expect(again.elicitId).not.toBe(asked.elicitId);
    const booked = await chat.post({ conversationId, pluginElicitResponses: [accept(again, seat)] });
    expect(JSON.parse(the(booked, 'tool_result').content)).toMatchObject({ flight: 'FL002', seat: '2A' });
    // The model reads only the way that counted.
    expect(JSON.stringify(chat.asked.at(-1))).not.toContain('FL001');
  });

  it('counts once, however often it comes', async () => {
    const chat = createChat();
    const { flight, asked } = await bookTo(chat);
    const [first, second] = await Promise.all([chat.post(change(flight, 'FL002')), chat.post(change(flight, 'FL002'))]);
    const third = await chat.post(change(flight, 'FL002'));
    expect(settledOf(third)).toEqual([[flight.elicitId, 'accept', 'b']]);
    const gone = [first, second].flatMap((answered) => only(answered, 'plugin_elicit_revised'));
    expect(new Set(gone.map((event) => JSON.stringify(event.gone)))).toEqual(new Set([`["${asked.elicitId}"]`]));
    const open = await chat.post({ conversationId, attach: true, revision: 0 });
    expect(questionOf(open).attempt).toBe(1);
  });

  it.each([
    ['the same answer', 'FL001', 'a', { kept: 'same' }],
    [
      'one that the tool refuses',
      'FL009',
      'a',
      { kept: 'invalid', issues: [{ path: [], message: expect.any(String) as string }] },
    ],
    ['one in place of an answer that does not count', 'FL002', 'z', { kept: 'late' }],
  ])('changes nothing for %s, and tells only who sent it', async (_, flightId, revises, why) => {
    const chat = createChat();
    const { flight, asked } = await bookTo(chat);
    const told = await chat.post(change(flight, flightId, 'b', revises));
    expect(the(told, 'plugin_elicit_settled')).toMatchObject({ elicitId: flight.elicitId, answerId: 'a', ...why });
    const other = await chat.post({ conversationId, attach: true, revision: 0 });
    expect(questionOf(other).elicitId).toBe(asked.elicitId);
    expect(the(other, 'plugin_elicit_settled')).not.toHaveProperty('kept');
  });

  it.each<[string, (flight: ElicitRequest, asked: ElicitRequest, other: ElicitRequest) => object, string | undefined]>([
    ['a question that nobody asked', (flight) => ({ ...flight, elicitId: 'none' }), 'SESSION_NOT_FOUND'],
    ['a call that nobody began', (flight) => ({ ...flight, sessionId: 'none' }), 'SESSION_NOT_FOUND'],
    ['a call of another conversation', (_flight, _asked, other) => other, undefined],
    [
      'a question of the call under the session of another',
      (flight, _, { sessionId }) => ({ ...flight, sessionId }),
      'SESSION_NOT_FOUND',
    ],
    ['an answer that is none', (flight) => ({ ...flight, result: { action: 'decline' } }), undefined],
    ['what waits, with what does not fit it', (_flight, asked) => asked, undefined],
  ])('of %s changes nothing', async (_, of, error) => {
    const chat = createChat();
    const { flight, asked } = await bookTo(chat);
    const other = questionOf(await chat.post({ conversationId: 'other', messages: [user('Book')] }));
    const elsewhere = { ...accept(other, pick('FL001')), answerId: 'a' };
    await chat.post({ conversationId: 'other', pluginElicitResponses: [elsewhere] });
    const response = { ...accept(flight, pick('FL002')), ...of(flight, asked, other), answerId: 'b', revises: 'a' };
    const { sessionId, callId, elicitId, attempt, result, answerId, revises } = response;
    const sent = { sessionId, callId, elicitId, attempt, result, answerId, revises };

    const told = await chat.post({ conversationId, pluginElicitResponses: [sent] });

    expect(only(told, 'plugin_elicit_revised')).toEqual([]);
    expect(only(told, 'plugin_session_error').map((event) => event.error)).toEqual(error === undefined ? [] : [error]);
    const state = await chat.post({ conversationId, attach: true, revision: 0 });
    expect(questionOf(state).elicitId).toBe(asked.elicitId);
    expect(the(state, 'plugin_elicit_settled')).toMatchObject({ elicitId: flight.elicitId, answerId: 'a' });
    const unharmed = await chat.post({ conversationId: 'other', attach: true, revision: 0 });
    expect(the(unharmed, 'plugin_elicit_settled')).toMatchObject({ answerId: 'a' });
    expect(chat.errors).toEqual([]);
  });

  it.each([['ended'], ['was stopped']])('of a call that %s changes nothing', async (how) => {
    const chat = createChat();
    const { flight, asked } = await bookTo(chat);
    const { sessionId } = asked;
    const end = how === 'ended' ? { pluginElicitResponses: [accept(asked, seat)] } : { pluginAbort: { sessionId } };
    await chat.post({ conversationId, ...end });
    const before = await chat.post({ conversationId, attach: true, revision: 0 });
    const told = await chat.post(change(flight, 'FL002'));
    expect(only(told, 'plugin_elicit_revised')).toEqual([]);
    const after = await chat.post({ conversationId, attach: true, revision: 0 });
    expect(after.state.messages).toEqual(before.state.messages);
    expect(chat.errors).toEqual([]);
  });

  it('crosses an answer to what waits: one of them counts, for everybody', async () => {
    const chat = createChat();
    const { flight, asked } = await bookTo(chat);
    const posts = [
      change(flight, 'FL002'),
      { conversationId, pluginElicitResponses: [{ ...accept(asked, seat), answerId: 's' }] },
    ];
    const [changed, answered] = await Promise.all(posts.map((body) => chat.post(body)));
    const state = await chat.post({ conversationId, attach: true, revision: 0 });
    const isChanged = [changed, answered, state].some((each) => only(each!, 'plugin_elicit_revised').length > 0);
    const isWhole = isChanged ? questionOf(state).elicitId !== asked.elicitId : state.raw.includes('TKT-1');
    expect(isWhole).toBe(true);
    expect(chat.errors).toEqual([]);
  });

  it('is the owner’s alone', async () => {
    const chat = createChat();
    const headers = { 'x-user': 'ada' };
    const { flight } = await bookTo(chat, headers);
    const stranger = await chat.post(change(flight, 'FL002'), { 'x-user': 'eve' });
    expect(only(stranger, 'plugin_elicit_revised')).toEqual([]);
    const mine = await chat.post(change(flight, 'FL002'), headers);
    expect(the(mine, 'plugin_elicit_revised').answerId).toBe('b');
  });

  it.each(kept)('survives a restart over %s, and so does what it made of the call', async (_, keep) => {
    const open = keep();
    const begin = () => {
      const { store, close } = open();
      const chat = createChat(agent(), { store });
      const end = async () => {
        await chat.handler.close();
        await close();
      };
      onTestFinished(end);
      return { ...chat, end };
    };
    const first = begin();
    const { flight, asked } = await bookTo(first);
    await first.end();

    const second = begin();
    const waiting = await second.post({ conversationId, attach: true, revision: 0 });
    expect(questionOf(waiting).changeable).toEqual([[0, 0]]);
    const again = questionOf(await second.post(change(flight, 'FL002')));
    await second.end();

    const third = begin();
    const back = await third.post({ conversationId, attach: true, revision: 0 });
    expect(questionOf(back).elicitId).toBe(again.elicitId);
    expect(the(back, 'plugin_elicit_revised')).toMatchObject({ elicitId: flight.elicitId, gone: [asked.elicitId] });
    expect(settledOf(await third.post(change(flight, 'FL002')))).toContainEqual([flight.elicitId, 'accept', 'b']);
    const late = await third.post({ conversationId, pluginElicitResponses: [accept(asked, seat)] });
    expect(only(late, 'plugin_session_error')).toEqual([]);
    const booked = await third.post({ conversationId, pluginElicitResponses: [accept(again, seat)] });
    expect(JSON.parse(the(booked, 'tool_result').content)).toMatchObject({ flight: 'FL002' });
  });

  it.each(['revise', 'started undo:', 'undo undo:'])(
    'counts once when it comes again, if the store fails to write: %s',
    async (what) => {
      const ledger: string[] = [];
      const fails = () => Promise.reject(new Error('The disk is full'));
      const store = atWrite({ ...memoryStore(), isVolatile: false }, what, fails);
      const tools = [holdingTool(ledger, true, () => Promise.resolve())];
      const chat = createChat(agent(), { store, tools, limits: { leaseTime: 300 } });
      const { flight, asked } = await bookTo(chat);
      await chat.post(change(flight, 'FL002'));
      await chat.post(change(flight, 'FL002'));
      const state = await chat.post({ conversationId, attach: true, revision: 0 });
      expect(questionOf(state).message).toBe('Which seat on FL002?');
      expect(the(state, 'plugin_elicit_revised')).toMatchObject({ answerId: 'b', gone: [asked.elicitId] });
      expect(ledger.filter((entry) => entry !== 'release')).toEqual(['hold FL001', 'hold FL002']);
    },
  );

  describe.each([
    ['can be undone twice', true, ['hold FL001', 'release', 'release', 'hold FL002'], 'b', undefined],
    ['cannot be undone twice', false, ['hold FL001', 'release'], 'a', true],
  ] as const)('if its process dies while a step is undone that %s', (_, idempotent, done, answerId, isStuck) => {
    it.each(kept)('goes on over %s', async (_name, keep) => {
      const ledger: string[] = [];
      const keys = new Set<string>();
      /** The first release never ends. */
      let releasing = (): Promise<void> | undefined => undefined;
      const died = new Promise<void>((resolve) => {
        releasing = () => {
          releasing = () => undefined;
          resolve();
          return new Promise(() => undefined);
        };
      });
      const tool = holdingTool(ledger, idempotent, (key) => {
        keys.add(key);
        return releasing() ?? Promise.resolve();
      });
      const open = keep();
      const limits = { leaseTime: 300, cleanupTime: 20 };
      const { store, close } = open();
      const dying = mortal({ ...store, close: () => Promise.resolve() });
      const first = createChat(agent(), { store: dying, tools: [tool], limits });
      const { flight, asked } = await bookTo(first);
      void first.post(change(flight, 'FL002')).catch(() => undefined);
      await died;
      await dying.die();
      await close();

      const next = open();
      onTestFinished(async () => void (await next.close()));
      const second = createChat(agent(), { store: next.store, tools: [tool], limits });
      onTestFinished(() => second.handler.close());
      const back = await second.post({ conversationId, attach: true, revision: 0 });
      expect(questionOf(back)).toMatchObject({ message: `Which seat on ${idempotent ? 'FL002' : 'FL001'}?` });
      const revised = only(back, 'plugin_elicit_revised').at(-1);
      expect(revised).toMatchObject({ elicitId: flight.elicitId, gone: [asked.elicitId], answerId });
      expect(revised?.isStuck).toBe(isStuck);
      expect(settledOf(await second.post(change(flight, 'FL002')))).toContainEqual([
        flight.elicitId,
        'accept',
        answerId,
      ]);
      expect(ledger).toEqual(done);
      expect(keys.size, 'each time with the same key').toBe(1);
    });
  });
});
