import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advanceTurn } from '../../src/chat/advance-turn.ts';
import type { TurnCommand, TurnInput, TurnPolicy } from '../../src/chat/turn-command.ts';
import { conversationOf, createTurn, isOpen, type Brought, type Turn } from '../../src/chat/turn.ts';
import type { PluginElicitResponse } from '../../src/protocol/chat-request.ts';
import type { ElicitRequest } from '../../src/protocol/elicit-request.ts';
import { isWhole, user } from './harness.ts';
import { runs } from '../runs.ts';

const policy: TurnPolicy = { maxIterations: 100, runsModel: true, onInterruption: 'cancel' };
const from = { by: undefined, via: 'page', reader: 's' } as const;

/** A turn whose model, sessions and person are played by the test, one input at a time. */
function createTable(onInterruption: TurnPolicy['onInterruption'] = 'cancel') {
  const state = { turn: createTurn('c1', undefined, [user('go')]), commands: [] as TurnCommand[] };
  let ids = 0;
  const table = {
    state,
    take(input: TurnInput): TurnCommand[] {
      const advanced = advanceTurn(state.turn, input, { ...policy, onInterruption });
      state.turn = advanced.turn;
      state.commands = advanced.commands;
      return advanced.commands;
    },
    post: (brought: Partial<Brought> = {}, messages: string[] = [], goesOn = false) =>
      table.take({
        type: 'posted',
        brought: { responses: [], messages: messages.map(user), from, ...brought },
        goesOn,
      }),
    answer: (text: string, calls = 0) =>
      table.take({
        type: 'model_answered',
        text,
        extras: {},
        usage: undefined,
        calls: Array.from({ length: calls }, () => ({ id: `call_${(ids += 1)}`, name: 'book', arguments: {} })),
      }),
    ask: (callId: string, elicitId: string, attempt = 1) =>
      table.take({
        type: 'session_event',
        callId,
        event: { type: 'elicit_request', request: question(callId, elicitId, attempt) },
      }),
    wait: (callId: string) => table.take({ type: 'session_event', callId, event: { type: 'waiting' } }),
    end: (callId: string, content = 'ok') =>
      table.take({
        type: 'session_event',
        callId,
        event: { type: 'ended', outcome: { status: 'completed', content } },
      }),
  };
  return table;
}

function question(callId: string, elicitId: string, attempt: number): ElicitRequest {
  return {
    sessionId: callId,
    callId,
    toolName: 'book',
    elicitId,
    key: 'pick',
    message: 'Which?',
    schema: {},
    seq: 0,
    attempt,
  };
}

const kinds = (commands: readonly TurnCommand[]) =>
  commands.map((command) => ('event' in command ? command.event.type : command.type));

