import { describe, expect, it } from 'vitest';
import type { ChatStreamEvent } from '../../src/protocol/chat-event.ts';
import { idleState, statusOf, type ClientState } from '../../src/client/state/client-state.ts';
import { reduce, type Input } from '../../src/client/state/reduce.ts';
import { ask, info, settled, state as conversation } from './harness.ts';

const post = 'p1';
const open: Input[] = [
  { type: 'said', text: 'Hi' },
  { type: 'post_started', post, answers: [] },
  { type: 'post_opened', post },
];
const told = (event: unknown, from = post, at = 0): Input => ({
  type: 'event',
  post: from,
  event: event as ChatStreamEvent,
  at,
});
const text = (content: string) => ({ type: 'text', content });
const calls = (...ids: string[]) => ({
  type: 'tool_calls',
  calls: ids.map((id) => ({ id, name: 't', arguments: {} })),
});
const result = (id: string) => ({ type: 'tool_result', id, name: 't', content: `of ${id}` });
const answer = { action: 'accept', content: {} } as const;

/** Every state on the way is frozen: a reducer that changed one would throw. */
const after = (...inputs: Input[]): ClientState =>
  inputs.reduce((state, input) => freeze(reduce(state, input)), freeze(idleState()));

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
  return value;
}

describe('the state', () => {
  it('keeps its questions, calls and messages the same values while text comes', () => {
    const before = after(...open, told(info), told(calls('call_1')), told(ask()));
    const next = reduce(before, told(text('x')));

    expect(next.text).toBe('x');
    expect(next.items).toBe(before.items);
    expect(next.calls).toBe(before.calls);
    expect(next.messages).toBe(before.messages);
  });

  it('goes from idle over sending and streaming to waiting, and back', () => {
    const steps: Input[] = [
      ...open.slice(1),
      told(info),
      told(ask()),
      told(conversation()),
      { type: 'post_ended', post },
      told(settled('cancel'), 'pushed'),
    ];
    const statuses = steps.map((_, index) => statusOf(after(...steps.slice(0, index + 1))));

    expect(statuses).toEqual(['sending', 'streaming', 'streaming', 'streaming', 'streaming', 'waiting', 'idle']);
  });

  it('has no call at work again that has ended, whatever an older stream tells late', () => {
    const status = (now: string) => ({
      type: 'plugin_session_status',
      sessionId: 'call_1',
      callId: 'call_1',
      toolName: 't',
      status: now,
    });
    const running = after(...open, told(info), told(calls('call_1')), told(status('awaiting_elicit')));
    expect(running.calls).toMatchObject([{ status: 'waiting' }]);

    const ended = reduce(running, told(result('call_1')));
    for (const late of ['running', 'awaiting_elicit', 'awaiting_sample']) {
      const { calls: now } = reduce(ended, told(status(late), 'p0'));
      expect(now).toMatchObject([{ status: 'completed', sessionId: 'call_1', content: 'of call_1' }]);
    }
    // The stream that was opened last knows: a call that was not found for a while is there again.
    expect(reduce(ended, told(status('running'))).calls).toMatchObject([{ status: 'running', content: undefined }]);
  });

  it('has one tool message for each call, in the order of the calls', () => {
    const { messages } = after(
      ...open,
      told(text('Both.')),
      told(calls('a', 'b', 'c')),
      told(result('c')),
      told(result('a')),
      told(result('a')),
      told({ type: 'tool_error', id: 'b', name: 't', message: 'no' }),
    );

    expect(messages.map(({ role, content, tool_call_id: id }) => [role, id ?? content])).toEqual([
      ['user', 'Hi'],
      ['assistant', 'Both.'],
      ['tool', 'a'],
      ['tool', 'b'],
      ['tool', 'c'],
    ]);
    expect(messages[3]?.content).toBe('Error: no');
  });

  it('takes the server’s messages for its own, and adds no words that are among them', () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ];
    const state = after(
      ...open,
      told(text('Hello')),
      told(conversation(messages)),
      told({ type: 'complete', text: 'Hello' }),
    );

    expect(state.messages).toEqual(messages);
    expect(state.text).toBe('');
  });

  it('adds no words that are among them where an older stream tells late what is known', () => {
    const [call, toolMessage] = [calls('c1'), { role: 'tool', tool_call_id: 'c1', content: 'of c1' }];
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'c1', type: 'function', function: { name: 't' } }] },
      toolMessage,
      { role: 'assistant', content: 'Hello' },
    ];
    const state = after(
      ...open,
      told(call),
      { type: 'post_started', post: 'p2', answers: [] },
      { type: 'post_opened', post: 'p2' },
      told(result('c1'), 'p2'),
      told(conversation(messages), 'p2'),
      told(call),
      told(result('c1')),
      told(text('Hello')),
      told({ type: 'complete', text: 'Hello' }, 'p2'),
    );

    expect(state.messages).toEqual(messages);
  });

  it('takes the words of complete where no others came', () => {
    expect(after(...open, told({ type: 'complete', text: 'Hello' })).messages.at(-1)?.content).toBe('Hello');
  });
});

