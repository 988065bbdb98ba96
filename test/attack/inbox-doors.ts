import type { InboxAnswered, InboxPage, OpenedQuestion, QuestionPlace } from '../../src/protocol/inbox.ts';
import { memoryStore, type ChatHandlerOptions, type DurableStore, type Person } from '../../src/server.ts';
import { agent, createChat, user, type Chat } from '../chat/harness.ts';
import { as, conversationId, declared, ok, type Options } from '../chat/refund-for-others.ts';

export const people: Record<string, Person> = {
  ada: { id: 'ada', name: 'Ada', roles: ['manager'] },
  bo: { id: 'bo', name: 'Bo', roles: ['manager'] },
  cy: { id: 'cy', name: 'Cy', roles: ['boss'] },
  eve: { id: 'eve' },
  proto: { id: '__proto__' },
  slash: { id: 'x/call_1:elicit:0' },
  poses: { id: 'role:manager', roles: ['to:bo', '__proto__', 'bo'] },
  nul: { id: 'a\0b', roles: ['\ud800'] },
};
const identify: ChatHandlerOptions['identify'] = (request) => people[request.headers.get('x-user') ?? ''];

export const words = 'THE-SECRET';
const deciding = (options: object) =>
  declared.execute(function* (_params, ctx) {
    const { action, by } = yield* ctx.elicit('decide', { message: `${words} of 40 euros?` }, options as Options);
    return `${action} by ${by?.id ?? 'nobody'}`;
  });

export function chatOf(options: object, more: Partial<ChatHandlerOptions> = {}, tool = deciding(options)): Chat {
  return createChat(agent([{ name: 'refund', arguments: {} }]), { identify, tools: [tool], ...more });
}

export const say = (chat: Chat, id = conversationId, name = 'ada') =>
  chat.post({ conversationId: id, messages: [user('refund')] }, as(name));

export function post({ handler }: Pick<Chat, 'handler'>, name: string, inbox: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...as(name) };
  return handler(new Request('http://localhost/chat', { method: 'POST', headers, body: JSON.stringify({ inbox }) }));
}

export async function ask<T = InboxPage>(chat: Pick<Chat, 'handler'>, name: string, inbox: object = {}): Promise<T> {
  return (await (await post(chat, name, inbox)).json()) as T;
}

export const open = (chat: Pick<Chat, 'handler'>, name: string, { callId, elicitId }: QuestionPlace) =>
  ask<OpenedQuestion>(chat, name, { open: { callId, elicitId } });

export const answer = (
  chat: Pick<Chat, 'handler'>,
  name: string,
  { callId, elicitId }: QuestionPlace,
  more: object = {},
) =>
  ask<InboxAnswered>(chat, name, {
    answer: { sessionId: callId, callId, elicitId, answerId: 'a', result: ok, ...more },
  });

export const idsIn = async (chat: Pick<Chat, 'handler'>, name: string) =>
  (await ask(chat, name)).items.map(({ elicitId }) => elicitId);

/** Kept beyond the process, so that several can share it. */
export const kept = (): DurableStore => ({ ...memoryStore(), isVolatile: false, opening: undefined });
export const limits = { leaseTime: 500, parkAfter: 20, sweepEvery: 20 };
export const gone = { outcome: 'gone' };
