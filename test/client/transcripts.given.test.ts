import transcripts from 'virtual:given/transcripts';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../src/protocol/chat-message.ts';
import type { ElicitResult } from '../../src/protocol/elicit-result.ts';
import { idleState, statusOf, type ClientState } from '../../src/client/state/client-state.ts';
import { countsIn, statusOfItem } from '../../src/client/state/item-state.ts';
import { reduce } from '../../src/client/state/reduce.ts';
import { numberRecording, type CarriedAnswer } from './number-recording.ts';
import { bytesOf, replay } from './replay.ts';

interface Recorded {
  messages: ChatMessage[];
  pluginElicitResponses?: (CarriedAnswer & { result: ElicitResult<unknown> })[];
}

function read(name: string): string {
  const text = transcripts[name];
  if (text === undefined) throw new Error(`There is no transcript "${name}".`);
  return text;
}
const recorded = (name: string) => (JSON.parse(read(`${name}.request.json`)) as { body: Recorded }).body;

/** Play one recorded POST on top of a state, as the client would have made it. */
async function play(before: ClientState, name: string, cutAt?: number): Promise<ClientState> {
  const { messages, pluginElicitResponses: responses = [] } = recorded(name);
  let state = before.messages.length === 0 ? { ...before, messages } : before;
  for (const { elicitId, result } of responses) state = reduce(state, { type: 'recorded', elicitId, result });
  const bytes = bytesOf(numberRecording(read(`${name}.ndjson`), responses, before.revision));
  const chunks = cutAt === undefined ? [bytes] : [bytes.slice(0, cutAt), bytes.slice(cutAt)];
  const played = await replay(
    chunks,
    state,
    responses.map(({ elicitId }) => elicitId),
  );
  expect(played.errors).toEqual([]);
  return reduce(played.state, { type: 'post_ended', post: 'post' });
}

async function playAll(...names: string[]): Promise<ClientState> {
  let state = idleState();
  for (const name of names) state = await play(state, name);
  return state;
}

const items = (state: ClientState) =>
  state.items.map((item) => [item.request.key, statusOfItem(item), countsIn(item)?.action]);

describe('a recorded conversation', () => {
  it('asks for a flight', async () => {
    const state = await playAll('accept-1');

    expect(statusOf(state)).toBe('waiting');
    expect(state.items.map(statusOfItem)).toEqual(['pending']);
    expect(state.items).toMatchObject([
      {
        message: 'Select a flight from NYC to LAX',
        context: { flights: [{ id: 'FL001' }, {}, {}] },
      },
    ]);
    expect(state.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('gives the same state wherever its stream is cut', async () => {
    const whole = await playAll('accept-1');
    const { length } = bytesOf(numberRecording(read('accept-1.ndjson'), []));
    for (let at = 0; at <= length; at += 7) expect(await play(idleState(), 'accept-1', at), `${at}`).toEqual(whole);
  }, 60_000);

  it('takes the next question as the answer’s receipt', async () => {
    const state = await playAll('accept-1', 'accept-2');

    expect(items(state)).toEqual([
      ['pickFlight', 'settled', 'accept'],
      ['pickSeat', 'pending', undefined],
    ]);
  });

  it('ends with a ticket, its tool message and the model’s words', async () => {
    const state = await playAll('accept-1', 'accept-2', 'accept-3');

    expect(statusOf(state)).toBe('idle');
    expect(items(state)).toEqual([
      ['pickFlight', 'settled', 'accept'],
      ['pickSeat', 'settled', 'accept'],
    ]);
    expect(state.calls).toMatchObject([{ callId: 'call_001', status: 'completed' }]);
    expect(state.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(state.messages.at(2)).toMatchObject({
      tool_call_id: 'call_001',
      content: expect.stringContaining('TKT-') as string,
    });
    expect(state.messages.at(3)?.content).toContain('Tool said: ');
    expect(state.text).toBe('');
  });

  it('ends when the person declines', async () => {
    const state = await playAll('decline-1', 'decline-2');

    expect(items(state)).toEqual([['pickFlight', 'settled', 'decline']]);
    expect(statusOf(state)).toBe('idle');
    expect(state.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  it('keeps two calls apart', async () => {
    const state = await playAll('concurrent-1-two-calls', 'concurrent-2-answer-only-A', 'concurrent-3-answer-B');

    expect(state.items.map((item) => [item.request.callId, item.request.key, statusOfItem(item)])).toEqual([
      ['call_012', 'name', 'settled'],
      ['call_013', 'name', 'settled'],
      ['call_012', 'age', 'pending'],
      ['call_013', 'age', 'pending'],
    ]);
    expect(statusOf(state)).toBe('waiting');
  });

  it('runs a tool that asks nothing', async () => {
    const state = await playAll('progress-1');

    expect(statusOf(state)).toBe('idle');
    expect(state.messages.slice(1)).toMatchObject([
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'call_038', function: { name: 'progress', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call_038', content: 'done' },
      { role: 'assistant', content: 'Tool said: done' },
    ]);
  });

  it('loses a question with its session, and says so in the history', async () => {
    const question = {
      type: 'plugin_elicit_request',
      sessionId: 'call_gone',
      callId: 'call_gone',
      toolName: 'book_flight',
      elicitId: 'call_gone:elicit:2',
      key: 'pickFlight',
      message: 'Flight?',
      schema: {},
      seq: 0,
      attempt: 1,
    } as const;
    const messages = recorded('unknown-session-1').messages;
    const asked = reduce(
      { ...idleState(messages) },
      { type: 'event', post: 'earlier', event: question, revision: 1, at: 0 },
    );
    const state = await play(asked, 'unknown-session-1');

    expect(state.items).toMatchObject([{ end: { how: 'lost', problem: { code: 'SESSION_NOT_FOUND' } } }]);
    expect(statusOf(state)).toBe('idle');
    expect(state.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(state.messages[2]?.content).toContain('Outcome unknown');
  });
});
