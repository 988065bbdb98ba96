import type { ChatMessage, DurableStore } from '../../src/server.ts';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { createGate } from '../faults/gate.ts';
import { sharedStore } from '../mcp/harness.ts';
import {
  accept,
  agent,
  createChat,
  createModel,
  isWhole,
  lastWords,
  messagesOf,
  only,
  questionOf,
  read,
  route,
  the,
  user,
} from './harness.ts';

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

    const next = await chat.post({
      conversationId,
      revision: first.state.revision,
      messages: [{ ...user('hello'), id: 'hello' }],
    });

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

describe('a message instead of an answer, sent twice from what the client knew before', () => {
  const said = (messages: readonly { role: string; content: string }[]) =>
    messages.filter(({ role }) => role === 'user').map(({ content }) => content);

  it('counts once while the model answers it', async () => {
    const gate = createGate();
    const calls = [{ name: 'book_flight', arguments: route }];
    const model = createModel(async (messages) => {
      if (messages.at(-1)?.content !== 'hello') return { text: 'One moment.', calls };
      await gate.opened;
      return 'Hello.';
    });
    const chat = createChat(model);
    const first = await chat.post({ conversationId, messages: [user('Book')] });
    const body = { conversationId, messages: [...messagesOf(first), user('hello')] };
    const posted = await chat.open(body);
    await eventually(() => expect(chat.asked).toHaveLength(2));
    const again = await chat.open({ ...body, revision: 0, messages: [{ ...user('hello'), id: 'user 2' }] });
    gate.open();
    await posted.text();

    expect(said(messagesOf(await read(again)))).toEqual(['Book', 'hello']);
    expect(chat.asked).toHaveLength(2);
  });

  it('counts once when it is answered, and the second time is told the same', async () => {
    const chat = createChat();
    const first = await chat.post({ conversationId, messages: [user('Book')] });
    const body = { conversationId, messages: [...messagesOf(first), user('hello')] };
    const posted = await chat.post(body);
    const modelRuns = chat.asked.length;
    const again = await chat.post(body);

    expect(messagesOf(again)).toEqual(messagesOf(posted));
    expect(chat.asked).toHaveLength(modelRuns);
  });

  it('counts once where another tab has said something before it', async () => {
    const chat = createChat();
    const first = await chat.post({ conversationId, messages: [user('Book')] });
    const [other, own] = ['Wait.', 'hello'].map((text) => ({
      conversationId,
      messages: [...messagesOf(first), { ...user(text), id: text }],
    }));
    await Promise.all([other, own].map((body) => chat.post(body!)));
    const again = await chat.post(own!);

    expect(said(messagesOf(again))).toEqual(['Book', 'Wait.', 'hello']);
  });

  it('counts once where two messages were sent, and what is new after them counts too', async () => {
    const chat = createChat();
    const first = await chat.post({ conversationId, messages: [user('Book')] });
    const before = [...messagesOf(first), user('hello')];
    await chat.post({ conversationId, messages: before });
    const next = await chat.post({ conversationId, messages: [...before, user('Once more?')] });

    expect(said(messagesOf(next))).toEqual(['Book', 'hello', 'Once more?']);
  });
});

describe('a message that is sent again while its turn waits', () => {
  it('is told what is asked, as who attaches is', async () => {
    const chat = createChat();
    const body = { conversationId, messages: [user('Book')] };
    const question = questionOf(await chat.post(body));
    const again = await chat.post({ ...body, revision: 0 });

    expect(questionOf(again)).toEqual(question);
    expect(again.types.at(-1)).toBe('end');
    expect(chat.asked).toHaveLength(1);
  });
});

describe('a host that brings its own history with every request', () => {
  const bring = (chat: ReturnType<typeof createChat>, messages: readonly ChatMessage[]) =>
    chat.post({ conversationId, revision: undefined, messages });

  it('is answered from that history where nothing is open', async () => {
    const chat = createChat();
    await bring(chat, [user('hello')]);
    const next = await bring(chat, [user('Another beginning'), { role: 'assistant', content: 'Yes?' }, user('hello')]);

    expect(chat.asked.at(-1)?.messages.map(({ content }) => content)).toEqual(['Another beginning', 'Yes?', 'hello']);
    expect(messagesOf(next).map(({ content }) => content)).toEqual(['Another beginning', 'Yes?', 'hello', 'Hello.']);
  });

  it('makes the others who read the conversation hear it as a whole', async () => {
    const chat = createChat();
    const first = await bring(chat, [user('hello')]);
    await bring(chat, [user('Another beginning'), { role: 'assistant', content: 'Yes?' }, user('hello')]);
    const other = await read(
      await chat.open({ conversationId, attach: true, revision: first.state.revision }),
      first.state,
    );

    expect(messagesOf(other).map(({ content }) => content)).toEqual(['Another beginning', 'Yes?', 'hello', 'Hello.']);
  });
});

