import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { applyForVisaTool } from '../../docs/examples/apply-for-visa.ts';
import { claimDamagePlugin } from '../../docs/examples/claim-damage-plugin.ts';
import { claimDamageTool } from '../../docs/examples/claim-damage-tool.ts';
import { decided } from '../../docs/examples/decided.ts';
import { POST } from '../../docs/examples/photo-route.ts';
import { rateStayPlugin } from '../../docs/examples/rate-stay-plugin.ts';
import { rateStay } from '../../docs/examples/rate-stay.ts';
import '../../src/styles.css';
import { createPluginClient, ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { createChatHandler } from '../../src/server.ts';
import type { AnyMcpTool } from '../../src/plugin.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';

/** A page of somebody who is signed in, and whose model calls the tool. */
async function openPage(tool: AnyMcpTool, params: object) {
  const chat = createChatHandler({
    provider: createScriptedProvider([
      { toolCalls: [{ name: tool.name, arguments: params as never }] },
      (messages) => ({ text: `Told: ${messages.at(-1)?.content}` }),
    ]),
    tools: [tool],
    identify: () => 'ada',
  });
  const client = createPluginClient({
    transport: memoryTransport(chat),
    plugins: [claimDamagePlugin, rateStayPlugin],
    storage: false,
  });
  onTestFinished(async () => {
    await client.close();
    await chat.close();
  });
  await render(
    <PluginSessionProvider client={client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  await client.send('Please');
  return { chat, client, said: () => client.getSnapshot().messages.at(-1)?.content };
}

/** Hands what the page fetches to the route, as somebody who is signed in. */
function serve(owner: string) {
  const served = vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    const headers = { authorization: `Bearer ${owner}` };
    return POST(new Request('http://shop.test/api/photos', { ...init, headers }));
  });
  onTestFinished(() => served.mockRestore());
}

const photo = new File([new Uint8Array(7)], 'bag.png', { type: 'image/png' });

it('a file goes to a route, and its id is the answer', async () => {
  serve('ada');
  const { said } = await openPage(claimDamageTool, {});
  await userEvent.upload(page.getByLabelText('Choose a file').last(), photo);
  await expect.element(page.getByText('1 file')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(said).toBe('Told: Claimed, with a photo of 7 bytes.');
});

it('a file of somebody else is no answer', async () => {
  serve('eve');
  const { said } = await openPage(claimDamageTool, {});
  await userEvent.upload(page.getByLabelText('Choose a file').last(), photo);
  await expect.element(page.getByText('1 file')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(said).toBe('Told: No claim: there is no such photo.');
});

it('a tool goes on as somebody else decides, and not before', async () => {
  const { chat, client, said } = await openPage(applyForVisaTool, { passport: 'R7' });
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('It is not decided yet. Try later.')).toBeVisible();
  await decided(chat, 'visa-R7', 'granted');
  void client.attach();
  await expect.poll(said).toBe('Told: Application visa-R7: granted.');
  await decided(chat, 'visa-R7', 'refused');
  expect(said()).toBe('Told: Application visa-R7: granted.');
});

it('an own card of our parts asks, keeps what was chosen, and is the only one to say no', async () => {
  const rateStayTool = rateStay.execute(function* ({ hotel }, ctx) {
    const answer = yield* ctx.elicit(
      'rating',
      { message: `How was ${hotel}?` },
      { check: ({ remark }) => (remark === undefined ? ['Say a word more.'] : undefined) },
    );
    return answer.action === 'accept' ? `${answer.content.mood}: ${answer.content.remark}` : answer.action;
  });
  const { said } = await openPage(rateStayTool, { hotel: 'the Ritz' });
  await expect.element(page.getByRole('group', { name: 'How was the Ritz?', exact: true })).toBeVisible();
  expect(
    page
      .getByText('How was the Ritz?', { exact: true })
      .elements()
      .filter((one) => one.checkVisibility()),
  ).toHaveLength(1);
  expect(page.getByRole('button', { name: 'Skip' }).elements()).toHaveLength(1);

  const send = page.getByRole('button', { name: 'Send' });
  await send.click();
  await expect.element(page.getByRole('radio', { name: 'Good' })).toHaveFocus();
  await page.getByRole('radio', { name: 'Fair' }).click();
  await send.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Say a word more.');
  await expect.element(page.getByRole('radio', { name: 'Fair' })).toBeChecked();
  await page.getByRole('textbox', { name: /^Anything else/ }).fill('Thin walls');
  await send.click();
  await expect.poll(said).toBe('Told: Fair: Thin walls');
});

it('an own card of our parts has the looks of our own', async () => {
  await openPage(
    rateStay.execute(function* (_, ctx) {
      return (yield* ctx.elicit('rating', { message: 'How was it?' })).action;
    }),
    { hotel: 'it' },
  );
  const looks = (selector: string, property: string) =>
    getComputedStyle(document.querySelector(selector) as Element).getPropertyValue(property);
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeVisible();
  expect(looks('[data-elicit=own-card] [data-elicit=commit]', 'border-top-style')).toBe('none');
  expect(looks('[data-elicit=own-card] textarea', 'border-radius')).toBe('10px');
  expect(looks('[data-elicit=own-card] [data-elicit=card]', 'border-radius')).toBe('16px');
});
