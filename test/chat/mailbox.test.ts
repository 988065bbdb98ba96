import { expect, it, onTestFinished, vi } from 'vitest';
import { createMailbox, forward, type MailItem } from '../../src/chat/conversation-mailbox.ts';
import { leaseKey, mailboxKey, outKey } from '../../src/chat/conversation-store.ts';
import { createLeases } from '../../src/store/lease.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { eventually } from '../eventually.ts';

const key = 'c';

/** A mailbox over a store whose looks take as long as the test wants. */
function openMailbox() {
  const store = { ...memoryStore(), isVolatile: false, opening: undefined };
  const heard: MailItem[] = [];
  const looks: (() => void)[] = [];
  let isSlow = false;
  const mailbox = createMailbox({
    store: {
      ...store,
      async list(...asked) {
        const found = await store.list(...asked);
        if (isSlow) await new Promise<void>((resolve) => looks.push(resolve));
        return found;
      },
    },
    key,
    isLeft: false,
    onItem: (item) => void heard.push(item),
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(mailbox.stop);
  return {
    mailbox,
    looks,
    ids: () => heard.map(({ id }) => id),
    slow: (now: boolean) => (isSlow = now),
    send: (id: string) =>
      store.commit({ append: [{ key: mailboxKey(key), items: [JSON.stringify({ id, left: true })] }] }),
  };
}

it('takes each request once, however many looks wait for a slow one', async () => {
  const { mailbox, looks, ids, slow, send } = openMailbox();
  slow(true);
  const first = mailbox.look();
  await eventually(() => expect(looks).toHaveLength(1));
  await send('one');
  const others = [mailbox.look(), mailbox.look()];
  slow(false);
  looks.forEach((answer) => answer());
  await Promise.all([first, ...others]);

  expect(ids()).toEqual(['one']);
  expect(mailbox.taken()).toBe(1);
});

it('counts nothing that it took before it was emptied', async () => {
  const { mailbox, looks, slow, send } = openMailbox();
  slow(true);
  await send('of another process');
  const late = mailbox.look();
  await eventually(() => expect(looks).toHaveLength(1));
  mailbox.stop();
  slow(false);
  looks.forEach((answer) => answer());
  await late;

  expect(mailbox.taken()).toBe(0);
});

it('reads what another process tells while it looks, without waiting for the next look', async () => {
  const base = { ...memoryStore(), isVolatile: false, opening: undefined };
  const leases = createLeases(base, 60_000);
  const lease = (await base.commit({ put: [{ key: leaseKey(key), value: leases.textOf(Date.now() + 60_000) }] })) ?? '';
  // Nothing looks by itself any more.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const told = [{ text: 'first\n' }, { end: true }].map((item) => JSON.stringify(item));
  const store = {
    ...base,
    async list(asked: string, from?: number) {
      const found = await base.list(asked, from);
      if (asked.startsWith(outKey(key, '')) && told.length > 0) {
        await base.commit({ append: [{ key: asked, items: told.splice(0) }] });
      }
      return found;
    },
  };
  const body = { conversationId: 'c', messages: [] };
  const locate = async () => ({ lease });
  const onHanded = () => undefined;
  const about = { store, leases, key, body, owner: undefined, keepAlive: Infinity, onHanded, locate };
  const reading = await forward(about);

  expect(await new Response(reading.body).text()).toBe('first\n');
});
