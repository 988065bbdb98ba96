import { describe, expect, it } from 'vitest';
import { idleState } from '../../src/client/state/client-state.ts';
import { reduce, type Input } from '../../src/client/state/reduce.ts';
import { ask, complete, info, settled, state } from './harness.ts';

const calling = [
  { role: 'user', content: 'Book' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'book_flight', arguments: '{}' } }],
  },
];

describe('a stream whose last question was answered on another stream before its own end came', () => {
  it('is at its end all the same', () => {
    const seat = { elicitId: 'call_1:1', key: 'pickSeat', seq: 1 };
    const event = (post: string, what: unknown) => ({ type: 'event', post, event: what, at: 0 });
    const inputs = [
      { type: 'post_started', post: 'first', answers: [] },
      { type: 'post_opened', post: 'first', isResumed: false },
      event('first', info),
      event('first', ask(seat)),
      { type: 'recorded', elicitId: 'call_1:1', result: { action: 'accept', content: {} } },
      { type: 'post_started', post: 'second', answers: ['call_1:1'] },
      { type: 'post_opened', post: 'second', isResumed: false },
      event('second', settled('accept', seat)),
      event('first', state(calling)),
    ] as unknown as Input[];
    const after = inputs.reduce(reduce, idleState());

    expect(after.posts.map(({ id, atRest }) => [id, atRest])).toEqual([
      ['first', true],
      ['second', false],
    ]);
  });

  it('tells the conversation never again, even when the other stream has ended', () => {
    const told = [...calling, { role: 'tool', tool_call_id: 'call_1', content: 'TKT-1' }];
    const event = (post: string, what: unknown) => ({ type: 'event', post, event: what, at: 0 });
    const inputs = [
      { type: 'post_started', post: 'first', answers: [] },
      { type: 'post_opened', post: 'first', isResumed: false },
      event('first', info),
      event('first', ask()),
      { type: 'post_waits', post: 'first', problem: { code: 'STREAM_CUT', message: '' } },
      { type: 'post_started', post: 'second', answers: ['call_1:0'] },
      { type: 'post_opened', post: 'second', isResumed: false },
      event('second', state(told)),
      event('second', complete),
      { type: 'post_ended', post: 'second' },
      { type: 'post_opened', post: 'first', isResumed: true },
      event('first', state(calling)),
      { type: 'post_ended', post: 'first' },
    ] as unknown as Input[];

    expect(inputs.reduce(reduce, idleState()).messages).toEqual(told);
  });
});
