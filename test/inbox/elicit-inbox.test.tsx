import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import * as z from 'zod';
import '../../src/styles.css';
import '../../src/inbox.css';
import { createInboxClient, ElicitInbox, useInbox, type InboxClient } from '../../src/inbox.ts';
import { Confirm } from '../../src/index.ts';
import { arabic } from '../../src/messages-ar.ts';
import { german } from '../../src/messages-de.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { playInbox, type PlayedInbox } from '../../stories/played-inbox.ts';
import { cut, emulate, overflow } from '../ui/page.ts';
import { walk } from '../ui/walk.ts';

const open: InboxClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((inbox) => inbox.stop()));
});

const refundOrder = makePlugin(
  createMcpTool('refund_order')
    .description('Refund')
    .parameters(z.object({}))
    .elicits({ decide: z.object({ confirmed: z.boolean() }) }),
)
  .onElicit({ decide: answerWith(Confirm, ({ message }) => ({ message, confirmLabel: 'Refund' })) })
  .build();

function Badge({ inbox }: { inbox: InboxClient }) {
  const { count, hasMore } = useInbox(inbox);
  return <output>{`${count}${hasMore ? '+' : ''}`}</output>;
}

async function show(server: PlayedInbox, { width = 800, news = false, dir = 'ltr', ...props } = {}) {
  const inbox = createInboxClient({
    endpoint: '/api/chat',
    plugins: [refundOrder],
    fetch: server.fetch,
    storage: false,
    retry: false,
    news,
    onError: () => undefined,
  });
  open.push(inbox);
  await page.viewport(width + 16, 800);
  await render(
    <div dir={dir} style={{ inlineSize: width }}>
      <Badge inbox={inbox} />
      <ElicitInbox inbox={inbox} {...props} />
    </div>,
  );
  return inbox;
}

const row = (name: RegExp) => page.getByRole('listitem').getByRole('button', { name });
const detail = () => page.elementLocator(document.querySelector('[data-elicit="inbox-detail"]') as Element);
const badge = () => document.querySelector('output')?.textContent;

describe('an inbox beside its questions', () => {
  it('is walked and answered by key', async () => {
    const server = playInbox();
    server.ask();
    server.ask();
    await show(server);
    await expect.element(row(/1042/)).toBeVisible();
    const region = page.getByRole('region', { name: 'Refund order' });
    await walk([
      { keys: '{Tab}', role: 'button', name: /^Refund order 3 minutes ago Refund order 1042\? From ada$/ },
      { keys: '{Tab}', role: 'button', name: /Refund order 1043/ },
      { keys: '{Shift>}{Tab}{/Shift}', role: 'button', name: /Refund order 1042/ },
    ]);
    await userEvent.keyboard('{Enter}');
    await expect.element(region).toHaveFocus();
    await expect.element(row(/1042/)).toHaveAttribute('aria-current', 'true');
    await expect.element(region.getByRole('button', { name: 'Refund', exact: true })).toBeVisible();
    await walk([
      { keys: '{Tab}', role: 'button', name: /^More/ },
      { keys: '{Tab}', role: 'button', name: 'No' },
      { keys: '{Tab}', role: 'button', name: 'Refund' },
    ]);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('group', { name: /^Answered: / })).toHaveFocus();
    await walk([{ keys: '{Tab}', role: 'button', name: 'Next question' }]);
    await userEvent.keyboard('{Enter}');
    await expect.element(region.getByRole('heading', { name: 'Refund order 1043?' })).toBeVisible();
    expect(badge()).toBe('1');
  });

  it('keeps what is under a row within its edge, and leaves a row in the middle of it square', async () => {
    const server = playInbox();
    server.ask();
    await show(server);
    await userEvent.click(row(/1042/));
    const item = row(/1042/).element();
    const list = item.closest('[data-elicit="inbox-list"]') as Element;
    const edges = [list, item.closest('ul') as Element, item].map((one) => getComputedStyle(one));
    expect(edges.map((style) => style.borderBottomLeftRadius !== '0px')).toEqual([true, false, false]);
    expect(edges.map((style) => style.borderBottomRightRadius)).toEqual(['0px', '0px', '0px']);
    expect(list.getBoundingClientRect().bottom).toBeGreaterThan(item.getBoundingClientRect().bottom + 50);
  });

  it('says how many wait, then how many have come, then that none does, and lets go what was answered elsewhere', async () => {
    const server = playInbox();
    const place = server.ask();
    await show(server, { news: true });
    const status = () => document.querySelector('[data-elicit="inbox-list"] [role=status]')?.textContent;
    await expect.poll(status).toBe('1 question waits for you');
    await userEvent.click(row(/1042/));
    const refund = page.getByRole('button', { name: 'Refund', exact: true });
    await expect.element(refund).toBeVisible();
    (refund.element() as HTMLElement).focus();
    const other = server.ask();
    await expect.poll(status).toBe('1 new question');
    expect(badge()).toBe('2');
    server.settle(place, 'Bo');
    const receipt = page.getByRole('group', { name: 'Answered: Refund order 1042?' });
    await expect.element(receipt).toHaveTextContent('Answered by Bo');
    await expect.element(receipt).toHaveFocus();
    await expect.poll(badge).toBe('1');
    server.settle(other, 'Bo');
    await expect.poll(status).toBe('Nothing waits for you');
  });

  it('says that a question is gone, and keeps the focus that was in its card', async () => {
    const server = playInbox();
    const place = server.ask();
    await show(server);
    await userEvent.click(row(/1042/));
    const refund = page.getByRole('button', { name: 'Refund', exact: true });
    await expect.element(refund).toBeVisible();
    server.withdraw(place);
    (refund.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('group', { name: 'Stopped: This question is gone' })).toHaveFocus();
    expect(page.getByRole('group', { name: /^Answered/ }).elements()).toHaveLength(0);
    await expect.element(page.getByText('Nothing waits for you', { exact: true }).first()).toBeInTheDocument();
  });

  it('shows what servers say as plain text of limited length', async () => {
    const server = playInbox();
    server.ask(
      { message: `Pay \u202Egnp.exe <b>now</b>? ${'x'.repeat(5000)}` },
      { from: `ada\u0000${'a'.repeat(500)}`, askedAt: 1e300 },
    );
    await show(server);
    await expect.element(row(/Pay gnp.exe <b>now<\/b>\?/)).toBeVisible();
    const { textContent } = document.querySelector('[data-elicit="inbox-item"]') as Element;
    expect(textContent.length).toBeLessThan(500);
    for (const unseen of ['\u0000', '\u200B', '\u202E']) expect(textContent).not.toContain(unseen);
  });

  it('shows one of two questions of a call at a time, and keeps what was typed in the other', async () => {
    const server = playInbox();
    const form = { callId: 'call', toolName: 'raise_limit', key: 'limit' };
    server.ask({ ...form, message: 'The first?' });
    server.ask({ ...form, message: 'The second?' });
    await show(server);
    await userEvent.click(row(/The first/));
    await userEvent.type(page.getByRole('textbox', { name: /Reason/ }), 'late');
    await userEvent.click(row(/The second/));
    await expect.element(detail().getByRole('heading', { name: 'The second?' })).toBeVisible();
    expect(detail().getByRole('heading', { name: 'The first?' }).elements()).toHaveLength(0);
    await expect.element(page.getByRole('textbox', { name: /Reason/ })).toHaveValue('');
    await userEvent.click(row(/The first/));
    await expect.element(page.getByRole('textbox', { name: /Reason/ })).toHaveValue('late');
  });

  it('names the person as the server does, where the host does not', async () => {
    const server = playInbox();
    server.ask({}, { from: 'u-17', fromName: 'Ada Byron' });
    server.ask({}, { from: 'u-18', fromName: 'Grace' });
    await show(server, { nameOf: (id: string) => (id === 'u-18' ? 'Grace Hopper' : undefined) } as object);
    await expect.element(row(/From Ada Byron/)).toBeVisible();
    await expect.element(row(/From Grace Hopper/)).toBeVisible();
  });

  it('names the tool and the person as the host does', async () => {
    const server = playInbox();
    server.ask({}, { from: 'u-17' });
    const nameOf = (id: string) => (id === 'u-17' ? 'Ada Byron' : undefined);
    await show(server, { toolTitles: { refund_order: 'Refunds' }, nameOf } as object);
    await expect.element(row(/From Ada Byron/)).toBeVisible();
    await userEvent.click(row(/^Refunds /));
    await expect.element(detail()).toHaveAccessibleName('Refunds');
    await expect.element(page.getByRole('group', { name: 'Question from Refunds' })).toBeVisible();
  });
});

