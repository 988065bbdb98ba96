import { afterEach, describe, expect, it } from 'vitest';
import { answerLinks } from '../../src/links.ts';
import type { ChatHandlerOptions, DurableStore, Person } from '../../src/server.ts';
import { agent, createChat, lastWords, only, questionOf, respond, user, type Chat } from '../chat/harness.ts';
import { answerFor, as, conversationId, declared, ok } from '../chat/refund-for-others.ts';
import { storeInProcess } from '../store/postgres-in-process.ts';
import { people as known, secret, send, visit, type Seen } from './desk.ts';
import { eventually } from '../eventually.ts';

const people: Record<string, Person> = { ...known, eve: { id: 'eve', name: 'Eve' } };
const identify: ChatHandlerOptions['identify'] = (request) => people[request.headers.get('x-user') ?? ''];
const refund = declared.execute(function* (_params, ctx) {
  const answer = yield* ctx.elicit(
    'decide',
    { message: 'Refund 40 euros?' },
    { to: { role: 'manager' }, notOwner: true },
  );
  return `${answer.action} by ${answer.by?.name ?? 'nobody'}`;
});

let open: Chat[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ handler }) => handler.close()));
});

/** A process of the shop: its chat, and the page of its links. */
function processOf(store: DurableStore) {
  const chat = createChat(agent([{ name: 'refund', arguments: {} }]), {
    identify,
    tools: [refund],
    store,
    limits: { leaseTime: 500, parkAfter: 20, sweepEvery: 50 },
  });
  open.push(chat);
  const links = answerLinks({
    chat: chat.handler.inbox,
    secret,
    url: 'https://shop.example/answer',
    // Who opens the page is signed in.
    identify: (request) => people[request.headers.get('x-user') ?? ''],
  });
  return { chat, links };
}

/** Ada asks in one process, of two over one database. */
async function shop() {
  const store = storeInProcess();
  const [here, there] = [processOf(store), processOf(store)];
  const asked = questionOf(await here.chat.post({ conversationId, messages: [user('refund')] }, as('ada')));
  const place = { callId: asked.sessionId, elicitId: asked.elicitId };
  const headers = as('bo');
  const link = () => there.links.link(place, { as: people['bo']! });
  const opened = async () => visit(there.links, await link(), { headers });
  const sent = (page: Seen) => send(there.links, page, { f0: 'true' }, { headers });
  const byInbox = ({ chat }: typeof here, name: string) =>
    chat.handler.inbox.answer(people[name]!, { sessionId: place.callId, ...place, answerId: name, result: ok });
  const told = async () => lastWords(await there.chat.post({ conversationId, attach: true }, as('ada')));
  return { store, here, there, asked, place, link, opened, sent, byInbox, told };
}

describe('a refund of two processes over Postgres', () => {
  it('is approved in the inbox of the other process, once', async () => {
    const { here, there, byInbox, told, link } = await shop();
    const href = await link();
    expect(await byInbox(there, 'bo')).toMatchObject({ outcome: 'settled', action: 'accept', answerId: 'bo' });
    expect(await byInbox(here, 'cy')).toMatchObject({ outcome: 'settled', answerId: 'bo', by: { name: 'Bo' } });
    expect(await told()).toContain('accept by Bo');
    expect((await visit(there.links, href, { headers: as('bo') })).text).toMatch(/Answered/);
  });

  it('is approved under a link, without a script', async () => {
    const { opened, sent, told, byInbox, here } = await shop();
    const done = await sent(await opened());
    expect([done.status, done.text.includes('sent')]).toEqual([200, true]);
    expect(await told()).toContain('accept by Bo');
    expect(await byInbox(here, 'cy')).toMatchObject({ outcome: 'settled', by: { name: 'Bo' } });
  });

  it('counts once if both come at once, and both are told whose answer it was', async () => {
    const { opened, sent, byInbox, here, told } = await shop();
    const shown = await opened();
    const [page, inbox] = await Promise.all([sent(shown), byInbox(here, 'cy')]);
    expect(inbox.outcome).toBe('settled');
    const winner = 'answerId' in inbox && inbox.answerId === 'cy' ? 'Cy' : 'Bo';
    expect(await told()).toContain(`accept by ${winner}`);
    expect(page.text.includes('Cy')).toBe(winner === 'Cy');
    expect('by' in inbox ? inbox.by?.name : 'Cy').toBe(winner);
  });

  it('that is put to a stranger is theirs alone, after a restart too', async () => {
    const { store, here, there, place, link, byInbox } = await shop();
    const href = await link();
    expect(await there.chat.handler.reassign(place, { to: 'eve' })).toBe(true);
    await here.chat.handler.close();
    const restarted = processOf(store);
    expect(await byInbox(restarted, 'bo')).toEqual({ outcome: 'gone' });
    expect((await visit(restarted.links, href, { headers: as('bo') })).status).toBe(404);
    expect(await byInbox(restarted, 'ada')).toEqual({ outcome: 'gone' });
    expect(await byInbox(restarted, 'eve')).toMatchObject({ outcome: 'settled', answerId: 'eve' });
  });

  it('that its customer withdraws leaves every place', async () => {
    const { here, there, asked, link, place, told } = await shop();
    const href = await link();
    await here.chat.post({ conversationId, pluginElicitResponses: [respond(asked, { action: 'cancel' })] }, as('ada'));
    await eventually(async () => expect((await there.chat.handler.inbox({ who: people['bo']! })).items).toEqual([]));
    expect(await there.chat.handler.inbox.open(people['bo']!, place)).toMatchObject({
      outcome: 'settled',
      action: 'cancel',
    });
    expect((await visit(there.links, href, { headers: as('bo') })).text).not.toContain('Refund 40 euros');
    expect(await told()).toContain('cancel by');
  });

  it('is neither read nor answered by its customer or a stranger, by any way', async () => {
    const { here, there, asked, link, byInbox } = await shop();
    const href = await link();
    for (const name of ['ada', 'eve']) {
      expect(await byInbox(here, name)).toEqual({ outcome: 'gone' });
      expect((await visit(there.links, href, { headers: as(name) })).text).not.toContain('Refund 40 euros');
      expect(await answerFor(there.chat, asked, people[name])).toEqual({ outcome: 'unknown' });
      const tried = await there.chat.post({ conversationId, pluginElicitResponses: [respond(asked, ok)] }, as(name));
      expect(only(tried, 'plugin_elicit_settled')).toEqual([]);
    }
    expect((await there.chat.handler.inbox({ who: people['bo']! })).items).toHaveLength(1);
  });
});