describe('a turn', () => {
  it('counts the end of a question once, where another process goes on with the call and tells it again', () => {
    const table = createTable();
    table.post();
    table.answer('One moment.', 1);
    const settle = (elicitId: string) =>
      table.take({
        type: 'session_event',
        callId: 'call_1',
        event: { type: 'elicit_settled', elicitId, action: 'accept' },
      });
    for (const elicitId of ['q1', 'q2']) {
      table.ask('call_1', elicitId);
      settle(elicitId);
    }
    settle('q2');
    // It may tell all of the question again.
    table.ask('call_1', 'q1');
    settle('q1');
    const [call] = table.state.turn.calls;
    expect(call!.settled.map(({ elicitId }) => elicitId)).toEqual(['q2', 'q1']);
    expect(call!.pending).toEqual([]);
  });

  it('walks from a message over a question to the end, by the table alone', () => {
    const table = createTable();
    expect(kinds(table.post())).toEqual(['run_model']);
    expect(table.state.turn.phase).toBe('start_iteration');
    expect(kinds(table.answer('One moment.', 1))).toEqual(['tool_calls', 'start_call']);
    expect(table.state.turn.phase).toBe('executing_tools');
    expect(kinds(table.ask('call_1', 'q1'))).toEqual(['plugin_elicit_request']);
    expect(kinds(table.wait('call_1'))).toEqual(['rest']);
    expect(table.state.turn.phase).toBe('handoff');
    const response = {
      sessionId: 'call_1',
      callId: 'call_1',
      elicitId: 'q1',
      attempt: 1,
      result: { action: 'accept', content: {} },
    } as const;
    expect(kinds(table.post({ responses: [response] }))).toEqual(['respond']);
    const recorded = { type: 'responded', response, from } as const;
    expect(kinds(table.take({ ...recorded, outcome: { outcome: 'recorded' } }))).toEqual([]);
    const settled = { type: 'elicit_settled', elicitId: 'q1', action: 'accept' } as const;
    expect(kinds(table.take({ type: 'session_event', callId: 'call_1', event: settled }))).toEqual([
      'plugin_elicit_settled',
    ]);
    expect(kinds(table.end('call_1'))).toEqual(['tool_result', 'run_model']);
    expect(kinds(table.answer('Booked.'))).toEqual(['messages', 'complete', 'rest']);
    expect(table.state.turn.phase).toBe('complete');
  });

  it('says of an answer that could not be recorded that it may be sent again', () => {
    const table = createTable();
    table.post();
    table.answer('One moment.', 1);
    table.ask('call_1', 'q1');
    const result = { action: 'accept', content: {} } as const;
    const response = { sessionId: 'call_1', callId: 'call_1', elicitId: 'q1', attempt: 1, result };
    table.post({ responses: [response] });
    const [told] = table.take({ type: 'responded', response, from, outcome: { outcome: 'failed' } });

    expect(told).toMatchObject({
      type: 'reply',
      to: 's',
      event: { type: 'plugin_session_error', callId: 'call_1', error: 'INTERNAL_ERROR' },
    });
  });

  it('is told to be over once, however often somebody asks how it stands', () => {
    const table = createTable();
    table.post();
    table.answer('Hello.');
    expect(kinds(table.post())).toEqual(['rest']);
    expect(kinds(table.post({}, ['And now?']))).toEqual(['messages', 'run_model']);
    expect(kinds(table.answer('Hello again.'))).toEqual(['messages', 'complete', 'rest']);
  });

  it('that failed is tried again by a request that brings nothing, and only by that', () => {
    const table = createTable();
    table.post();
    const error = { code: 'PROVIDER_FAILED', message: 'Try again.' };
    expect(kinds(table.take({ type: 'model_failed', error }))).toEqual(['error', 'rest']);
    expect(kinds(table.post())).toEqual(['rest']);
    expect(kinds(table.post({}, [], true))).toEqual(['run_model']);
  });

  it('does not rest between an answer and what follows from it, in whichever order the two are heard', () => {
    const response = {
      sessionId: 'call_1',
      callId: 'call_1',
      elicitId: 'q1',
      attempt: 1,
      result: { action: 'decline' },
    } as const;
    const inputs: TurnInput[] = [
      { type: 'responded', response, outcome: { outcome: 'recorded' }, from },
      {
        type: 'session_event',
        callId: 'call_1',
        event: { type: 'elicit_settled', elicitId: 'q1', action: 'decline' },
      },
      {
        type: 'session_event',
        callId: 'call_1',
        event: { type: 'elicit_request', request: question('call_1', 'q2', 1) },
      },
    ];
    for (const order of [
      [0, 1, 2],
      [1, 0, 2],
      [1, 2, 0],
    ]) {
      const table = createTable();
      table.post();
      table.answer('', 1);
      table.ask('call_1', 'q1');
      table.wait('call_1');
      const commands = [
        ...table.post({ responses: [response] }),
        ...order.flatMap((index) => [
          ...table.take(inputs[index] as TurnInput),
          ...(index === 2 ? table.wait('call_1') : []),
        ]),
      ];
      expect(kinds(commands).filter((kind) => kind === 'rest')).toHaveLength(1);
      expect(kinds(commands).at(-1)).toBe('rest');
      expect(table.state.turn.calls[0]?.pending).toMatchObject([{ elicitId: 'q2' }]);
    }
  });

  it('does not rest while a tool is at work after one of its answers, though another question waits', () => {
    const table = createTable();
    table.post();
    table.answer('', 1);
    table.ask('call_1', 'a1');
    expect(kinds(table.ask('call_1', 'b1'))).toEqual(['plugin_elicit_request']);
    expect(kinds(table.wait('call_1'))).toEqual(['rest']);
    const settled = { type: 'elicit_settled', elicitId: 'a1', action: 'accept' } as const;
    table.take({ type: 'session_event', callId: 'call_1', event: settled });
    expect(kinds(table.ask('call_1', 'a2'))).toEqual(['plugin_elicit_request']);
    expect(kinds(table.wait('call_1'))).toEqual(['rest']);
    expect(table.state.turn.calls[0]?.pending.map(({ elicitId }) => elicitId)).toEqual(['b1', 'a2']);
  });

  it('goes on without a reader when a deadline ends the last question', () => {
    const table = createTable();
    table.post();
    table.answer('', 1);
    table.ask('call_1', 'q1');
    table.wait('call_1');
    const settled = { type: 'elicit_settled', elicitId: 'q1', action: 'cancel' } as const;
    table.take({ type: 'session_event', callId: 'call_1', event: settled });
    expect(kinds(table.end('call_1'))).toEqual(['tool_result', 'run_model']);
  });

  it('says nothing of a call after its end', () => {
    const table = createTable();
    table.post();
    table.answer('', 2);
    table.end('call_1');
    const late = { type: 'log', level: 'info', message: 'late' } as const;
    expect(table.take({ type: 'session_event', callId: 'call_1', event: late })).toEqual([]);
  });
});