describe('a client that knows more than the server', () => {
  it('is asked for all messages, and what it hears then is newer than what it knew', async () => {
    const [before, after] = [createChat(), createChat()];
    const known = await before.post({ conversationId, messages: [user('hello')] });
    const revision = (known.state.revision ?? 0) + 1_000_000_000;
    const said = { ...user('hello'), id: 'second' };
    const refused = await after.post({ conversationId, revision, messages: [said] });
    expect([refused.status, JSON.parse(refused.raw)]).toMatchObject([409, { error: { code: 'HISTORY_UNKNOWN' } }]);
    const whole = await after.post({
      conversationId,
      restartAbove: revision,
      messages: [...known.state.messages, said],
    });

    expect(after.asked).toHaveLength(1);
    expect(whole.state.revision).toBeGreaterThan(revision);
  });

  it('is asked for nothing where that is all that it knows', async () => {
    const { post, asked } = createChat();
    const looked = await post({ conversationId, attach: true, revision: undefined });
    expect([looked.status, looked.types]).toEqual([200, ['session_info', 'end']]);
    const known = { revision: 1_000, restartAbove: 1_000 };
    const again = await post({ conversationId, attach: true, ...known });
    expect([again.status, again.raw]).toEqual([200, '{"event":{"type":"end"}}\n']);
    const said = await post({ conversationId, ...known, messages: [user('hello')] });

    expect(said.status).toBe(200);
    expect(asked).toHaveLength(1);
    expect(said.state.messages.map(({ content }) => content)).toEqual(['hello', 'Hello.']);
    expect(said.state.revision).toBeGreaterThan(1_000);
  });

  it('hears the conversation as it is, above what it knew', async () => {
    const chat = createChat();
    const { state } = await chat.post({ conversationId, messages: [user('hello')] });
    const revision = (state.revision ?? 0) + 1000;
    const other = await read(await chat.open({ conversationId, attach: true, revision }), {
      ...state,
      revision,
      messages: [],
    });

    expect(messagesOf(other).map(({ content }) => content)).toEqual(['hello', 'Hello.']);
    expect(other.state.revision).toBeGreaterThan(revision);
  });

  it.each([Number.MAX_SAFE_INTEGER, 2 ** 50])('leaves room to count on, whoever claims to know %d', async (claimed) => {
    const chat = createChat();
    const first = await chat.post({ conversationId, messages: [user('hello')], restartAbove: claimed });
    await (await chat.open({ conversationId, attach: true, revision: claimed })).text();
    const next = await chat.post({ conversationId, messages: [...messagesOf(first), user('hello')] });

    expect([first.status, next.status]).toEqual([200, 200]);
    expect(Number.isSafeInteger(next.state.revision)).toBe(true);
    expect(lastWords(next)).toBe('Hello.');
  });
});

describe('an answer to a call that the store has, in a conversation that it has lost', () => {
  it('is confirmed, and everybody hears that what came of the call is not known', async () => {
    const store = sharedStore();
    const before = createChat(agent(), { store });
    const first = await before.post({ conversationId, messages: [user('Book')] });
    const declined = { ...accept(questionOf(first), null), result: { action: 'decline' as const }, answerId: 'mine' };
    await before.post({ conversationId, pluginElicitResponses: [declined] });
    await before.handler.close();

    const after = createChat(agent(), { store: withCallsAlone(store) });
    const again = await after.post({
      conversationId,
      restartAbove: first.state.revision,
      messages: first.state.messages,
      pluginElicitResponses: [declined],
    });

    expect(the(again, 'plugin_elicit_settled')).toMatchObject({ action: 'decline', answerId: 'mine' });
    expect(the(again, 'plugin_session_error')).toMatchObject({ error: 'SESSION_NOT_FOUND' });
    expect(isWhole(messagesOf(again))).toBe(true);
    expect(lastWords(again)).toContain('Outcome unknown');
  });
});

/** The same store after it has lost all but the calls: what else it keeps now has other keys. */
function withCallsAlone(store: DurableStore): DurableStore {
  const named = (key: string) => (key.startsWith('call/') ? key : `later/${key}`);
  const renamed = <T extends { key: string }>(each: readonly T[] = []) =>
    each.map((one) => ({ ...one, key: named(one.key) }));
  return {
    ...store,
    read: (keys) => store.read(keys.map(named)),
    list: (key, from) => store.list(named(key), from),
    commit: ({ check, put, append, remove = [], due }) =>
      store.commit({
        check: renamed(check),
        put: renamed(put),
        append: renamed(append),
        remove: remove.map(named),
        due: renamed(due),
      }),
    due: async () => [],
  };
}
