import { describe, expectTypeOf, it } from 'vitest';
import { answerLinks, type AnswerLinkError, type QuestionDesk } from '../../src/links.ts';
import { createChatHandler, type Person } from '../../src/server.ts';
import { createScriptedProvider } from '../../src/testing.ts';

const provider = createScriptedProvider([]);
const chat = createChatHandler({ provider, tools: [] });
const about = { chat: chat.inbox, secret: 'a secret of at least thirty-two bytes', url: 'https://shop.example/answer' };

describe('answer links', () => {
  it('take the inbox of a chat handler, and whatever opens and answers questions as it does', () => {
    expectTypeOf(chat.inbox).toExtend<QuestionDesk>();
    answerLinks(about);
    // @ts-expect-error a handler is no inbox
    answerLinks({ ...about, chat });
    // @ts-expect-error a secret is not left out
    answerLinks({ chat: chat.inbox, url: 'https://shop.example/answer' });
  });

  it('take a person with roles, and say so of one with a role', () => {
    const isBoss = Math.random() > 0.5;
    createChatHandler({ provider, tools: [], identify: () => (isBoss ? { id: 'bo', roles: ['boss'] } : undefined) });
    // @ts-expect-error write roles: ['boss']
    createChatHandler({ provider, tools: [], identify: () => (isBoss ? { id: 'bo', role: 'boss' } : undefined) });
  });

  it('identify as the chat handler does', () => {
    answerLinks({ ...about, identify: (request) => request.headers.get('x-user') ?? undefined });
    answerLinks({ ...about, identify: async () => new Response(null, { status: 302 }) });
    answerLinks({ ...about, identify: (): Person => ({ id: 'bo', roles: ['manager'] }) });
    // @ts-expect-error a number names nobody
    answerLinks({ ...about, identify: () => 7 });
  });

  it('are made for a question and a person', () => {
    const { link, handle } = answerLinks(about);
    expectTypeOf(link({ callId: 'c', elicitId: 'e' }, { as: { id: 'bo' } })).toEqualTypeOf<Promise<string>>();
    expectTypeOf(handle).toEqualTypeOf<(request: Request) => Promise<Response>>();
    // @ts-expect-error a link is for somebody
    void link({ callId: 'c', elicitId: 'e' }, {});
    // @ts-expect-error a person has an id
    void link({ callId: 'c', elicitId: 'e' }, { as: { name: 'Bo' } });
    // @ts-expect-error an answer to start with is JSON
    void link({ callId: 'c', elicitId: 'e' }, { as: { id: 'bo' }, start: new Map() });
    // @ts-expect-error a question is named by its call, too
    void link({ elicitId: 'e' }, { as: { id: 'bo' } });
  });

  it('fail with a code', () => {
    expectTypeOf<AnswerLinkError['code']>().toExtend<`LINK_${string}`>();
    expectTypeOf<'LINK_TOO_LONG'>().toExtend<AnswerLinkError['code']>();
  });
});
