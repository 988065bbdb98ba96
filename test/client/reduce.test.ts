import { describe, expect, it } from 'vitest';
import type { ChatStreamEvent } from '../../src/protocol/chat-event.ts';
import { idleState, statusOf, type ClientState } from '../../src/client/state/client-state.ts';
import { canBeAskedAgain, countsIn, statusOfItem } from '../../src/client/state/item-state.ts';
import { reduce, type Input } from '../../src/client/state/reduce.ts';
import { ask, info, settled } from './harness.ts';

const post = 'p1';
const open: Input[] = [
  { type: 'said', id: 'm1', text: 'Hi' },
  { type: 'post_started', post, answers: [] },
  { type: 'post_opened', post },
];
let last = 0;
/** What the server tells next, or again where it has a revision. */
const told = (event: unknown, from = post, at = 0, revision = (last += 1)): Input => ({
  type: 'event',
  post: from,
  event: event as ChatStreamEvent,
  revision: event === info ? undefined : revision,
  at,
});
const snapshot = (...events: unknown[]): Input => ({
  type: 'snapshot',
  post,
  events: events as ChatStreamEvent[],
  revision: (last += 1),
  at: 0,
});
const messages = (...contents: string[]) => ({
  type: 'messages',
  messages: contents.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
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
      { type: 'post_ended', post },
      told(settled('cancel'), 'pushed'),
    ];
    const statuses = steps.map((_, index) => statusOf(after(...steps.slice(0, index + 1))));

    expect(statuses).toEqual(['sending', 'streaming', 'streaming', 'streaming', 'waiting', 'idle']);
  });

  it('has no call at work again that has ended, whatever an older stream tells late', () => {
    const status = (now: string) => ({
      type: 'plugin_session_status',
      sessionId: 'call_1',
      callId: 'call_1',
      toolName: 't',
      status: now,
    });
    const running = after(...open, told(info), told(calls('call_1')), told(status('running')));
    expect(running.calls).toMatchObject([{ status: 'running' }]);

    const ended = reduce(running, told(result('call_1')));
    for (const late of ['running', 'aborted']) {
      const { calls: now } = reduce(ended, told(status(late), 'p0', 0, last - 1));
      expect(now).toMatchObject([{ status: 'completed', sessionId: 'call_1', content: 'of call_1' }]);
    }
    // The server knows: a call that was not found for a while is there again.
    expect(reduce(ended, told(status('running'))).calls).toMatchObject([{ status: 'running', content: undefined }]);
  });

  it('has one tool message for each call, in the order of the calls', () => {
    const { messages: said } = after(
      ...open,
      told({ type: 'messages', messages: [{ role: 'user', id: 'm1', content: 'Hi' }] }),
      told(text('Both.')),
      told(calls('a', 'b', 'c')),
      told(result('c')),
      told(result('a')),
      told(result('a')),
      told({ type: 'tool_error', id: 'b', name: 't', message: 'no' }),
    );

    expect(said.map(({ role, content, tool_call_id: id }) => [role, id ?? content])).toEqual([
      ['user', 'Hi'],
      ['assistant', 'Both.'],
      ['tool', 'a'],
      ['tool', 'b'],
      ['tool', 'c'],
    ]);
    expect(said[3]?.content).toBe('Error: no');
  });

  it('has what the person said apart until the server names it', () => {
    const said = after(...open);
    expect([said.outbox.map(({ content }) => content), said.messages]).toEqual([['Hi'], []]);
    const heard = reduce(said, told({ type: 'messages', messages: [{ role: 'user', id: 'm1', content: 'Hi' }] }));
    expect([heard.outbox, heard.messages.map(({ content }) => content)]).toEqual([[], ['Hi']]);
    const again = reduce(heard, told({ type: 'messages', messages: [{ role: 'user', id: 'm1', content: 'Hi' }] }));
    expect(again.messages).toBe(heard.messages);
  });

  it('takes the model’s words as they streamed for a message as soon as the server says so', () => {
    const state = after(...open, told(text('Hel')), told(text('lo')), told(messages('Hi', 'Hello')));
    expect([state.text, state.messages.at(-1)?.content]).toEqual(['', 'Hello']);
  });

  it('hears each revision once, on whichever stream it comes first, and none that is older', () => {
    const [first, second] = [told(text('a')), told(text('b'))];
    const late = { ...first, post: 'p0' };
    expect(after(...open, first, late, second, late, first).text).toBe('ab');
  });

  it('takes a snapshot for the whole, where it is not older than what is known', () => {
    const known = after(...open, told(info), told(text('old')), told(ask()), told(messages('one', 'two')));
    const older = reduce(known, { ...snapshot(messages('none')), revision: 1 } as Input);
    expect(older).toBe(known);
    const whole = reduce(known, snapshot(messages('Hi', 'Hello', 'And?'), text('new')));
    expect([whole.messages.map(({ content }) => content), whole.text]).toEqual([['Hi', 'Hello', 'And?'], 'new']);
  });
});

