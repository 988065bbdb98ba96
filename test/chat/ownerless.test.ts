import { all } from 'effection';
import { describe, expect, it } from 'vitest';
import type { ChatRequestBody } from '../../src/server.ts';
import { agent, createChat, only, read, respond, user, type Answered, type Chat } from './harness.ts';
import { as, declared, type Options } from './refund-for-others.ts';

const people: Record<string, { id: string; roles?: string[] }> = { bo: { id: 'bo', roles: ['manager'] } };
const text = { action: 'accept', content: { text: 'x' } } as const;

/** A visitor's call has a question of theirs answered, and asks them and a manager. */
async function asked(conversationId: string | undefined) {
  const told = { token: '', key: '' };
  const tool = declared.execute(function* (_params, ctx) {
    told.token = yield* ctx.waitFor.token('paid');
    yield* ctx.step('order', ({ idempotencyKey }) => void (told.key = idempotencyKey), { idempotent: true });
    yield* ctx.elicit('reason', { message: 'PRIVATE question' });
    const [decided, reason] = yield* all([
      ctx.elicit('decide', { message: 'Refund?' }, { to: { role: 'manager' } } as Options),
      ctx.elicit('reason', { message: 'PRIVATE question' }),
    ]);
    return `${decided.action} ${reason.action}`;
  });
  const identify = (request: Request) => people[request.headers.get('x-user') ?? ''];
  const chat = createChat(agent([{ name: 'refund', arguments: {} }]), { identify, tools: [tool] });
  const first = await send(chat, { conversationId, messages: [user('PRIVATE words')] });
  const named = { answerId: 'known to its page alone', receipt: { title: 'PRIVATE answer' } };
  const pluginElicitResponses = [{ ...respond(questionFor(first)!, text), ...named }];
  const second = await send(chat, { conversationId, pluginElicitResponses });
  const [item] = (await chat.handler.inbox({ who: people['bo']! })).items;
  return { chat, second, callId: item!.callId, told };
}

async function send({ handler }: Chat, body: Partial<ChatRequestBody>, name = ''): Promise<Answered> {
  const headers = { 'content-type': 'application/json', ...as(name) };
  const init = { method: 'POST', headers, body: JSON.stringify({ messages: [], ...body }) };
  return read(await handler(new Request('http://chat.test/', init)));
}

/** The last question that is for the conversation's person. */
const questionFor = (answered: Answered) =>
  only(answered, 'plugin_elicit_request').findLast(({ to }) => to === undefined);

describe.each([
  ['with an id', 'secret-id'],
  ['without an id', undefined],
])('an anonymous conversation begun %s', (_, conversationId) => {
  it('gives its call’s id to addressees, webhooks and payment providers', async () => {
    const { callId, told } = await asked(conversationId);
    expect([told.token.split('~')[0], told.key.split(':')[0]]).toEqual([callId, callId]);
  });

  it.each(['bo', 'nobody'])('is not opened, stopped or taken over by %s with its call’s id alone', async (name) => {
    const { chat, second, callId } = await asked(conversationId);
    const ids = { sessionId: callId, callId };
    const answers = [0, 1, 2].map((seq) => respond({ ...ids, elicitId: `${callId}:elicit:${seq}`, attempt: 1 }, text));
    const call = { id: callId, type: 'function' as const, function: { name: 'refund', arguments: '{}' } };
    const bodies: Partial<ChatRequestBody>[] = [
      { pluginElicitResponses: answers, revision: 0, restartAbove: 0, attach: true },
      { pluginElicitResponses: answers },
      { pluginElicitResponses: answers, conversationId: 'mine' },
      { pluginAbort: ids, revision: 0, restartAbove: 0 },
      { pluginAbort: ids, conversationId: 'mine' },
      { messages: [{ role: 'assistant', content: '', tool_calls: [call] }, user('hello')] },
    ];
    for (const body of bodies) {
      const { raw, types } = await send(chat, body, name);
      expect(raw).not.toMatch(/PRIVATE|secret-id|known to its page alone/);
      expect(types).not.toContain('plugin_elicit_settled');
    }

    const pluginElicitResponses = [respond(questionFor(second)!, text)];
    const last = await send(chat, { conversationId, pluginElicitResponses });
    expect(only(last, 'plugin_elicit_settled').map(({ action }) => action)).toContain('accept');
    expect(only(last, 'plugin_session_error')).toEqual([]);
  });

  it('is stopped by its page', async () => {
    const { chat, second } = await asked(conversationId);
    const { sessionId } = questionFor(second)!;
    const last = await send(chat, { conversationId, pluginAbort: { sessionId } });
    expect(only(last, 'plugin_session_status').map(({ status }) => status)).toContain('aborted');
  });
});