/** Does what a server, its sessions and its people may do, in an order that is drawn. */
function playOut(choices: readonly number[], onInterruption: TurnPolicy['onInterruption']) {
  const table = createTable(onInterruption);
  const live = new Map<string, { asked: number; interrupted: boolean }>();
  const modelInputs: string[][] = [];
  let modelRuns = false;
  let resting = false;
  let responding: PluginElicitResponse[] = [];
  /** Questions that were answered. */
  const given = new Set<string>();
  /** First answers to their questions that came with a message. */
  const beside = new Set<string | undefined>();
  const awaited = (callId: string) =>
    responding.filter(({ answerId, sessionId }) => sessionId === callId && beside.has(answerId));
  let said = 0;
  /** Calls with an answer that was recorded while a message waited for it. */
  const answered = new Set<string>();
  let draws = 0;
  const draw = (below: number) => (choices[draws++ % choices.length] ?? 0) % below;

  function obey(commands: readonly TurnCommand[]): void {
    for (const command of commands) {
      expect(resting, 'nothing is told after a rest').toBe(false);
      switch (command.type) {
        case 'run_model':
          expect(modelRuns, 'one model at a time').toBe(false);
          expect(isWhole(command.messages), 'the model sees no dangling call').toBe(true);
          modelRuns = true;
          modelInputs.push(command.messages.map(({ role, content }) => `${role}:${content}`));
          break;
        case 'start_call':
          live.set(command.call.id, { asked: 0, interrupted: false });
          break;
        case 'interrupt_call':
          expect(awaited(command.callId), 'no message overtakes its answers').toEqual([]);
          (live.get(command.callId) ?? { interrupted: true }).interrupted = true;
          break;
        case 'abort_call':
          if (command.by === 'server') {
            expect(awaited(command.callId), 'no message overtakes its answers').toEqual([]);
            expect(answered, 'no answer stops its own call').not.toContain(command.callId);
          }
          if (live.delete(command.callId)) {
            const outcome = { status: 'aborted', by: command.by, reason: undefined } as const;
            pendingEnds.push({ type: 'session_event', callId: command.callId, event: { type: 'ended', outcome } });
          }
          break;
        case 'respond':
          responding.push(command.response);
          break;
        case 'rest':
          resting = true;
          break;
        case 'emit':
        case 'reply':
        case 'await_answers':
        case 'await_interruption':
      }
    }
  }
  const pendingEnds: TurnInput[] = [];

  obey(table.post());
  for (let step = 0; step < choices.length; step += 1) {
    const turn: Turn = table.state.turn;
    const take = (input: TurnInput) => obey(table.take(input));
    const waiting = turn.calls.flatMap((call) => call.pending);
    const [callId] = [...live.keys()].slice(draw(Math.max(1, live.size)));
    const running = callId !== undefined && turn.calls.find(({ id }) => id === callId)?.state === 'open';
    switch (draw(9)) {
      case 0:
        if (modelRuns) {
          modelRuns = false;
          obey(table.answer(`said ${(said += 1)}`, draw(3)));
        }
        break;
      case 1: {
        const ask = live.get(callId ?? '');
        if (callId !== undefined && running && ask?.interrupted === false) {
          ask.asked += 1;
          obey(table.ask(callId, `${callId}:${ask.asked}`));
        }
        break;
      }
      case 2:
        if (callId !== undefined && running) {
          live.delete(callId);
          obey(table.end(callId));
        }
        break;
      case 3: {
        const request = waiting[draw(Math.max(1, waiting.length))];
        if (request === undefined) break;
        const { sessionId, elicitId, attempt } = request;
        const result = { action: 'decline' } as const;
        resting = false;
        const answerId = `answer ${step}`;
        const messages = draw(3) === 0 ? [`beside ${step}`] : [];
        if (messages.length > 0 && !given.has(elicitId)) beside.add(answerId);
        given.add(elicitId);
        const responses = [{ sessionId, callId: sessionId, elicitId, attempt, result, answerId }];
        obey(table.post({ responses }, messages));
        break;
      }
      case 4: {
        const answer = responding.shift();
        if (answer === undefined) break;
        const pending = turn.calls.find(({ id }) => id === answer.callId)?.pending ?? [];
        const first = pending.some(({ elicitId }) => elicitId === answer.elicitId) && live.has(answer.callId);
        const outcome = first
          ? ({ outcome: 'recorded' } as const)
          : ({ outcome: 'repeated', action: 'decline' } as const);
        if (first && beside.has(answer.answerId)) answered.add(answer.callId);
        take({ type: 'responded', response: answer, outcome, from });
        if (first) {
          const event = { type: 'elicit_settled', elicitId: answer.elicitId, action: 'decline' } as const;
          take({ type: 'session_event', callId: answer.callId, event });
        }
        break;
      }
      case 5:
        if (isOpen(turn)) {
          resting = false;
          obey(table.post({}, [`more ${step}`]));
        }
        break;
      case 6:
        if (callId !== undefined) {
          resting = false;
          obey(table.post({ abort: { sessionId: callId, silent: draw(2) === 0 } }));
        }
        break;
      case 7: {
        const next = pendingEnds.shift();
        if (next !== undefined) take(next);
        break;
      }
      case 8:
        // What a call asks at once, it has asked before it waits.
        if (callId !== undefined && running) obey(table.wait(callId));
    }
    if (turn.phase !== 'handoff' && !isRest(table.state.turn)) resting = false;
  }
  return { table, modelInputs };
}