describe('a question that a snapshot', () => {
  const calling = (...ids: string[]) => ({
    type: 'messages',
    messages: [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: '',
        tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 't', arguments: '{}' } })),
      },
    ],
  });
  const toolMessage = { type: 'messages', messages: [{ role: 'tool', tool_call_id: 'call_1', content: 'done' }] };
  const asked = [...open, told(info), told(calls('call_1')), told(ask())];
  const running = {
    type: 'plugin_session_status',
    sessionId: 'call_1',
    callId: 'call_1',
    toolName: 't',
    status: 'running',
  };

  it.each<[string, string, unknown[]]>([
    ['asks', 'pending', [calling('call_1'), calls('call_1'), ask()]],
    ['tells to be settled', 'settled', [calling('call_1'), calls('call_1'), settled('accept'), running]],
    ['says nothing of while its call runs', 'pending', [calling('call_1'), calls('call_1'), running]],
    ['names no call of, though that has ended', 'lost', [calling('call_1'), toolMessage]],
    ['knows nothing of', 'lost', [{ type: 'messages', messages: [{ role: 'user', content: 'Hi' }] }]],
  ])('%s is %s', (_, status, events) => {
    const state = after(...asked, snapshot(...events));
    expect(state.items.map(statusOfItem)).toEqual([status]);
    expect(state.calls.some((call) => call.status === 'running' || call.status === 'waiting')).toBe(
      status === 'pending' || events.includes(running),
    );
  });

  it('asks is open again, though it was settled: the server is back at an earlier state', () => {
    const known = [...asked, told(settled('accept')), snapshot(calling('call_1'), calls('call_1'), ask())];
    expect(after(...known).items.map(statusOfItem)).toEqual(['pending']);
    expect(after(...known, told(settled('decline'))).items).toMatchObject([
      { end: { how: 'settled' }, answers: [{ action: 'decline', state: 'counts' }] },
    ]);
  });

  it('is not offered again where the conversation has the result of its call', () => {
    const [known] = after(...asked, snapshot(calling('call_1'), toolMessage)).items;
    const [unknown] = after(...asked, snapshot()).items;
    expect([known, unknown].map((item) => canBeAskedAgain(item!))).toEqual([false, true]);
  });

  it('brings receipts that this page never had to their places, and drops the oldest where there is no room', () => {
    const receipt = (elicitId: string) => ({
      ...settled('accept', { callId: elicitId.slice(0, 6), elicitId }, elicitId),
      receipt: { title: elicitId },
    });
    const [third, last] = [{ elicitId: 'call_2:2' }, { elicitId: 'call_2:3' }].map((over) =>
      ask({ callId: 'call_2', ...over }),
    );
    const all = ['call_1:0', 'call_2:0', 'call_2:2', 'call_2:3'];
    const whole = [calling('call_1'), calling('call_2'), ...all.slice(0, 3).map(receipt), last];
    const known = [...open, told(info), told(calls('call_2')), told(third), told(receipt('call_2:2')), told(last)];
    const idsIn = ({ items }: ClientState) => items.map(({ request }) => request.elicitId);
    expect(idsIn(after(...known, snapshot(...whole)))).toEqual(all);
    const full = [...known, snapshot(...whole)].reduce(reduce, idleState(undefined, 2));
    expect(idsIn(full)).toEqual(all.slice(2));
    expect(full.items[0]?.context).toEqual(third?.schema['x-model-context']);
  });

  it('knows nothing of hears its own outcome where its answer is on its way', () => {
    const state = after(
      ...asked,
      { type: 'recorded', elicitId: 'call_1:0', result: answer },
      { type: 'post_started', post: 'p2', answers: ['call_1:0'] },
      snapshot({ type: 'messages', messages: [{ role: 'user', content: 'Hi' }] }),
    );
    expect(state.items.map(statusOfItem)).toEqual(['sending']);
  });
});

