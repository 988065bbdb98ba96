import { afterEach, describe, expect, it } from 'vitest';
import type { PendingItem } from '../../src/client.ts';
import { createInboxClient, type InboxClient } from '../../src/inbox.ts';
import type { ChatHandlerOptions, Person } from '../../src/server.ts';
import { agent, createChat, user, type Chat } from '../chat/harness.ts';
import { as, conversationId, declared } from '../chat/refund-for-others.ts';
import { eventually } from '../eventually.ts';

const people: Record<string, Person> = {
  ada: { id: 'ada', name: 'Ada' },
  di: { id: 'di', name: 'Di'.repeat(1000) },
  bo: { id: 'bo', name: 'Bo', roles: ['manager'] },
  cy: { id: 'cy', name: 'Cy', roles: ['manager'] },
};
const identify: ChatHandlerOptions['identify'] = (request) => people[request.headers.get('x-user') ?? ''];
const refund = declared.execute(function* (_params, ctx) {
  const answer = yield* ctx.elicit(
    'decide',
    { message: 'Refund 40 euros?' },
    {
      to: { role: 'manager' },
      notOwner: true,
      timeout: 60_000,
      check: () => (left > 0 ? ((left -= 1), ['Look again.']) : undefined),
    },
  );
  return { by: answer.by?.name ?? 'nobody' };
});
/** How many answers the tool refuses. */
let left = 0;

const open: InboxClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((inbox) => inbox.stop()));
});

function chatOf(): Chat {
  return createChat(agent([{ name: 'refund', arguments: {} }]), { identify, tools: [refund] });
}

/** The inbox of a person, whose responses are lost while `loses` says so. */
function inboxOf({ handler }: Chat, name: string, loses: () => boolean = () => false) {
  const inbox = createInboxClient({
    endpoint: 'http://localhost/chat',
    plugins: [],
    headers: as(name),
    storage: false,
    retry: { wait: async () => undefined },
    onError: () => undefined,
    async fetch(url, init) {
      const response = await handler(new Request(url as string, init));
      if (loses()) throw new TypeError('The connection broke.');
      return response;
    },
  });
  open.push(inbox);
  inbox.client.declare({ genericForm: true, url: true });
  inbox.subscribe(() => undefined);
  const items = async (count: number) => {
    await eventually(() => {
      inbox.refresh();
      expect(inbox.getSnapshot().items).toHaveLength(count);
    });
    return inbox.getSnapshot().items;
  };
  const asked = async (status: string) => {
    const find = () => inbox.client.getSnapshot().items.at(-1);
    await eventually(() => expect(find()?.status).toBe(status));
    return find() as unknown as Pick<PendingItem, 'accept'>;
  };
  return { inbox, items, asked };
}

const ask = (chat: Chat, who = 'ada') => void chat.post({ conversationId, messages: [user('refund')] }, as(who));

describe('an inbox of a real server', () => {
  it('lists what waits for a role, and its answer reaches the tool', async () => {
    const chat = chatOf();
    ask(chat);
    const bo = inboxOf(chat, 'bo');
    const [item] = await bo.items(1);
    expect(item).toMatchObject({ message: 'Refund 40 euros?', from: 'ada', fromName: 'Ada' });
    bo.inbox.open(item!);
    (await bo.asked('pending')).accept({ ok: true });
    await bo.asked('settled');
    await bo.items(0);
  });

  it('lists what somebody asks whose name is too long, by their id', async () => {
    const chat = chatOf();
    ask(chat, 'di');
    const [item] = await inboxOf(chat, 'bo').items(1);
    expect(item).toMatchObject({ from: 'di', fromName: undefined });
  });

  it('tells the page of the call what was answered, in short', async () => {
    const chat = chatOf();
    ask(chat);
    const bo = inboxOf(chat, 'bo');
    const [item] = await bo.items(1);
    bo.inbox.open(item!);
    (await bo.asked('pending')).accept({ ok: false }, { title: 'Refund denied', detail: 'Third one this week' });
    await bo.asked('settled');
    const { raw, state } = await chat.post({ conversationId, attach: true, revision: undefined }, as('ada'));
    expect(raw).not.toContain('Third one');
    expect(state.items).toMatchObject([
      { answers: [{ action: 'accept', by: { name: 'Bo' }, receipt: { title: 'Refund denied' } }] },
    ]);
  });

  it('counts an answer once whose response was lost', async () => {
    const chat = chatOf();
    ask(chat);
    let lost = 0;
    const bo = inboxOf(chat, 'bo', () => lost-- > 0);
    const [item] = await bo.items(1);
    bo.inbox.open(item!);
    const pending = await bo.asked('pending');
    lost = 2;
    pending.accept({ ok: true });
    expect(await bo.asked('settled')).toMatchObject({ elsewhere: false });
  });

  it('tells who was faster', async () => {
    const chat = chatOf();
    ask(chat);
    const [bo, cy] = [inboxOf(chat, 'bo'), inboxOf(chat, 'cy')];
    const [item] = await bo.items(1);
    await cy.items(1);
    bo.inbox.open(item!);
    cy.inbox.open(item!);
    const late = await cy.asked('pending');
    (await bo.asked('pending')).accept({ ok: true });
    await bo.asked('settled');
    late.accept({ ok: false });
    expect(await cy.asked('settled')).toMatchObject({ elsewhere: true, by: { name: 'Bo' } });
  });

  it('asks again what the tool refuses', async () => {
    left = 1;
    const chat = chatOf();
    ask(chat);
    const bo = inboxOf(chat, 'bo');
    const [item] = await bo.items(1);
    bo.inbox.open(item!);
    (await bo.asked('pending')).accept({ ok: true });
    await eventually(() =>
      expect(bo.inbox.client.getSnapshot().pending[0]?.issues).toMatchObject([{ message: 'Look again.' }]),
    );
    (await bo.asked('pending')).accept({ ok: true });
    await bo.asked('settled');
  });

  it('gives more time', async () => {
    const chat = chatOf();
    ask(chat);
    const bo = inboxOf(chat, 'bo');
    const [item] = await bo.items(1);
    bo.inbox.open(item!);
    const pending = (await bo.asked('pending')) as unknown as { expiresAt: number; moreTime: () => void };
    pending.moreTime();
    await eventually(() =>
      expect(bo.inbox.client.getSnapshot().pending[0]?.expiresAt).toBeGreaterThan(pending.expiresAt),
    );
    expect(await bo.asked('pending')).toMatchObject({ attempt: 1 });
  });

  it('has nothing for others, and refuses the anonymous', async () => {
    const chat = chatOf();
    ask(chat);
    const bo = inboxOf(chat, 'bo');
    const [item] = await bo.items(1);
    const ada = inboxOf(chat, 'ada');
    await ada.items(0);
    ada.inbox.open(item!);
    await eventually(() => expect(ada.inbox.getSnapshot().opened?.status).toBe('gone'));
    const nobody = inboxOf(chat, 'nobody');
    await eventually(() =>
      expect(nobody.inbox.getSnapshot()).toMatchObject({
        status: 'failed',
        problem: { code: 'INBOX_ANONYMOUS', status: 403 },
      }),
    );
  });
});
