import { afterEach, describe, expect, it } from 'vitest';
import { createInboxClient, type InboxClient, type InboxClientOptions } from '../../src/inbox.ts';
import type { ClientError } from '../../src/client.ts';
import { playInbox, type PlayedInbox } from '../../stories/played-inbox.ts';
import { createShelf } from '../client/shelf.ts';
import { eventually } from '../eventually.ts';

const open: InboxClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((inbox) => inbox.stop()));
});

function openInbox(server: PlayedInbox, over: Partial<InboxClientOptions> = {}) {
  const errors: ClientError[] = [];
  const inbox = createInboxClient({
    endpoint: '/api/chat',
    plugins: [],
    fetch: server.fetch,
    storage: false,
    retry: { wait: async () => undefined },
    onError: (error) => errors.push(error),
    ...over,
  });
  open.push(inbox);
  // Without a page nothing else shows forms.
  inbox.client.declare({ genericForm: true, url: true });
  inbox.subscribe(() => undefined);
  const shown = () => inbox.getSnapshot();
  const until = (fact: () => boolean) => eventually(() => expect(fact()).toBe(true));
  const ready = () => until(() => shown().status === 'ready' && !shown().reading);
  /** The question that is open, once it has this status. */
  const asked = async (status = 'pending') => {
    const find = () => {
      const { opened } = shown();
      const askedAs = opened?.status === 'asked' ? opened.askedAs : '';
      return inbox.client.getSnapshot().items.find((item) => item.elicitId === askedAs);
    };
    await eventually(() => expect(find()?.status).toBe(status));
    return find() as unknown as Record<'accept' | 'decline' | 'retry', (value?: unknown) => void> &
      NonNullable<ReturnType<typeof find>>;
  };
  return { inbox, errors, shown, until, ready, asked };
}

describe('the list of an inbox', () => {
  it('is read when somebody listens, the oldest first, page by page', async () => {
    const server = playInbox({ pageSize: 2 });
    for (let nth = 0; nth < 5; nth += 1) server.ask();
    const { inbox, shown, ready, until } = openInbox(server);
    expect(shown().status).toBe('loading');
    await ready();
    expect(shown().items.map(({ elicitId }) => elicitId)).toEqual(['question-1', 'question-2']);
    expect(shown().hasMore).toBe(true);
    inbox.more();
    await until(() => shown().items.length === 4);
    inbox.more();
    await until(() => shown().items.length === 5);
    expect(shown().hasMore).toBe(false);
  });

  it('keeps the pages that were read when it is read again', async () => {
    const server = playInbox({ pageSize: 2 });
    for (let nth = 0; nth < 4; nth += 1) server.ask();
    const { inbox, shown, ready, until } = openInbox(server);
    await ready();
    inbox.more();
    await until(() => shown().items.length === 4);
    server.withdraw({ callId: 'call-1', elicitId: 'question-1' });
    server.ask();
    inbox.refresh();
    await ready();
    expect(shown().items.map(({ elicitId }) => elicitId)).toEqual([2, 3, 4, 5].map((nth) => `question-${nth}`));
  });

  it.each([
    ['without knowing who asks', { status: 403, code: 'INBOX_ANONYMOUS' }],
    ['without an inbox', { status: 501, code: 'INBOX_UNSUPPORTED' }],
  ])('fails at a server %s at once, and says why', async (_, refusal) => {
    const server = playInbox();
    server.next('after', refusal);
    const { shown, errors, until } = openInbox(server);
    await until(() => shown().status === 'failed');
    expect(shown().problem).toMatchObject(refusal);
    expect(errors).toMatchObject([refusal]);
    expect(server.requests).toHaveLength(1);
    errors[0]?.retry?.();
    await until(() => shown().status === 'ready');
  });

  it.each([{ status: 429, code: 'TOO_MANY' }, { status: 503, code: 'STORE_FAILED' }, 'lose' as const])(
    'is asked for again after %j',
    async (how) => {
      const server = playInbox();
      server.ask();
      server.next('after', how);
      const { shown, errors, ready } = openInbox(server);
      await ready();
      expect(shown().items).toHaveLength(1);
      expect(errors).toEqual([]);
    },
  );

  it('stays, with the problem beside it, when it cannot be read again', async () => {
    const server = playInbox();
    server.ask();
    const { inbox, shown, ready, until } = openInbox(server, { retry: false });
    await ready();
    server.next('after', { status: 500, code: 'INTERNAL' });
    inbox.refresh();
    await until(() => shown().problem !== undefined);
    expect(shown()).toMatchObject({ status: 'ready', problem: { code: 'INTERNAL' }, items: [{ callId: 'call-1' }] });
  });

  it('fails with BAD_EVENT where something else answers', async () => {
    const fetch = async () => Response.json({ news: 'none' });
    const { shown, errors, until } = openInbox({ ...playInbox(), fetch });
    await until(() => shown().status === 'failed');
    expect(errors).toMatchObject([{ code: 'BAD_EVENT', message: expect.stringContaining('Check the endpoint') }]);
  });
});

