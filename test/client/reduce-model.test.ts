// Properties hold of what a random history brought about, whatever it was.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPresenter } from '../../src/client/client-snapshot.ts';
import type { ItemActions } from '../../src/client/elicit-item.ts';
import { idleState, statusOf, type ClientState } from '../../src/client/state/client-state.ts';
import { openItem } from '../../src/client/state/change-item.ts';
import {
  answerUnderWay,
  changeableIn,
  countsIn,
  draftsOf,
  isOpen,
  isRevised,
  receiptOf,
  statusOfItem,
  type ItemState,
} from '../../src/client/state/item-state.ts';
import { reduce, type Input } from '../../src/client/state/reduce.ts';
import { writeAnswers } from '../../src/client/storage/fit.ts';
import { readAnswers, readSaved } from '../../src/client/storage/saved-conversation.ts';
import { restoreState, saveState } from '../../src/client/storage/save-state.ts';
import { readChatEvent } from '../../src/protocol/chat-event.ts';
import { ask, complete, settled } from './harness.ts';
import { runs } from '../runs.ts';

const elicitId = fc.constantFrom('call_1:0', 'call_1:1', 'call_2:0');
const callOf = (id: string) => id.split(':')[0] ?? '';
const action = fc.constantFrom('accept', 'decline', 'cancel');
const result = fc.constantFrom(
  { action: 'accept', content: { flightId: 'FL1' } },
  { action: 'decline' },
  { action: 'cancel', reason: 'dismissed' },
);
const problem = { code: 'X', message: 'x' };
const ids = (callId: string) => ({ sessionId: callId, callId });
const callId = fc.constantFrom('call_1', 'call_2');

const serverEvent = fc.oneof(
  fc
    .tuple(elicitId, fc.integer({ min: 1, max: 3 }), fc.option(fc.constant(5), { nil: undefined }))
    .map(([id, attempt, expiresAt]) =>
      ask({ callId: callOf(id), elicitId: id, attempt, expiresAt, changeable: [[0, 0]] }),
    ),
  fc
    .tuple(elicitId, action, fc.constantFrom(undefined, 'a', 'b'))
    .map(([id, what, answerId]) => settled(what, { callId: callOf(id), elicitId: id }, answerId)),
  fc.tuple(callId, fc.constantFrom('user', 'timeout', 'server')).map(([id, by]) => ({
    type: 'plugin_session_status',
    ...ids(id),
    toolName: 'book_flight',
    status: 'aborted',
    by,
  })),
  fc.tuple(callId, fc.constantFrom('SESSION_NOT_FOUND', 'SESSION_ABORTED', 'INTERNAL_ERROR')).map(([id, error]) => ({
    type: 'plugin_session_error',
    ...ids(id),
    error,
    message: 'm',
  })),
  fc.tuple(fc.constantFrom('a', 'b'), fc.boolean()).map(([answerId, isStuck]) => ({
    type: 'plugin_elicit_revised',
    ...ids('call_1'),
    elicitId: 'call_1:0',
    action: 'accept',
    answerId,
    gone: ['call_1:1'],
    ...(isStuck && { isStuck: true }),
  })),
  callId.map((id) => ({ type: 'tool_result', id, name: 'book_flight', content: 'ok' })),
  callId.map((id) => ({ type: 'tool_calls', calls: [{ id, name: 'book_flight', arguments: {} }] })),
  fc.constantFrom<object>(
    { type: 'messages', messages: [{ role: 'user', id: 'm1', content: 'Hi' }] },
    { type: 'messages', messages: [{ role: 'user', id: 'm2', content: 'Ho', replaces: 'm1' }], dropped: ['m1'] },
    complete,
    { type: 'error', code: 'E', message: 'm' },
  ),
  fc.constantFrom<object>({ type: 'text', content: 'x' }, { type: 'thinking', content: 'y' }),
);
const told = fc
  .tuple(serverEvent, fc.constantFrom('p1', 'p2', 'pushed'), fc.integer({ min: 0, max: 9 }))
  .map(([given, post, at]): Input => {
    const read = readChatEvent(given);
    if (read.kind !== 'event') throw new Error(JSON.stringify(given));
    return { type: 'event', post, event: read.event, revision: 0, at };
  });
