import { run } from 'effection';
import { describe, expect, it } from 'vitest';
import type { ServerEvent } from '../../src/server.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { eventually } from '../eventually.ts';
import { createGate } from '../faults/gate.ts';
import {
  accept,
  agent,
  createChat,
  declaration,
  lastWords,
  only,
  questionOf,
  the,
  user,
  type Body,
} from './harness.ts';

import { answerFor, as, declared } from './refund-for-others.ts';

const conversationId = 'c';
const ask = { conversationId, messages: [user('book')] };
const flight = { flightId: 'FL001' };
const seat = { row: 12, seat: 'A' };

/** Two processes that share a store, as far as they can tell. */
function twoProcesses(body?: Body, parkAfter = Infinity) {
  const store = { ...memoryStore(), isVolatile: false, opening: undefined };
  const left: ServerEvent[] = [];
  const errors: unknown[] = [];
  const open = () =>
    createChat(agent(), {
      store,
      limits: { parkAfter, sweepEvery: Infinity },
      onEvent(event) {
        if (event.type === 'session_left') left.push(event);
        if (event.type === 'error') errors.push(event.error);
      },
      ...(body && { tools: [declaration.execute(body)] }),
    });
  const [mine, other] = [open(), open()];
  return { mine, other, left, errors, sessions: other.handler.sessions };
}

describe('the sessions of a process that does not have the conversation', () => {
  it('answer in its name, and the one that has it goes on', async () => {
    const { mine, sessions, errors } = twoProcesses();
    const { sessionId, elicitId } = questionOf(await mine.post(ask));

    const answered = await run(function* () {
      const session = (yield* sessions.get(sessionId))!;
      expect(session.pending()).toMatchObject([{ elicitId, key: 'pickFlight' }]);
      return yield* session.respondToElicit(elicitId, { action: 'accept', content: flight });
    });
    expect(answered).toEqual({ outcome: 'recorded' });

    const told = await mine.post({ conversationId, attach: true });
    expect(the(told, 'plugin_elicit_settled')).toMatchObject({ elicitId, action: 'accept' });
    const done = await mine.post({ ...ask, pluginElicitResponses: [accept(questionOf(told), seat)] });
    expect(lastWords(done)).toContain('"seat":"12A"');
    expect(errors).toEqual([]);
  });

  it('stop a call, which the one that has the conversation tells', async () => {
    const { mine, sessions, errors } = twoProcesses();
    const { sessionId } = questionOf(await mine.post(ask));
    await run(() => sessions.abort(sessionId, 'Maintenance', 'server'));

    const told = await mine.post({ conversationId, attach: true });
    expect(only(told, 'plugin_session_status').at(-1)).toMatchObject({ status: 'aborted', by: 'server' });
    expect(lastWords(told)).toContain('It said: ');
    expect(errors).toEqual([]);
  });

  it('write nothing where they only look', async () => {
    const { mine, sessions, left, errors } = twoProcesses();
    const asked = await mine.post(ask);
    const { sessionId } = questionOf(asked);
    await run(function* () {
      expect(yield* (yield* sessions.get(sessionId))!.status()).toBe('awaiting_elicit');
      expect(yield* sessions.recall(sessionId)).toMatchObject({ status: 'awaiting_elicit' });
    });

    const next = await mine.post({ ...ask, pluginElicitResponses: [accept(questionOf(asked), flight)] });
    expect(questionOf(next).key).toBe('pickSeat');
    expect([left, errors]).toEqual([[], []]);
  });

  it('answer, however often the conversation leaves memory meanwhile', async () => {
    const { mine, sessions, left, errors } = twoProcesses(undefined, 0);
    const { sessionId, elicitId } = questionOf(await mine.post(ask));
    const session = (await run(() => sessions.get(sessionId)))!;
    await eventually(() => expect(left.length).toBeGreaterThan(1));
    const outcome = await run(() => session.respondToElicit(elicitId, { action: 'accept', content: flight }));
    expect(outcome).toEqual({ outcome: 'recorded' });
    expect(await run(() => session.respondToElicit(elicitId, { action: 'cancel' }))).toMatchObject({
      outcome: 'repeated',
      action: 'accept',
    });
    const told = await mine.post({ conversationId, attach: true });
    expect(questionOf(told).key).toBe('pickSeat');
    expect(errors).toEqual([]);
  });

  it('say of a call that is over what became of it', async () => {
    const { mine, sessions, errors } = twoProcesses();
    const { sessionId, elicitId } = questionOf(await mine.post(ask));
    const session = (await run(() => sessions.get(sessionId)))!;
    await run(() => session.abort());
    await run(() => session.abort());
    const late = await run(() => session.respondToElicit(elicitId, { action: 'decline' }));
    expect(late).toMatchObject({ outcome: 'ended', status: 'aborted' });
    expect(await run(() => sessions.get('call_of_nobody'))).toBeNull();
    await run(() => sessions.abort('call_of_nobody'));
    expect(errors).toEqual([]);
  });

  describe('while that one is at work', () => {
    /** A call whose step waits, in a process that has the lease. */
    async function working() {
      const gate = createGate();
      const processes = twoProcesses(function* (_, ctx) {
        yield* ctx.step('search', () => gate.opened);
        const picked = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
        return `Seat: ${picked.action}`;
      });
      const asking = processes.mine.post(ask);
      let callId = '';
      await eventually(async () => {
        const [call] = await run(() => processes.mine.handler.sessions.listActive());
        expect(call).toMatchObject({ status: 'running' });
        callId = call!.id;
      });
      return { ...processes, callId, asking, gate };
    }

    it('wait until it rests, and take nothing from it', async () => {
      const { asking, callId, sessions, gate, left, errors } = await working();
      const found = run(() => sessions.get(callId));
      gate.open();
      const { elicitId } = questionOf(await asking);
      const session = (await found)!;
      expect(session.pending()).toMatchObject([{ elicitId }]);
      expect(await run(() => session.respondToElicit(elicitId, { action: 'decline' }))).toEqual({
        outcome: 'recorded',
      });
      expect([left, errors]).toEqual([[], []]);
    });

    it('have it stop the call', async () => {
      const { asking, callId, sessions, errors } = await working();
      await run(() => sessions.abort(callId, 'Maintenance', 'server'));
      const told = await asking;
      expect(the(told, 'plugin_session_status')).toMatchObject({ status: 'aborted', by: 'server' });
      expect(the(told, 'tool_error').message).toContain('Maintenance');
      expect(errors).toEqual([]);
    });
  });
});

describe('an answer of the host to a conversation of nobody yet', () => {
  it('counts, and says so, though the conversation is that person’s from then on', async () => {
    const chat = createChat(agent([{ name: 'refund', arguments: {} }]), {
      identify: (request) => request.headers.get('x-user') ?? undefined,
      tools: [
        declared.execute(function* (_params, ctx) {
          return yield* ctx.elicit('decide', { message: 'Refund?' });
        }),
      ],
    });
    const asked = questionOf(await chat.post({ conversationId, messages: [user('refund')] }));
    expect(await answerFor(chat, asked, { id: 'bo' })).toEqual({ outcome: 'recorded', owner: 'bo' });
    expect((await chat.post({ conversationId, attach: true }, as('bo'))).raw).toContain('accept');
  });
});