const isRest = (turn: Turn) => ['handoff', 'complete', 'failed'].includes(turn.phase);

describe('any order of requests, answers, aborts and ends', () => {
  it.each(['cancel', 'abort'] as const)(
    'keeps the conversation whole and the model to one run at a time (%s)',
    (on) => {
      fc.assert(
        fc.property(fc.array(fc.nat(1000), { minLength: 5, maxLength: 120 }), (choices) => {
          const { table, modelInputs } = playOut(choices, on);
          const { turn } = table.state;
          const allDone = turn.calls.every((call) => call.state === 'done');
          expect(!allDone || isWhole(conversationOf(turn))).toBe(true);
          for (const call of turn.calls) {
            expect(conversationOf(turn).filter((message) => message.tool_call_id === call.id)).toHaveLength(
              call.state === 'done' ? 1 : 0,
            );
          }
          // No two runs of the model are told the same: each has something new to answer.
          expect(new Set(modelInputs.map((input) => input.join('\n'))).size).toBe(modelInputs.length);
          const over = turn.phase === 'complete' || turn.phase === 'failed';
          expect(over && isOpen(turn)).toBe(false);
          expect(turn.phase !== 'handoff' || turn.calls.some((call) => call.pending.length > 0)).toBe(true);
          const asked = turn.calls.flatMap((call) => call.pending.map(({ elicitId }) => elicitId));
          expect(new Set(asked).size).toBe(asked.length);
        }),
        {
          numRuns: runs(5000),
          // Two questions of one call, each answered with a message, before either answer arrived.
          examples: [[[0, 0, 823, 741, 244, 0, 0, 0, 208, 777, 277]]],
        },
      );
    },
  );
});
