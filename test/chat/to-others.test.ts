import { all, race, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import type { AnswerToAllow, ChatHandlerOptions, ElicitRequest, Person, ServerEvent } from '../../src/server.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { accept, agent, createChat, lastWords, only, questionOf, respond, the, user, type Chat } from './harness.ts';
import {
  answerFor,
  as,
  conversationId,
  declared,
  ok,
  type Context,
  type Options,
  type Question,
} from './refund-for-others.ts';

const ask = { conversationId, messages: [user('refund')] };

const people: Record<string, Person> = {
  ada: { id: 'ada', name: 'Ada' },
  bo: { id: 'bo', name: 'Bo', roles: ['manager', 'staff'] },
  cy: { id: 'cy', roles: ['manager'] },
  eve: { id: 'eve', roles: ['staff'] },
};
const identify: ChatHandlerOptions['identify'] = (request) => people[request.headers.get('x-user') ?? ''];

/** Asks whom the options name, and says who answered. */
function refundTool(options: Options, before?: (ctx: Context) => Operation<unknown>) {
  return declared.execute(function* (_params, ctx) {
    yield* before?.(ctx) ?? nothing();
    const answer = yield* ctx.elicit('decide', { message: 'Refund 40 euros?' }, options as never);
    return { answer, by: answer.by ?? 'nobody' };
  });
}

function* nothing(): Operation<void> {}

function chatOf(options: Options, more: Partial<ChatHandlerOptions> = {}): Chat {
  return createChat(agent([{ name: 'refund', arguments: {} }]), { identify, tools: [refundTool(options)], ...more });
}

/** Answers in the name of one of the people. */
const answerAs = (chat: Pick<Chat, 'handler'>, asked: Question, name: string, more?: Parameters<typeof answerFor>[3]) =>
  answerFor(chat, asked, people[name], more);

describe('a question for somebody else', () => {
  it('is told to the page without ids, and its person can neither answer nor read more by trying', async () => {
    const chat = chatOf({ to: [{ id: 'bo', name: 'Bo' }, { role: 'manager' }] });
    const asked = questionOf(await chat.post(ask, as('ada')));
    expect(asked).toMatchObject({ message: 'Refund 40 euros?', to: { who: [{ name: 'Bo' }, { role: 'manager' }] } });
    expect(JSON.stringify(asked)).not.toContain('"bo"');

    const tried = await chat.post({ conversationId, pluginElicitResponses: [accept(asked, { ok: true })] }, as('ada'));
    expect(the(tried, 'plugin_session_error')).toMatchObject({ error: 'SESSION_NOT_FOUND' });
    expect(only(tried, 'plugin_elicit_settled')).toEqual([]);
  });

  it.each([
    ['the person', { to: 'bo' }],
    ['somebody with the role', { to: { role: 'manager' } }],
    ['one of several', { to: ['zoe', { role: 'auditor' }, { id: 'bo', name: 'Bo' }] }],
    ['somebody else than the owner', { to: { role: 'staff' }, notOwner: true }],
  ] as const)('is answered by %s, and everybody is told by whom', async (_, options) => {
    const events: ServerEvent[] = [];
    const chat = chatOf(options, { onEvent: (event) => events.push(event) });
    const asked = questionOf(await chat.post(ask, as('ada')));
    expect(await answerAs(chat, asked, 'bo')).toEqual({ outcome: 'recorded' });

    const told = await chat.post({ conversationId, attach: true }, as('ada'));
    expect(the(told, 'plugin_elicit_settled')).toMatchObject({ action: 'accept', by: { name: 'Bo' } });
    // Who answered is told to the tool, and gets into nothing that it returns by chance.
    expect(lastWords(told)).toContain(
      '{"answer":{"action":"accept","content":{"ok":true}},"by":{"id":"bo","name":"Bo"}}',
    );
    expect(events.find(({ type }) => type === 'settled')).toMatchObject({ by: { id: 'bo', name: 'Bo' }, via: 'inbox' });
  });

  it('is unknown to everybody else, as a question that does not exist', async () => {
    const chat = chatOf({ to: { role: 'manager' } });
    const asked = questionOf(await chat.post(ask, as('ada')));
    for (const name of ['eve', 'ada', 'nobody']) {
      for (const result of [ok, { action: 'decline' }, { action: 'more_time' }] as const) {
        expect(await answerAs(chat, asked, name, { result })).toEqual({ outcome: 'unknown' });
      }
    }
    expect(await answerAs(chat, { ...asked, elicitId: `${asked.elicitId}9` }, 'bo')).toEqual({ outcome: 'unknown' });
    // The wire gives a stranger the same for both, to the byte.
    const raw = async (elicitId: string) => {
      const pluginElicitResponses = [accept({ ...asked, elicitId }, { ok: true })];
      const answered = await chat.post({ conversationId: `of ${elicitId}`, pluginElicitResponses }, as('eve'));
      return [answered.status, answered.raw.replaceAll(/"revision":\d+/g, '')];
    };
    expect(await raw(asked.elicitId)).toEqual(await raw('elicit:that:does:not:exist'));
    expect(await answerAs(chat, asked, 'bo')).toEqual({ outcome: 'recorded' });
  });

  it('counts once: who comes second hears who was first', async () => {
    const chat = chatOf({ to: { role: 'manager' } });
    const asked = questionOf(await chat.post(ask, as('ada')));
    const outcomes = await Promise.all(['bo', 'cy'].map((name) => answerAs(chat, asked, name, { answerId: name })));
    const [first, second] = outcomes[0]?.outcome === 'recorded' ? (['bo', 'cy'] as const) : (['cy', 'bo'] as const);
    expect(outcomes).toContainEqual({ outcome: 'recorded' });
    expect(outcomes).toContainEqual({ outcome: 'repeated', action: 'accept', answerId: first, by: whoIs(first) });
    expect(await answerAs(chat, asked, second)).toMatchObject({ outcome: 'repeated', by: whoIs(first) });
    expect(await answerAs(chat, asked, 'eve')).toEqual({ outcome: 'unknown' });
  });

  it('tells nobody else the words of an answer that the person gave, who was asked with others', async () => {
    const chat = chatOf({ to: [{ role: 'manager' }, 'ada'] });
    const asked = questionOf(await chat.post(ask, as('ada')));
    const answers = (answerId: string) => [
      { ...accept(asked, { ok: true }), answerId, receipt: { title: 'Granted', detail: 'As Mum wished' } },
    ];
    await chat.post({ conversationId, pluginElicitResponses: answers('first') }, as('ada'));
    const late = await chat.post({ conversationId: 'd', pluginElicitResponses: answers('second') }, as('bo'));
    const told = the(late, 'plugin_elicit_settled');
    expect(told).toMatchObject({ action: 'accept', answerId: 'first' });
    expect(told).not.toHaveProperty('receipt');
  });

  it('may be withdrawn by the person for whom it was asked', async () => {
    const chat = chatOf({ to: { role: 'manager' } });
    const asked = questionOf(await chat.post(ask, as('ada')));
    const pluginElicitResponses = [respond(asked, { action: 'cancel' })];
    const told = await chat.post({ conversationId, pluginElicitResponses }, as('ada'));
    expect(the(told, 'plugin_elicit_settled')).toMatchObject({ action: 'cancel' });
    expect(lastWords(told)).toContain('"reason":"withdrawn"');
    expect(await answerAs(chat, asked, 'bo')).toMatchObject({ outcome: 'repeated', action: 'cancel' });
  });

  it('hides from that person what is to be hidden', async () => {
    const chat = chatOf({ to: { role: 'manager' }, hidden: true });
    const asked = await chat.post(ask, as('ada'));
    expect(asked.raw).not.toContain('40 euros');
    expect(questionOf(asked)).toMatchObject({ message: '', schema: {}, to: { who: [{ role: 'manager' }] } });
    const again = await chat.post({ conversationId, attach: true, revision: undefined }, as('ada'));
    expect(again.raw).not.toContain('40 euros');
  });

  it.each([
    [{}, 1],
    [{ hidden: true as const }, 0],
  ])('tells that person the words of its answer, unless it is hidden: %o', async (options, times) => {
    const chat = chatOf({ to: { role: 'manager' }, ...options });
    const asked = questionOf(await chat.post(ask, as('ada')));
    await answerAs(chat, asked, 'bo', { receipt: { title: 'Forty granted' } });
    const again = await chat.post({ conversationId, attach: true, revision: undefined }, as('ada'));
    expect(again.raw).toContain('plugin_elicit_settled');
    expect(again.raw.split('Forty granted').length - 1).toBe(times);
  });

  it('with four eyes is not answered by its own person, whatever their role', async () => {
    const chat = chatOf({ to: { role: 'manager' }, notOwner: true });
    const asked = questionOf(await chat.post(ask, as('bo')));
    expect(await answerAs(chat, asked, 'bo')).toEqual({ outcome: 'unknown' });
    expect(await answerAs(chat, asked, 'cy')).toEqual({ outcome: 'recorded' });
  });

  it('with four eyes fails at once where anybody may be its person, and the host hears why', async () => {
    const heard: unknown[] = [];
    const onEvent = (event: ServerEvent) => void (event.type === 'error' && heard.push(event.error));
    const chat = chatOf({ to: { role: 'manager' }, notOwner: true }, { onEvent });
    const told = await chat.post(ask);
    expect(only(told, 'plugin_elicit_request')).toEqual([]);
    expect(lastWords(told)).toContain('"action":"cancel","reason":"failed"');
    const message = expect.stringMatching(
      /^refund's question "decide": nobody can answer it: .* Let identify name them\.$/,
    );
    expect(heard).toEqual([expect.objectContaining({ code: 'ELICIT_TO_INVALID', message })]);
  });

  it('is not put to somebody else than its own person where anybody may be that', async () => {
    const heard: unknown[] = [];
    const onEvent = (event: ServerEvent) => void (event.type === 'error' && heard.push(event.error));
    const chat = chatOf({ to: { role: 'manager' } }, { onEvent });
    const { sessionId: callId, elicitId } = questionOf(await chat.post(ask));
    const to = { to: { role: 'director' }, notOwner: true };
    expect(await chat.handler.reassign({ callId, elicitId }, to)).toBe(false);
    const message = expect.stringMatching(/^refund's question "decide": nobody can answer it: /) as string;
    expect(heard).toEqual([expect.objectContaining({ code: 'ELICIT_TO_INVALID', message })]);
    expect((await chat.handler.inbox({ who: people['bo']! })).items).toHaveLength(1);
  });

  it('for its own person by id is an ordinary one on their page', async () => {
    const chat = chatOf({ to: ['bo', 'ada'] });
    const asked = questionOf(await chat.post(ask, as('ada')));
    expect(asked).not.toHaveProperty('to');
    const done = await chat.post({ conversationId, pluginElicitResponses: [accept(asked, { ok: true })] }, as('ada'));
    expect(the(done, 'plugin_elicit_settled')).not.toHaveProperty('by');
    expect(lastWords(done)).toContain('"by":{"id":"ada","name":"Ada"}');
  });

  it('gives nobody the conversation: an anonymous one stays so', async () => {
    const chat = chatOf({ to: { role: 'manager' } });
    const asked = questionOf(await chat.post(ask));
    expect(await answerAs(chat, asked, 'bo')).toEqual({ outcome: 'recorded' });
    const told = await chat.post({ conversationId, attach: true });
    expect(the(told, 'plugin_elicit_settled')).toMatchObject({ by: { name: 'Bo' } });
    const others = await chat.post({ conversationId, attach: true }, as('bo'));
    expect(only(others, 'plugin_elicit_settled')).toEqual(only(told, 'plugin_elicit_settled'));
  });

  it('is asked again of whoever it is for, with what was wrong', async () => {
    const seen: unknown[] = [];
    const check = ({ ok: isOk }: { ok: boolean }, source: unknown) => {
      seen.push(source);
      return isOk ? [] : ['Say yes.'];
    };
    const chat = chatOf({ to: { role: 'manager' }, check: check as never });
    const asked = questionOf(await chat.post(ask, as('ada')));
    const no = { action: 'accept', content: { ok: false } } as const;
    expect(await answerAs(chat, asked, 'bo', { result: no })).toEqual({ outcome: 'refused' });
    expect(await answerAs(chat, asked, 'eve', { attempt: 2 })).toEqual({ outcome: 'unknown' });
    expect(await answerAs(chat, asked, 'bo', { attempt: 1 })).toEqual({ outcome: 'stale' });
    expect(await answerAs(chat, asked, 'cy', { attempt: 2, via: 'link' })).toEqual({ outcome: 'recorded' });
    expect(seen).toEqual([
      { by: { id: 'bo', name: 'Bo' }, via: 'inbox' },
      { by: { id: 'cy' }, via: 'link' },
    ]);
  });

  it('goes on in another process of the same store, and after a restart', async () => {
    const store = { ...memoryStore(), isVolatile: false, opening: undefined };
    const limits = { parkAfter: 0, sweepEvery: Infinity };
    const [here, there] = [chatOf({ to: 'bo' }, { store, limits }), chatOf({ to: 'bo' }, { store, limits })];
    const asked = questionOf(await here.post(ask, as('ada')));
    expect(await answerAs(there, asked, 'eve')).toEqual({ outcome: 'unknown' });
    expect(await answerAs(there, asked, 'bo')).toEqual({ outcome: 'recorded' });
    await here.handler.close();
    const told = await there.post({ conversationId, attach: true, revision: undefined }, as('ada'));
    expect(lastWords(told)).toContain('"by":{"id":"bo","name":"Bo"}');
    expect(await answerAs(there, asked, 'bo')).toMatchObject({ outcome: 'repeated', by: whoIs('bo') });
  });

  it('is a wall: what its person answered before cannot be changed once it is accepted', async () => {
    const changeable = async (result: typeof ok | { action: 'decline' }) => {
      const tool = declared.execute(function* (_params, ctx) {
        yield* ctx.elicit('reason', { message: 'Why?' });
        yield* ctx.elicit('decide', { message: 'Refund?' }, { to: 'bo' });
        yield* ctx.elicit('reason', { message: 'And now?' });
      });
      const chat = createChat(agent([{ name: 'refund', arguments: {} }]), { identify, tools: [tool] });
      const why = questionOf(await chat.post(ask, as('ada')));
      const answer = { ...accept(why, { text: 'Broken' }), answerId: 'a' };
      const asked = questionOf(await chat.post({ conversationId, pluginElicitResponses: [answer] }, as('ada')));
      expect(asked.changeable).toEqual([[0, 0]]);
      await answerAs(chat, asked, 'bo', { result, answerId: 'b' });
      return questionOf(await chat.post({ conversationId, attach: true }, as('ada'))).changeable;
    };
    expect(await changeable(ok)).toBeUndefined();
    expect(await changeable({ action: 'decline' })).toEqual([[0, 0]]);
  });

  it('loses a race like any other', async () => {
    const tool = declared.execute(function* (_params, ctx) {
      const first = yield* race([
        ctx.elicit('decide', { message: 'Refund?' }, { to: 'bo' }),
        ctx.elicit('reason', { message: 'Or why not?' }),
      ]);
      return first.action;
    });
    const chat = createChat(agent([{ name: 'refund', arguments: {} }]), { identify, tools: [tool] });
    const [decide, reason] = only(await chat.post(ask, as('ada')), 'plugin_elicit_request');
    const pluginElicitResponses = [accept(reason!, { text: 'No' })];
    await chat.post({ conversationId, pluginElicitResponses }, as('ada'));
    expect(await answerAs(chat, decide!, 'bo')).toMatchObject({ outcome: 'repeated', action: 'cancel' });
  });
});

describe('mayAnswer of a host', () => {
  it('is asked of everybody whom a question is for, and told what was answered so far', async () => {
    const asked: AnswerToAllow[] = [];
    const tool = declared.execute(function* (_params, ctx) {
      const decided = yield* all([
        ctx.elicit('decide', { message: 'First?' }, { to: { role: 'manager' } }),
        ctx.elicit('decide', { message: 'Second?' }, { to: { role: 'manager' } }),
      ]);
      return decided.map(({ by }) => by?.id).join(' and ');
    });
    const chat = createChat(agent([{ name: 'refund', arguments: {} }]), {
      identify,
      tools: [tool],
      mayAnswer(answer) {
        asked.push(answer);
        return answer.answers.every(({ by }) => by?.id !== answer.who?.id);
      },
    });
    const [one, two] = only(await chat.post(ask, as('ada')), 'plugin_elicit_request');
    expect(await answerAs(chat, one!, 'eve')).toEqual({ outcome: 'unknown' });
    expect(await answerAs(chat, one!, 'bo')).toEqual({ outcome: 'recorded' });
    expect(await answerAs(chat, two!, 'bo')).toEqual({ outcome: 'unknown' });
    expect(await answerAs(chat, two!, 'cy')).toEqual({ outcome: 'recorded' });
    expect(lastWords(await chat.post({ conversationId, attach: true }, as('ada')))).toContain('bo and cy');
    expect(asked.map(({ who, owner, to }) => [who?.id, owner, to])).toEqual(
      ['bo', 'bo', 'cy'].map((id) => [id, 'ada', [{ role: 'manager' }]]),
    );
    const first = { elicitId: one!.elicitId, key: 'decide', action: 'accept', by: whoIs('bo') };
    expect(asked.at(-1)).toMatchObject({ question: { toolName: 'refund', key: 'decide' }, answers: [first] });
  });

  it('judges a changed answer by those before it', async () => {
    const asked: AnswerToAllow[] = [];
    const tool = declared.execute(function* (_params, ctx) {
      for (const message of ['First?', 'Second?', 'Third?']) yield* ctx.elicit('reason', { message });
      return 'done';
    });
    const chat = createChat(agent([{ name: 'refund', arguments: {} }]), {
      identify,
      tools: [tool],
      mayAnswer(answer) {
        asked.push(answer);
        return answer.answers.every(({ elicitId }) => elicitId !== answer.question.elicitId);
      },
    });
    const give = async (question: ElicitRequest, text: string, about: object) => {
      const response = { ...accept(question, { text }), ...about };
      return chat.post({ conversationId, pluginElicitResponses: [response] }, as('ada'));
    };
    const first = questionOf(await chat.post(ask, as('ada')));
    const second = questionOf(await give(first, 'a', { answerId: 'A' }));
    await give(second, 'b', { answerId: 'B' });
    const changed = await give(second, 'c', { answerId: 'C', revises: 'B' });
    expect(the(changed, 'plugin_elicit_revised')).toMatchObject({ elicitId: second.elicitId, answerId: 'C' });
    expect(asked.map(({ answers }) => answers.map(({ elicitId }) => elicitId))).toEqual([
      [],
      [first.elicitId],
      [first.elicitId],
    ]);
  });

  it('that fails lets nobody answer, and says so', async () => {
    const chat = chatOf(
      {},
      {
        mayAnswer() {
          throw new Error('The directory is down.');
        },
      },
    );
    const asked = questionOf(await chat.post(ask, as('ada')));
    const tried = await chat.post({ conversationId, pluginElicitResponses: [accept(asked, { ok: true })] }, as('ada'));
    expect(only(tried, 'plugin_elicit_settled')).toEqual([]);
    expect(chat.errors).toMatchObject([{ message: 'The directory is down.' }]);
  });
});

describe('a host that uses none of it', () => {
  it('keeps and tells not a word more', async () => {
    const kept: string[] = [];
    const inner = memoryStore();
    const store = {
      ...inner,
      isVolatile: false,
      commit(commit: Parameters<typeof inner.commit>[0]) {
        kept.push(JSON.stringify(commit));
        return inner.commit(commit);
      },
    };
    const chat = chatOf({}, { store, identify: (request) => request.headers.get('x-user') ?? undefined });
    const asked = await chat.post(ask, as('ada'));
    const pluginElicitResponses = [accept(questionOf(asked), { ok: true })];
    const done = await chat.post({ conversationId, pluginElicitResponses }, as('ada'));
    expect(lastWords(done)).toContain('"by":{"id":"ada"}');
    const words = /"(?:to|via|roles|notOwner|hidden|who|name\\":\\"Ada)\\?"/;
    expect([asked.raw, done.raw, ...kept].filter((text) => words.test(text))).toEqual([]);
    expect(done.raw).not.toMatch(/"by":\{/);
  });
});

const whoIs = (id: string) => {
  const { name } = people[id]!;
  return name === undefined ? { id } : { id, name };
};