const post = fc.constantFrom('p1', 'p2');
const input: fc.Arbitrary<Input> = fc.oneof(
  { weight: 4, arbitrary: told },
  {
    weight: 2,
    arbitrary: fc
      .tuple(elicitId, result)
      .map(([id, given]) => ({ type: 'recorded', elicitId: id, result: given }) as Input),
  },
  fc.tuple(post, elicitId).map(([id, answered]): Input => ({ type: 'post_started', post: id, answers: [answered] })),
  post.map((id): Input => ({ type: 'post_opened', post: id })),
  post.map((id): Input => ({ type: 'post_waits', post: id, problem })),
  post.map((id): Input => ({ type: 'post_handed_over', post: id })),
  fc.tuple(post, fc.boolean()).map(([id, fails]): Input => ({
    type: 'post_ended',
    post: id,
    problem: fails ? problem : undefined,
  })),
  elicitId.map((id): Input => ({ type: 'retried', elicitId: id })),
  elicitId.map((id): Input => ({ type: 'refused', elicitId: id, issues: [] })),
  elicitId.map((id): Input => ({ type: 'blocked', elicitId: id, problem })),
  elicitId.map((id): Input => ({ type: 'handler_failed', elicitId: id, run: 1, problem })),
  fc.constantFrom<Input>({ type: 'reopened', elicitId: 'call_1:0' }, { type: 'kept', elicitId: 'call_1:0' }),
  elicitId.map((id): Input => ({ type: 'asked_again', elicitId: id })),
  elicitId.map((id): Input => ({ type: 'draft_changed', elicitId: id, viewId: '0.0', draft: 'x' })),
  callId.map((id): Input => ({ type: 'aborted', callId: id, by: 'user' })),
  fc.constantFrom<Input>(
    { type: 'plugin_changed', toolName: 'book_flight' },
    { type: 'said', id: 'm1', text: 'Hi' },
    { type: 'said', id: 'm2', text: 'Ho', replaces: 'm1' },
    { type: 'tried_again' },
    { type: 'turn_failed', problem },
    { type: 'push_ended', problem },
    { type: 'closed', problem },
  ),
);
/** What the server tells comes in its order, or late for the second time. */
const history = fc
  .array(fc.tuple(input, fc.integer({ min: 0, max: 7 })), { maxLength: 40, size: 'max' })
  .map((inputs) =>
    inputs.map(([given, late], index): Input =>
      given.type === 'event' ? { ...given, revision: index + 10 - (late > 5 ? late : 0) } : given,
    ),
  );

/** An answer that is being changed. */
const changing: readonly Input[] = [
  ...[ask(), settled('accept', {}, 'a'), ask({ elicitId: 'call_1:1', changeable: [[0, 0]] })].map(
    (event, index) => ({ type: 'event', post: 'p1', event, revision: index, at: 0 }) as Input,
  ),
  { type: 'reopened', elicitId: 'call_1:0' },
];

const find = (state: ClientState, item: ItemState) =>
  state.items.find(({ request }) => request.elicitId === item.request.elicitId);

/** The server asks this very question anew. */
function isAskedOn({ revision = 0 }: ClientState, item: ItemState, given: Input): boolean {
  if (given.type !== 'event' || given.event.type !== 'plugin_elicit_request') return false;
  return (
    (given.revision ?? 0) > revision &&
    given.event.elicitId === item.request.elicitId &&
    given.event.attempt >= item.request.attempt
  );
}

/** The server says what became of it. */
function isSettledBy({ revision = 0 }: ClientState, item: ItemState, given: Input): boolean {
  if (given.type !== 'event' || (given.revision ?? 0) <= revision) return false;
  const { event } = given;
  const isSaid = event.type === 'plugin_elicit_settled' || event.type === 'plugin_elicit_revised';
  return isSaid && event.elicitId === item.request.elicitId;
}