describe('an inbox in a narrow place', () => {
  it('shows one after the other, and brings the focus back to the row, or to the title without it', async () => {
    const server = playInbox();
    const place = server.ask();
    server.ask();
    await show(server, { width: 360 });
    (row(/1043/).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(detail()).toHaveFocus();
    expect(getComputedStyle(detail().element()).outlineStyle).toBe('solid');
    expect(page.getByRole('list').elements()).toHaveLength(0);
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(row(/1043/)).toHaveFocus();
    expect(page.getByRole('button', { name: 'Back to the inbox' }).elements()).toHaveLength(0);
    server.withdraw(place);
    await userEvent.click(row(/1042/));
    await expect.element(page.getByText('This question is gone')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Back to the inbox' }));
    await expect.element(page.getByRole('heading', { name: 'Inbox' })).toHaveFocus();
  });

  it.each([
    ['English', 'ltr', undefined],
    ['German', 'ltr', german],
    ['Arabic', 'rtl', arabic],
  ])('has room for all in %s at 280 px', async (_, dir, messages) => {
    const words = (messages ?? (await import('../../src/messages.ts')).english).inbox;
    const server = playInbox({ pageSize: 2 });
    for (let nth = 0; nth < 3; nth += 1) server.ask({ expiresAt: Date.now() + 3_600_000 });
    await show(server, { width: 280, dir, messages } as object);
    await expect.element(page.getByRole('button', { name: words.more })).toBeVisible();
    expect([overflow(), cut('[data-elicit="inbox-message"]')]).toEqual([[], []]);
    await userEvent.click(row(/1042/));
    await expect.element(page.getByRole('button', { name: 'Refund', exact: true })).toBeVisible();
    expect([overflow(), cut()]).toEqual([[], []]);
    const back = page.getByRole('button', { name: words.back }).element().getBoundingClientRect();
    const place = detail().element().getBoundingClientRect();
    expect(dir === 'rtl' ? place.right - back.right : back.left - place.left).toBeLessThan(20);
  });
});

it('tells the open question by more than a colour where the person has colours of their own', async () => {
  await emulate('forced-colors', 'active');
  try {
    const server = playInbox();
    server.ask();
    server.ask();
    await show(server);
    await userEvent.click(row(/1042/));
    const outline = (name: RegExp) => getComputedStyle(row(name).element()).outlineStyle;
    await expect.poll(() => outline(/1042/)).toBe('solid');
    expect(outline(/1043/)).toBe('none');
  } finally {
    await emulate('forced-colors', '');
  }
});

it('reads nothing before it is on a page, and nothing twice with two readers', async () => {
  const server = playInbox();
  server.ask();
  await show(server);
  await expect.element(row(/1042/)).toBeVisible();
  expect(server.requests).toEqual([{}]);
});
