import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../src/protocol/chat-message.ts';
import { idleState, type ClientState } from '../../src/client/state/client-state.ts';
import { withToolCalls, withToolMessage } from '../../src/client/state/messages.ts';
import { reduce } from '../../src/client/state/reduce.ts';
import { createHarness, push } from './harness.ts';

const call = (id: string) => ({ id, name: 'search', arguments: {} });
const event = (state: ClientState, told: object) =>
  reduce(state, { type: 'event', post: 'p', event: told as never, revision: (state.revision ?? 0) + 1, at: 0 });
const end = (state: ClientState, id: string) => event(state, { type: 'tool_result', id, name: 'search', content: '' });
const idsOf = (messages: readonly ChatMessage[]) => messages.map((message) => message.tool_call_id ?? message.role);

/** Messages that count how often anybody looks at what role they have. */
function counted(many: number): { messages: ChatMessage[]; looks: () => number } {
  let looks = 0;
  const messages = Array.from(
    { length: many },
    (_, index) =>
      ({
        get role() {
          looks += 1;
          return index % 2 === 0 ? 'user' : 'assistant';
        },
        content: '',
      }) as ChatMessage,
  );
  return { messages, looks: () => looks };
}

describe('the messages', () => {
  it('are walked through once, however many results a stream tells', () => {
    const { messages, looks } = counted(1000);
    let state = idleState(messages, 10, 100_000);
    for (let nth = 0; nth < 2000; nth += 1)
      state = end(event(state, { type: 'tool_calls', calls: [call(`${nth}`)] }), `${nth}`);
    for (let nth = 0; nth < 2000; nth += 1) state = end(state, `nobody called ${nth}`);

    expect(state.messages).toHaveLength(7000);
    expect(looks()).toBeLessThanOrEqual(1000);
  });

  it('keep the results of one message in the order of its calls, in whatever order they come', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const order of [ids, ids.toReversed(), ['c', 'a', 'e', 'b', 'd']]) {
      let messages = withToolCalls([], { content: '' }, ids.map(call));
      messages = withToolCalls(messages, { content: '' }, [call('later')]);
      for (const id of ['later', ...order]) messages = withToolMessage(messages, id, '');
      expect(idsOf(messages)).toEqual(['assistant', ...ids, 'assistant', 'later']);
      expect(withToolMessage(messages, 'c', 'again')).toBe(messages);
    }
  });

  it('are as many as the host wants while a stream adds to them, from one of the person on', () => {
    const said = Array.from({ length: 4 }, (_, nth): ChatMessage[] => [
      { role: 'user', content: `${nth}` },
      { role: 'assistant', content: `to ${nth}` },
    ]).flat();
    const harness = createHarness({ messages: said, maxMessages: 3 });
    expect(harness.snapshot().messages).toHaveLength(8);
    push(harness.client, { type: 'messages', messages: [{ role: 'user', content: '4' }] });
    push(harness.client, { type: 'tool_calls', calls: [call('a')] });

    expect(idsOf(harness.snapshot().messages)).toEqual(['user', 'assistant']);
  });

  it('can be gone on from twice', () => {
    const before = withToolCalls([], { content: '' }, [call('a'), call('b')]);
    const first = withToolMessage(before, 'b', '');
    expect(idsOf(withToolMessage(before, 'a', ''))).toEqual(['assistant', 'a']);
    expect(idsOf(withToolMessage(first, 'a', ''))).toEqual(['assistant', 'a', 'b']);
  });

  it('are bounded, and begin with what the person said', () => {
    let state = idleState([], 10, 20);
    for (let nth = 0; nth < 200; nth += 1) {
      state = event(state, { type: 'messages', messages: [{ role: 'user', content: `${nth}` }] });
      state = end(event(state, { type: 'tool_calls', calls: [call(`${nth}`)] }), `${nth}`);
      expect(state.messages.length).toBeLessThanOrEqual(20);
      expect(state.messages[0]?.role).toBe('user');
    }
    expect(idsOf(state.messages.slice(-3))).toEqual(['user', 'assistant', '199']);
  });

  it('are bounded where nobody says anything', () => {
    let state = idleState([], 10, 20);
    for (let nth = 0; nth < 200; nth += 1) state = end(state, `${nth}`);

    expect(state.messages.length).toBeLessThanOrEqual(20);
    expect(state.messages.at(-1)).toMatchObject({ tool_call_id: '199' });
  });

  it('are kept whole as the server tells them', () => {
    const { messages } = counted(50);
    const events = [{ type: 'messages', messages } as const];
    const state = reduce(idleState([], 10, 20), { type: 'snapshot', post: 'p', events, revision: 1, at: 0 });
    expect(state.messages).toHaveLength(50);
    expect(end(state, 'a').messages.length).toBeLessThanOrEqual(20);
  });
});