const server = { name: 'Acme' };
/** The same, with questions of another server, which come back by their ids, and whole snapshots. */
const withOthers: fc.Arbitrary<Input> = fc.oneof(
  { weight: 4, arbitrary: input },
  fc.tuple(fc.constantFrom('x', 'y'), fc.integer({ min: 1, max: 2 })).map(([id, attempt]): Input => ({
    type: 'asked_here',
    item: {
      ...openItem(ask({ callId: 'call_x', elicitId: id, attempt }), 0),
      outside: { server, asked: { server, id, message: 'Which flight?' } },
    },
  })),
  fc.constantFrom('x', 'y').map((id): Input => ({ type: 'ended_here', elicitId: id, how: { how: 'aborted' } })),
  fc.constantFrom('x', 'y').map((id): Input => ({ type: 'changed_here', elicitId: id, gone: ['x'] })),
  fc.array(elicitId, { maxLength: 2 }).map((asked): Input => ({
    type: 'snapshot',
    post: 'p1',
    events: asked.map((id) => ask({ callId: callOf(id), elicitId: id, attempt: 2 })),
    revision: 0,
    at: 0,
  })),
);

/** A message takes the place of one that is earlier than the call. */
function isDropped({ messages }: ClientState, { request }: ItemState, given: Input): boolean {
  const from = messages.findIndex(({ id, replaces }) => id === 'm1' || replaces === 'm1');
  const isMade = messages
    .slice(from)
    .some(({ tool_calls: calls = [] }) => calls.some(({ id }) => id === request.callId));
  const drops = given.type === 'event' && given.event.type === 'messages' && given.event.dropped !== undefined;
  return from !== -1 && isMade && (drops || (given.type === 'said' && given.replaces === 'm1'));
}

/** The call went back past it. */
function isLeftBehind({ request }: ItemState, given: Input): boolean {
  const event = given.type === 'event' ? given.event : undefined;
  return event?.type === 'plugin_elicit_revised' && event.gone.includes(request.elicitId);
}

function walk(inputs: readonly Input[], check: (before: ClientState, now: ClientState, given: Input) => void): void {
  let state = idleState();
  for (const given of inputs) {
    const next = reduce(state, given);
    check(state, next, given);
    state = next;
  }
}

const every = { numRuns: runs(5000) };