describe('what is told to one request alone', () => {
  const gone = {
    type: 'plugin_session_error',
    sessionId: 'call_1',
    callId: 'call_1',
    error: 'SESSION_NOT_FOUND',
    message: '',
  };
  const reply = (event: unknown, from: string): Input => ({
    type: 'event',
    post: from,
    event: event as ChatStreamEvent,
    at: 0,
  });
  const sent = [
    ...open,
    told(info),
    told(ask()),
    { type: 'recorded', elicitId: 'call_1:0', result: answer },
    { type: 'post_started', post: 'p2', answers: ['call_1:0'] },
  ] as Input[];

  it('ends what that request brought, and nothing else', () => {
    expect(after(...sent, reply(gone, post)).items.map(statusOfItem)).toEqual(['sending']);
    expect(after(...sent, reply(gone, 'p2')).items.map(statusOfItem)).toEqual(['lost']);
  });

  it('tells the outcome of an answer, which is the same for all', () => {
    expect(after(...sent, reply(settled('accept'), post)).items.map(statusOfItem)).toEqual(['settled']);
  });

  it('leaves a call ended that has ended before the reply comes', () => {
    const { items, calls: now } = after(...sent, told(result('call_1'), 'p2'), reply(settled('accept'), 'p2'));
    expect(items.map(statusOfItem)).toEqual(['settled']);
    expect(now).toMatchObject([{ status: 'completed', content: 'of call_1' }]);
  });

  it('is no word of the conversation', () => {
    const state = after(...sent);
    expect(reduce(state, reply(text('x'), 'p2'))).toBe(state);
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
  const status = (...inputs: Input[]) => after(...inputs).items.map(statusOfItem);

  it('is not settled by what carries on, where the server says what it has recorded', () => {
    expect(status(...sending, told(text('x'), 'p2'))).toEqual(['sending']);
    expect(status(...sending, told(settled('accept'), 'p2'))).toEqual(['settled']);
  });

  it('ends unanswered with its call, unless its answer is on its way: then the server says what became of it', () => {
    const pending = [...open, told(info), told(ask())];
    const late = [...sending, told(result('call_1'))];
    const cancelled = [{ end: { how: 'settled' }, answers: [{ action: 'cancel', state: 'counts' }] }];
    expect(after(...pending, told(result('call_1'))).items).toMatchObject(cancelled);
    expect(status(...late)).toEqual(['sending']);
    expect(
      after(...late, told(settled('cancel'))).items.map((item) => [statusOfItem(item), countsIn(item)?.action]),
    ).toEqual([['settled', 'cancel']]);
  });

  it('is gone once its call went back past it, and the answer before it is the one that counts', () => {
    const second = { elicitId: 'call_1:1', key: 'pickSeat' };
    const third = { elicitId: 'call_1:1~1', key: 'pickSeat' };
    const revised = {
      type: 'plugin_elicit_revised',
      sessionId: 'call_1',
      callId: 'call_1',
      elicitId: 'call_1:0',
      action: 'accept',
      answerId: 'b',
      gone: ['call_1:1'],
    };
    const answered = [...sending, told(settled('accept', {}, 'a'), 'p2'), told(ask(second))];
    const back = after(...answered, told(revised), told(ask(third)));
    expect(back.items.map((item) => [item.request.elicitId, statusOfItem(item)])).toEqual([
      ['call_1:0', 'settled'],
      ['call_1:1~1', 'pending'],
    ]);
    // It was changed on another page.
    expect(back.items[0]?.answers).toMatchObject([
      { id: 'a', state: 'past' },
      { id: 'b', state: 'counts', elsewhere: true },
    ]);
    expect(after(...answered, snapshot(calls('call_1'), revised, ask(third))).items).toHaveLength(2);
  });

  it('expires only when nobody cancelled it here and the server says so', () => {
    const pending = [...open, told(info), told(ask({ expiresAt: 100 }))];
    const expired = told({ ...settled('cancel'), reason: 'expired' });
    const cancelled: Input = {
      type: 'recorded',
      elicitId: 'call_1:0',
      result: { action: 'cancel', reason: 'dismissed' },
    };

    expect(status(...pending, told(settled('cancel'), post, 100))).toEqual(['settled']);
    expect(status(...pending, expired)).toEqual(['expired']);
    expect(status(...pending, cancelled, expired)).toEqual(['settled']);
    expect(status(...pending, told(settled('accept'), post, 100))).toEqual(['settled']);
  });

  it('fails where its session failed, and is left alone where no answer is on the way', () => {
    const failed = told(
      { type: 'plugin_session_error', sessionId: 'call_1', callId: 'call_1', error: 'INTERNAL_ERROR', message: 'Oops' },
      'p2',
    );
    expect(after(...sending, failed).items).toMatchObject([
      { answers: [{ state: 'failed', problem: { code: 'INTERNAL_ERROR' } }] },
    ]);
    expect(status(...open, told(info), told(ask()), failed)).toEqual(['pending']);
  });

  it.each([
    ['settled', () => [told(settled('accept'))]],
    [
      'lost',
      () => [
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
      () => [
        told({
          type: 'plugin_session_error',
          sessionId: 'call_1',
          callId: 'call_1',
          error: 'SESSION_ABORTED',
          message: '',
        }),
      ],
    ],
    ['aborted', () => [{ type: 'aborted', callId: 'call_1', by: 'user' }]],
  ] as [string, () => Input[]][])('that is %s stays so, whatever is told later', (end, inputs) => {
    const ended = [...open, told(info), told(ask()), ...inputs()];
    const late: Input[] = [
      // The server can say more of what was lost, but no stream that is late can.
      told(settled('decline'), post, 0, end === 'lost' ? 0 : undefined),
      told(ask(), post, 0, end === 'lost' ? 0 : undefined),
      told(result('call_1')),
      { type: 'recorded', elicitId: 'call_1:0', result: answer },
      { type: 'refused', elicitId: 'call_1:0', issues: [] },
      { type: 'handler_failed', elicitId: 'call_1:0', run: 1, problem: { code: 'HANDLER_FAILED', message: '' } },
      { type: 'aborted', callId: 'call_1', by: 'server' },
    ];

    const before = after(...ended);
    expect(before.items.map(statusOfItem)).toEqual([end]);
    expect(after(...ended, ...late).items).toEqual(before.items);
  });

  it('is asked again where it was lost, and where the server says so alone', () => {
    const first = told(ask());
    const lost = after(
      ...open,
      told(info),
      first,
      { type: 'draft_changed', elicitId: 'call_1:0', viewId: '0.0', draft: 'FL2' },
      told({
        type: 'plugin_session_error',
        sessionId: 'call_1',
        callId: 'call_1',
        error: 'SESSION_NOT_FOUND',
        message: 'Gone',
      }),
    );
    expect(lost.items.map(statusOfItem)).toEqual(['lost']);
    expect(reduce(lost, first).items).toBe(lost.items);

    const asked = reduce(lost, told(ask()));
    expect(asked.items.map(statusOfItem)).toEqual(['pending']);
    expect(asked.items).toMatchObject([{ run: 2, open: { drafts: { '0.0': 'FL2' } } }]);
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