describe('a question in the state', () => {
  const sending: Input[] = [
    ...open,
    told(info),
    told(ask()),
    { type: 'recorded', elicitId: 'call_1:0', result: answer },
    { type: 'post_started', post: 'p2', answers: ['call_1:0'] },
    { type: 'post_opened', post: 'p2' },
  ];
  const status = (...inputs: Input[]) => after(...inputs).items.map((item) => item.status);

  it('is not settled by what carries on, where the server says what it has recorded', () => {
    expect(status(...sending, told(text('x'), 'p2'))).toEqual(['sending']);
    expect(status(...sending, told(settled('accept'), 'p2'))).toEqual(['settled']);
  });

  it('ends with its call: as sent, or unanswered', () => {
    const pending = [...open, told(info), told(ask())];
    expect(after(...sending, told(result('call_1'), 'p2')).items).toMatchObject([
      { status: 'settled', action: 'accept' },
    ]);
    expect(after(...pending, told(result('call_1'))).items).toMatchObject([{ status: 'settled', action: 'cancel' }]);
  });

  it('expires only when nobody cancelled it here and its time has passed', () => {
    const pending = [...open, told(info), told(ask({ expiresAt: 100 }))];
    const cancelled: Input = {
      type: 'recorded',
      elicitId: 'call_1:0',
      result: { action: 'cancel', reason: 'dismissed' },
    };

    expect(status(...pending, told(settled('cancel'), post, 99))).toEqual(['settled']);
    expect(status(...pending, told(settled('cancel'), post, 100))).toEqual(['expired']);
    expect(status(...pending, cancelled, told(settled('cancel'), post, 100))).toEqual(['settled']);
    expect(status(...pending, told(settled('accept'), post, 100))).toEqual(['settled']);
  });

  it('fails where its session failed, and is left alone where no answer is on the way', () => {
    const failed = told(
      { type: 'plugin_session_error', sessionId: 'call_1', callId: 'call_1', error: 'INTERNAL_ERROR', message: 'Oops' },
      'p2',
    );
    expect(after(...sending, failed).items).toMatchObject([{ status: 'failed', problem: { code: 'INTERNAL_ERROR' } }]);
    expect(status(...open, told(info), told(ask()), failed)).toEqual(['pending']);
  });

  it.each([
    ['settled', [told(settled('accept'))]],
    [
      'lost',
      [
        told({
          type: 'plugin_session_error',
          sessionId: 'call_1',
          callId: 'call_1',
          error: 'SESSION_NOT_FOUND',
          message: '',
        }),
      ],
    ],
    [
      'aborted',
      [
        told({
          type: 'plugin_session_error',
          sessionId: 'call_1',
          callId: 'call_1',
          error: 'SESSION_ABORTED',
          message: '',
        }),
      ],
    ],
    ['aborted', [{ type: 'aborted', callId: 'call_1', by: 'user' }]],
  ] as [string, Input[]][])('that is %s stays so, whatever is told later', (end, inputs) => {
    const ended = [...open, told(info), told(ask()), ...inputs];
    const late: Input[] = [
      told(settled('decline')),
      // The server can ask again for what was lost, but not on a stream that is older.
      told(ask(), end === 'lost' ? 'older' : post),
      told(result('call_1')),
      { type: 'recorded', elicitId: 'call_1:0', result: answer },
      { type: 'refused', elicitId: 'call_1:0', issues: [] },
      { type: 'handler_failed', elicitId: 'call_1:0', run: 1, problem: { code: 'HANDLER_FAILED', message: '' } },
      { type: 'aborted', callId: 'call_1', by: 'server' },
    ];

    const before = after(...ended);
    expect(before.items).toMatchObject([{ status: end }]);
    expect(after(...ended, ...late).items).toEqual(before.items);
  });

  it('is asked again where it was lost, by the stream that was opened last alone', () => {
    const lost = after(
      { type: 'post_started', post: 'old', answers: [] },
      { type: 'post_opened', post: 'old' },
      told(info, 'old'),
      told(ask(), 'old'),
      { type: 'draft_changed', elicitId: 'call_1:0', viewId: '0.0', draft: 'FL2' },
      ...open.slice(1),
      told({
        type: 'plugin_session_error',
        sessionId: 'call_1',
        callId: 'call_1',
        error: 'SESSION_NOT_FOUND',
        message: 'Gone',
      }),
    );
    expect(lost.items).toMatchObject([{ status: 'lost' }]);
    expect(reduce(lost, told(ask(), 'old')).items).toBe(lost.items);

    const asked = reduce(lost, told(ask()));
    expect(asked.items).toMatchObject([{ status: 'pending', run: 2, drafts: { '0.0': 'FL2' } }]);
    expect(reduce(asked, told(ask())).items).toBe(asked.items);
  });

  it('is not failed by a run that is not its own any more', () => {
    const again = [...open, told(info), told(ask()), told(ask({ attempt: 2 }))];
    const failed = (run: number): Input => ({
      type: 'handler_failed',
      elicitId: 'call_1:0',
      run,
      problem: { code: 'HANDLER_FAILED', message: '' },
    });

    expect(status(...again, failed(1))).toEqual(['pending']);
    expect(status(...again, failed(2))).toEqual(['failed']);
  });
});
