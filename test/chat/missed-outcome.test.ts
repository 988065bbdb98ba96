import { describe, expect, it } from 'vitest';
import { accept, agent, createChat, isWhole, messagesOf, only, questionOf, route, the, user } from './harness.ts';

const conversationId = 'c';

describe('a message from a client that missed how its calls ended', () => {
  it('finds what came of them: the record counts, not the messages it brings', async () => {
    const chat = createChat();
    const first = await chat.post({ conversationId, messages: [user('Book')] });
    const question = questionOf(first);
    const pluginElicitResponses = [{ ...accept(question, null), result: { action: 'decline' as const } }];
    // Nobody reads this stream: the client was gone.
    await chat.post({ conversationId, messages: messagesOf(first), pluginElicitResponses });
    const modelRuns = chat.asked.length;

    const next = await chat.post({ conversationId, messages: [...messagesOf(first), user('hello')] });

    expect(the(next, 'plugin_elicit_settled')).toMatchObject({ elicitId: question.elicitId, action: 'decline' });
    expect(the(next, 'tool_result').content).toBe('Not booked: decline.');
    expect(only(next, 'plugin_session_error')).toEqual([]);
    expect(messagesOf(next).map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: Book',
      'assistant: One moment. ',
      'tool: Not booked: decline.',
      'assistant: It said: Not booked: decline.',
      'user: hello',
      'assistant: Hello.',
    ]);
    expect(chat.asked).toHaveLength(modelRuns + 1);
  });

  it('gets the tool messages in the order of the calls where nobody knows them any more', async () => {
    const chat = createChat(agent());
    const calls = ['a', 'b'].map((id) => ({
      id,
      type: 'function' as const,
      function: { name: 'book_flight', arguments: JSON.stringify(route) },
    }));
    const messages = [
      user('Book'),
      { role: 'assistant' as const, content: '', tool_calls: calls },
      { role: 'tool' as const, tool_call_id: 'a', content: 'TKT-1' },
      user('hello'),
    ];
    const answer = await chat.post({ conversationId, messages });

    const told = messagesOf(answer);
    expect(isWhole(told)).toBe(true);
    expect(told.map(({ tool_call_id: id }) => id).filter(Boolean)).toEqual(['a', 'b']);
  });
});
