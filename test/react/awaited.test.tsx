import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import * as z from 'zod';
import '../../src/styles.css';
import { ElicitOutlet, PluginSessionProvider, usePendingCount } from '../../src/index.ts';
import { german } from '../../src/messages-de.ts';
import { createMcpTool, makePlugin } from '../../src/plugin.ts';
import {
  ask as askAny,
  askFirst,
  closeAll,
  createHarness,
  info,
  push,
  settled,
  state,
  type Harness,
} from '../client/harness.ts';
import { eventually } from '../eventually.ts';

afterEach(closeAll);

let runs = 0;
const plugin = makePlugin(
  createMcpTool('refund')
    .description('Refund')
    .parameters(z.object({}))
    .elicits({ decide: z.object({ ok: z.boolean() }) }),
)
  .onElicit({
    async decide() {
      runs += 1;
      return { action: 'accept', content: { ok: true } };
    },
  })
  .build();

const to = { who: [{ name: 'Bo' }, { role: 'shift_lead' }] };
const ask = (over: Parameters<typeof askAny>[0] = {}) =>
  askAny({ toolName: 'refund', key: 'decide', message: 'Refund 40 euros?', schema: {}, to, ...over });

const Count = () => <output>{usePendingCount()}</output>;

async function show(harness: Harness, language: object = {}) {
  await render(
    <PluginSessionProvider client={harness.client}>
      <Count />
      <ElicitOutlet {...language} />
    </PluginSessionProvider>,
  );
}
const line = () => page.getByRole('group', { name: /^Waiting: / });
const withdraw = () => page.getByRole('button', { name: 'Withdraw: Refund 40 euros?' });
const said = () => [...document.querySelectorAll('[data-elicit=announcer] p')].map(({ textContent }) => textContent);

describe('a question that waits for somebody else', () => {
  it('is a line that says for whom, asks nothing here, and counts for nothing that waits for the person', async () => {
    runs = 0;
    const harness = createHarness({ plugins: [plugin] });
    await show(harness);
    await askFirst(harness, ask());
    await expect.element(line()).toHaveTextContent('Refund 40 euros? Waiting for Bo or Shift lead');
    await expect.element(page.getByRole('status')).toHaveTextContent('0');
    expect(page.getByRole('form').elements()).toHaveLength(0);
    expect(runs).toBe(0);
    expect(harness.item().status).toBe('awaited');
    expect(harness.client.getSnapshot()).toMatchObject({ pending: [], receipts: [] });
    expect(said()).toEqual(['Refund: Waiting for Bo or Shift lead. Refund 40 euros?']);
  });

  it('says until when, if its time is limited', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await show(harness);
    const expiresAt = new Date().setHours(23, 59, 59);
    await askFirst(harness, ask({ expiresAt }));
    await expect.element(line()).toHaveTextContent(/Waiting for Bo or Shift lead · Answer by .*11:59/);
  });

  it('is taken back with Withdraw, which keeps the focus, and says what came of that', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await show(harness);
    await askFirst(harness, ask());
    await userEvent.click(withdraw());
    const stream = await harness.server.accept();
    const sent = stream.request.body.pluginElicitResponses?.[0];
    expect(sent?.result).toEqual({ action: 'cancel', reason: 'dismissed' });
    await expect.element(line()).toHaveFocus();
    expect(withdraw().elements()).toHaveLength(0);
    stream.end(info, settled('cancel', {}, sent?.answerId), state());
    await expect.element(page.getByRole('group', { name: 'Cancelled: Refund 40 euros?' })).toBeVisible();
  });

  it('leaves the dialog to the next question if it could not be withdrawn', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await show(harness, { presentation: 'dialog' });
    await askFirst(harness, ask());
    await userEvent.click(withdraw());
    await harness.server.refuse(new Response('{}', { status: 400 }));
    await harness.when(({ items }) => items[0]?.status === 'failed');
    push(harness.client, ask({ callId: 'call_2', key: 'other', to: undefined, message: 'And you?' }));
    await expect.element(page.getByRole('dialog')).toHaveTextContent('And you?');
  });

  it('can be withdrawn again if that did not arrive', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await show(harness);
    await askFirst(harness, ask());
    await userEvent.click(withdraw());
    await harness.server.refuse(new Response('{}', { status: 400 }));
    await expect.element(withdraw()).toBeVisible();
    await expect.element(line()).not.toHaveTextContent('Waiting for Bo');
    await userEvent.click(withdraw());
    expect((await harness.server.accept()).request.body.pluginElicitResponses).toHaveLength(1);
  });

  it.each([
    ['accept', 'Answered', 'Answered by Bo'],
    ['decline', 'Skipped', 'Declined by Bo'],
  ] as const)('says who ended it with %s', async (action, outcome, words) => {
    const harness = createHarness({ plugins: [plugin] });
    await show(harness);
    await askFirst(harness, ask());
    void harness.client.send('And?');
    const next = await harness.server.accept();
    next.end(info, { ...settled(action, {}, 'theirs'), by: { name: 'Bo' } }, state());
    const receipt = page.getByRole('group', { name: `${outcome}: Refund 40 euros?` });
    await expect.element(receipt).toHaveTextContent(words);
    expect(harness.item()).toMatchObject({ status: 'settled', elsewhere: true, by: { name: 'Bo' } });
  });

  it('speaks the page’s language, and has a word for somebody without a name', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await show(harness, { locale: 'de', messages: german });
    await askFirst(harness, ask({ to: { who: [{}, {}] } }));
    await expect.element(page.getByText('Antworten soll: jemand anderes').first()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Zurückziehen' })).toBeVisible();
  });

  it('is not answered by code of the page either', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask());
    const item = harness.item();
    expect(item).not.toHaveProperty('accept');
    expect(item).not.toHaveProperty('decline');
    await eventually(() => expect(harness.server.requests).toHaveLength(1));
  });
});