describe('a question of an inbox', () => {
  it('is answered with an id, settles, and leaves the list', async () => {
    const server = playInbox();
    const place = server.ask();
    const { inbox, shown, ready, asked } = openInbox(server);
    await ready();
    inbox.open(place);
    (await asked()).accept({ reason: 'late' });
    await asked('settled');
    expect(shown().items).toEqual([]);
    expect(server.requests.at(-1)).toMatchObject({
      answer: { ...place, attempt: 1, result: { action: 'accept', content: { reason: 'late' } } },
    });
  });

  it('is opened by a link, too: its item comes with it', async () => {
    const server = playInbox({ pageSize: 1 });
    server.ask();
    const place = server.ask();
    const { inbox, shown, asked } = openInbox(server);
    inbox.open(place);
    await asked();
    expect(shown().opened?.item).toMatchObject({ ...place, message: 'Refund order 1043?' });
  });

  it('counts its answer once if the response to it was lost', async () => {
    const server = playInbox();
    const place = server.ask();
    const { inbox, asked } = openInbox(server);
    inbox.open(place);
    server.next('answer', 'lose');
    (await asked()).accept({ reason: 'late' });
    await asked('settled');
    const ids = server.requests.flatMap(({ answer }) => (answer as { answerId: string } | undefined)?.answerId ?? []);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('keeps its answer when it cannot be sent, and sends the same again', async () => {
    const server = playInbox();
    const place = server.ask();
    const { inbox, errors, asked } = openInbox(server, { retry: false });
    inbox.open(place);
    server.next('answer', { status: 503, code: 'STORE_FAILED' });
    (await asked()).accept({ reason: 'late' });
    (await asked('failed')).retry();
    await asked('settled');
    expect(errors).toMatchObject([{ code: 'STORE_FAILED' }]);
    const [first, second] = server.requests.flatMap(({ answer }) => answer ?? []);
    expect(second).toEqual(first);
  });

  it.each([
    ['accept', { reason: 'late' }],
    ['decline', undefined],
  ] as const)('says who answered it if a %s of the person came too late', async (action, value) => {
    const server = playInbox();
    const place = server.ask();
    const { inbox, shown, asked } = openInbox(server);
    inbox.open(place);
    const item = await asked();
    server.settle(place, 'Bo');
    item[action](value);
    expect(await asked('settled')).toMatchObject({ elsewhere: true, action: 'accept', by: { name: 'Bo' } });
    expect(shown().items).toEqual([]);
  });

  it('is never said to be answered by the person if the server names no answer of theirs', async () => {
    const server = playInbox();
    const place = server.ask();
    const { inbox, asked } = openInbox(server);
    inbox.open(place);
    const item = await asked();
    server.settle(place);
    item.accept({ reason: 'late' });
    expect(await asked('settled')).toMatchObject({ elsewhere: true, by: {}, receipt: undefined });
  });

  it('is asked again with what is wrong, and takes the next answer', async () => {
    const server = playInbox();
    server.check = (content) => ((content as { reason?: string }).reason === 'late' ? undefined : 'Say why.');
    const place = server.ask();
    const { inbox, asked, until } = openInbox(server);
    inbox.open(place);
    (await asked()).accept({});
    await until(() => inbox.client.getSnapshot().pending[0]?.attempt === 2);
    const again = await asked();
    expect(again.issues).toEqual([{ path: [], message: 'Say why.' }]);
    again.accept({ reason: 'late' });
    await asked('settled');
    expect(server.requests.at(-1)).toMatchObject({ answer: { attempt: 2 } });
  });

  it('is gone if it was withdrawn, before or while it is answered', async () => {
    const server = playInbox();
    const [first, second] = [server.ask(), server.ask()];
    const { inbox, shown, ready, asked, until } = openInbox(server);
    await ready();
    server.withdraw(first);
    inbox.open(first);
    await until(() => shown().opened?.status === 'gone');
    expect(shown().opened).toMatchObject({ isLate: false });
    inbox.open(second);
    const item = await asked();
    server.withdraw(second);
    item.accept({});
    await until(() => shown().opened?.status === 'gone');
    // Nobody may take the answer for one that counts.
    expect(shown().opened).toMatchObject({ isLate: true });
    expect(shown().items).toEqual([]);
    expect(inbox.client.getSnapshot().pending).toEqual([]);
  });

  it('that was answered before says by whom, and asks nothing', async () => {
    const server = playInbox();
    const place = server.ask();
    const { inbox, shown, ready, until } = openInbox(server);
    await ready();
    server.settle(place, 'Bo');
    inbox.open(place);
    await until(() => shown().opened?.status === 'settled');
    expect(shown().opened).toMatchObject({ action: 'accept', by: { name: 'Bo' } });
    expect(inbox.client.getSnapshot().items).toEqual([]);
  });

  it('leaves when the list is read and somebody else has answered it', async () => {
    const server = playInbox();
    const place = server.ask();
    const { inbox, ready, asked } = openInbox(server);
    await ready();
    inbox.open(place);
    await asked();
    server.settle(place, 'Bo');
    inbox.refresh();
    expect(await asked('settled')).toMatchObject({ by: { name: 'Bo' } });
  });

  it('can be opened again after it could not be', async () => {
    const server = playInbox();
    const place = server.ask();
    const { inbox, shown, ready, asked, until } = openInbox(server);
    await ready();
    server.next('open', { status: 500, code: 'INTERNAL' });
    inbox.open(place);
    await until(() => shown().opened?.status === 'failed');
    inbox.open(place);
    expect(await asked()).toMatchObject({ message: 'Refund order 1042?' });
  });

  it('gets more time, keeps what was typed, and is asked no more than the server allows', async () => {
    const server = playInbox();
    const expiresAt = Date.now() + 60_000;
    const place = server.ask({ expiresAt, timeout: 60_000, extensions: 1 });
    const { inbox, asked, until } = openInbox(server);
    inbox.open(place);
    const item = await asked();
    item.setDraft({ reason: 'la' });
    (item as unknown as { moreTime: () => void }).moreTime();
    await until(() => inbox.client.getSnapshot().pending[0]?.expiresAt === expiresAt + 60_000);
    expect(await asked()).toMatchObject({ attempt: 1, draft: { reason: 'la' }, moreTime: undefined });
  });

  it('is asked again when it is opened after its time was up here, and not at the server', async () => {
    const server = playInbox();
    const place = server.ask({ expiresAt: Date.now() + 100 });
    const { inbox, asked } = openInbox(server);
    inbox.open(place);
    await asked('expired');
    inbox.open(place);
    (await asked()).accept({ reason: 'late' });
    expect(await asked('settled')).toMatchObject({ action: 'accept' });
  });

  it('goes on waiting at the server when its time is up by the clock of the page', async () => {
    const server = playInbox();
    const place = server.ask({ expiresAt: Date.now() - 5000 });
    const { inbox, asked } = openInbox(server);
    inbox.open(place);
    (await asked()).accept({ reason: 'late' });
    expect(await asked('settled')).toMatchObject({ action: 'accept', elsewhere: false });
  });
});

describe('a page that was left', () => {
  it('sends an answer again that was on its way, by the same id, and says that it counts', async () => {
    const server = playInbox();
    const place = server.ask();
    const storage = createShelf();
    const first = openInbox(server, { storage, retry: false });
    first.inbox.open(place);
    server.next('answer', 'lose');
    (await first.asked()).accept({ reason: 'late' });
    await first.asked('failed');
    await first.inbox.stop();

    const second = openInbox(server, { storage });
    await second.until(() => second.inbox.client.getSnapshot().receipts.length === 1);
    expect(second.inbox.client.getSnapshot().receipts).toMatchObject([{ status: 'settled', elsewhere: false }]);
    const [sent, resent] = server.requests.flatMap(({ answer }) => answer ?? []);
    expect(resent).toEqual(sent);
  });

  it('finds what was typed, and leaves the last chat of the tab alone', async () => {
    const server = playInbox();
    const place = server.ask();
    const storage = createShelf();
    void storage.setItem('elicitkit:current', 'a-chat');
    const first = openInbox(server, { storage });
    first.inbox.open(place);
    (await first.asked()).setDraft({ reason: 'la' });
    await first.inbox.stop();
    expect(storage.getItem('elicitkit:current')).toBe('a-chat');

    const second = openInbox(server, { storage });
    second.inbox.open(place);
    expect((await second.asked()).draft).toEqual({ reason: 'la' });
  });
});

it('asks nothing more once it was stopped', async () => {
  const server = playInbox();
  const { inbox, ready } = openInbox(server);
  await ready();
  await inbox.stop();
  inbox.refresh();
  inbox.open({ callId: 'call-1', elicitId: 'question-1' });
  await openInbox(server).ready();
  expect(server.requests).toEqual([{}, {}]);
});