describe('whatever happens in whatever order', () => {
  it('no question leaves its end but a lost one of which the server tells, and none goes away but with its message', () => {
    expect(
      fc.check(
        fc.property(history, (inputs) => {
          walk(inputs, (before, now, given) => {
            for (const item of before.items) {
              const after = find(now, item);
              const canGo = isDropped(before, item, given) || isLeftBehind(item, given);
              expect(after === undefined).toBe(canGo && after === undefined);
              if (isOpen(item) || after === undefined) continue;
              if (given.type === 'reopened' && after !== item) {
                expect([statusOfItem(item), countsIn(item)?.action]).toEqual(['settled', 'accept']);
                expect([after.end, after.answers]).toEqual([item.end, item.answers]);
                continue;
              }
              if (item.end?.how === 'lost' && isSettledBy(before, item, given) && after !== item) {
                expect(statusOfItem(after)).toBe('settled');
                continue;
              }
              if (countsIn(after)?.id !== countsIn(item)?.id) {
                expect([item.end?.how, statusOfItem(after), after.end?.note]).toEqual([
                  'settled',
                  'settled',
                  'changed',
                ]);
                continue;
              }
              if (item.end?.how === 'lost' && isAskedOn(before, item, given) && isOpen(after)) {
                expect([statusOfItem(after), draftsOf(after)]).toEqual(['pending', draftsOf(item)]);
                continue;
              }
              const endOf = ({ end, open, ...one }: ItemState) => [
                open,
                end?.how,
                end?.by,
                end?.receipt,
                countsIn(one),
              ];
              expect(endOf(after)).toEqual(endOf(item));
            }
          });
        }),
        every,
      ),
    ).toMatchObject({ failed: false });
  });

  it('a question whose answer is changed comes to what it was, or to another answer', () => {
    let reopened = 0;
    expect(
      fc.check(
        fc.property(history, (inputs) => {
          walk([...changing, ...inputs], (before, now) => {
            for (const item of before.items) {
              const after = find(now, item);
              if (!isRevised(item) || after === undefined) continue;
              const [counted, counts] = [countsIn(item), countsIn(after)];
              if (isRevised(after)) {
                expect([after.end, counts]).toEqual([item.end, counted]);
                continue;
              }
              reopened += 1;
              const isChanged = after.end?.note === 'changed';
              expect([statusOfItem(after), counts?.state]).toEqual(['settled', 'counts']);
              if (!isChanged) expect(counts).toEqual(counted);
              expect(counts?.id === counted?.id).toBe(!isChanged);
            }
          });
        }),
        every,
      ),
    ).toMatchObject({ failed: false });
    expect(reopened).toBeGreaterThan(0);
  });

  it('a question that has ended shows nothing, and keeps what was typed only if it may be asked again', () => {
    expect(
      fc.check(
        fc.property(history, (inputs) => {
          walk(inputs, (_before, now) => {
            for (const item of now.items) {
              if (isOpen(item)) continue;
              expect(answerUnderWay(item)).toBeUndefined();
              if (!['lost', 'settled'].includes(statusOfItem(item))) expect(draftsOf(item)).toEqual({});
            }
          });
        }),
        every,
      ),
    ).toMatchObject({ failed: false });
  });

  it('an answer on its way is one that was recorded here', () => {
    expect(
      fc.check(
        fc.property(history, (inputs) => {
          walk(inputs, (_before, now) => {
            for (const item of now.items) {
              const [status, sent] = [statusOfItem(item), answerUnderWay(item)];
              if (status === 'sending') expect(sent?.result).toBeDefined();
              if (status === 'failed') expect(sent?.problem ?? item.open?.failed).toBeDefined();
              // One answer counts at most, and where the question was settled one does.
              const counting = item.answers.filter(({ state }) => state === 'counts');
              expect(counting).toHaveLength(item.end?.how === 'settled' ? 1 : 0);
            }
          });
        }),
        every,
      ),
    ).toMatchObject({ failed: false });
  });

  it('a recorded answer does not change before the server has spoken', () => {
    expect(
      fc.check(
        fc.property(history, (inputs) => {
          walk(inputs, (before, now) => {
            for (const item of before.items) {
              const after = find(now, item);
              const [was, is] = [answerUnderWay(item), after && answerUnderWay(after)];
              if (was?.state !== 'sending' || is?.state !== 'sending') continue;
              if (item.request.attempt === after?.request.attempt) expect(is.result).toBe(was.result);
            }
          });
        }),
        every,
      ),
    ).toMatchObject({ failed: false });
  });

  it('the same fact told twice changes nothing the second time', () => {
    const isFact = ({ type }: { type: string }) => type !== 'text' && type !== 'thinking' && type !== 'complete';
    expect(
      fc.check(
        fc.property(history, told, (inputs, given) => {
          fc.pre(given.type === 'event' && isFact(given.event));
          const state = inputs.reduce(reduce, idleState());
          const once = reduce(state, { ...given, revision: 1000 } as Input);
          const twice = reduce(once, { ...given, revision: 1001 } as Input);
          expect(twice.items).toEqual(once.items);
          expect(twice.messages).toEqual(once.messages);
          expect(twice.calls).toEqual(once.calls);
        }),
        every,
      ),
    ).toMatchObject({ failed: false });
  });

  it('what a message replaces is gone, and comes back with no later event', () => {
    expect(
      fc.check(
        fc.property(history, (inputs) => {
          let isReplaced = false;
          walk(inputs, (before, now, given) => {
            const isNews = given.type === 'event' && (given.revision ?? 0) > (before.revision ?? -1);
            if (isNews && given.event.type === 'messages') isReplaced = given.event.dropped !== undefined;
            if (!isReplaced) return;
            expect(now.messages.map(({ id }) => id)).not.toContain('m1');
          });
        }),
        every,
      ),
    ).toMatchObject({ failed: false });
  });

  it('the conversation never has two results of one call', () => {
    expect(
      fc.check(
        fc.property(history, (inputs) => {
          const { messages } = inputs.reduce(reduce, idleState());
          const results = messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
          expect(new Set(results).size).toBe(results.length);
        }),
        every,
      ),
    ).toMatchObject({ failed: false });
  });

  it('nothing is under way once every POST has ended', () => {
    expect(
      fc.check(
        fc.property(history, (inputs) => {
          const ended = ['p1', 'p2', 'pushed'].reduce(
            (state, id) => reduce(state, { type: 'post_ended', post: id }),
            inputs.reduce(reduce, idleState()),
          );
          expect(['idle', 'waiting', 'failed']).toContain(statusOf(ended));
        }),
        every,
      ),
    ).toMatchObject({ failed: false });
  });

  it('each question that is new or has changed is shown anew, and no other but one that can be changed now', () => {
    let [changes, lefts, full] = [0, 0, 0];
    expect(
      fc.check(
        fc.property(fc.array(withOthers, { maxLength: 30 }), fc.integer({ min: 1, max: 4 }), (inputs, maxItems) => {
          const states = [idleState(undefined, maxItems)];
          for (const [nth, given] of inputs.entries()) {
            const before = states.at(-1) ?? idleState();
            states.push(reduce(before, 'revision' in given ? { ...given, revision: nth } : given));
          }
          const last = states.at(-1) ?? idleState();
          const now = last.items;
          // A listener may hear of several changes at once.
          for (const state of states) {
            const { items } = state;
            const present = createPresenter({} as ItemActions);
            const before = new Set(present(state).items);
            const canChange = (at: ClientState, item: ItemState) => changeableIn(at.items).has(item);
            const changed = now.filter((item) => !items.includes(item));
            const anew = present(last).items.filter((shown) => !before.has(shown));
            const others = now.filter((item) => canChange(state, item) !== canChange(last, item));
            const expected = now.filter((item) => changed.includes(item) || others.includes(item));
            expect(anew.map(({ request }) => request)).toEqual(expected.map(({ request }) => request));
            changes += changed.length;
            lefts += items.filter((item) => !now.includes(item)).length;
          }
          full += states.filter(({ items, turnedAway }) => turnedAway > 0 || items.length === maxItems).length;
        }),
        every,
      ),
    ).toMatchObject({ failed: false });
    expect(Math.min(changes, lefts, full)).toBeGreaterThan(0);
  });

  it('a reload finds each question as it stood, but for a handler that had failed', () => {
    const facts = (item: ItemState) => {
      const { id, action, elsewhere } = countsIn(item) ?? {};
      const status = item.open?.failed ? 'pending' : statusOfItem(item);
      return [status, isRevised(item), item.end?.how, item.end?.by, receiptOf(item), id, action, elsewhere];
    };
    let sent = 0;
    let revised = 0;
    expect(
      fc.check(
        fc.property(fc.boolean(), history, (isChanged, inputs) => {
          const state = [...(isChanged ? changing : []), ...inputs].reduce(reduce, idleState());
          const saved = saveState(state, 'c');
          const conversation = readSaved(JSON.stringify(saved.conversation), 'c');
          const answers = readAnswers(
            writeAnswers('c', saved.answers, 1e6) ?? '{"conversationId":"c","answers":[]}',
            'c',
          );
          if (conversation === undefined || answers === undefined) throw new Error('It cannot be read.');
          const { items } = restoreState({ conversation, answers }, idleState());
          // A revised question whose new answer had failed is open with what was typed.
          const known = state.items.filter((item) => !isRevised(item) || answerUnderWay(item)?.state !== 'failed');
          const found = items.filter((item) => known.some(({ request }) => request.elicitId === item.request.elicitId));
          expect(found.map(facts)).toEqual(known.map(facts));
          expect(found.map((item) => answerUnderWay(item)?.result)).toEqual(
            known.map((item) => answerUnderWay(item)?.result),
          );
          sent += known.filter(answerUnderWay).length;
          revised += known.filter(isRevised).length;
        }),
        every,
      ),
    ).toMatchObject({ failed: false });
    expect(Math.min(sent, revised)).toBeGreaterThan(0);
  });
});
