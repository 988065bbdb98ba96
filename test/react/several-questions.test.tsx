import { all } from 'effection';
import { describe, onTestFinished, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import { Confirm, createPluginClient, ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';
import { ask, askFirst, closeAll, createHarness, info, settled, state } from '../client/harness.ts';

const tool = createMcpTool('order')
  .description('Order')
  .parameters(z.object({}))
  .elicits({ drink: z.object({ drink: z.string() }), food: z.object({ food: z.string() }) }, { concurrent: true })
  .execute(function* (_, ctx) {
    const [drink, food] = yield* all([
      ctx.elicit('drink', { message: 'What would you like to drink?' }),
      ctx.elicit('food', { message: 'What would you like to eat?' }),
    ]);
    return [drink, food].map(({ action }) => action).join(' ');
  });

it('shows two questions of one call, and the answer to one leaves the other as it is', async () => {
  const provider = createScriptedProvider((messages) =>
    messages.at(-1)?.role === 'tool' ? { text: 'Done.' } : { toolCalls: [{ name: 'order', arguments: {} }] },
  );
  const handler = createChatHandler({ provider, tools: [tool] });
  const client = createPluginClient({ transport: memoryTransport(handler), plugins: [], storage: false, tabs: false });
  onTestFinished(async () => {
    await client.close();
    await handler.close();
  });
  await render(
    <PluginSessionProvider client={client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  await client.send('Order for me');

  const [drink, food] = [page.getByRole('textbox', { name: 'Drink' }), page.getByRole('textbox', { name: 'Food' })];
  await userEvent.fill(drink, 'Tea');
  await userEvent.fill(food, 'Soup');
  await userEvent.click(page.getByRole('button', { name: 'Send' }).nth(1));
  await expect.poll(() => document.querySelectorAll('[data-elicit="receipt"]').length).toBe(1);
  await expect.element(drink).toHaveValue('Tea');
  await expect.element(drink).toBeEnabled();
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(() => client.getSnapshot().messages.at(-1)?.content).toBe('Done.');
  expect(client.getSnapshot().messages.find(({ role }) => role === 'tool')?.content).toBe('accept accept');
});

describe('the second click of a double click', () => {
  const next = createMcpTool('next')
    .description('Next')
    .parameters(z.object({}))
    .elicits({ first: z.object({ confirmed: z.boolean() }) });
  const plugin = makePlugin(next)
    .onElicit({ first: answerWith(Confirm, ({ message }) => ({ message })) })
    .build();
  const asked = (callId: string, message: string) =>
    ask({ callId, toolName: 'next', key: 'first', message, schema: {}, params: {} });
  const confirm = () => page.getByRole('button', { name: 'Confirm' });
  /** As a browser counts the clicks at one place, whatever is there. */
  const click = (nth: number) =>
    confirm()
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: nth }));

  it.each(['inline', 'dialog'] as const)(
    'does not answer the question that came after the first, %s',
    async (presentation) => {
      const harness = createHarness({ plugins: [plugin] });
      onTestFinished(closeAll);
      await render(
        <PluginSessionProvider client={harness.client}>
          <ElicitOutlet presentation={presentation} />
        </PluginSessionProvider>,
      );
      await askFirst(harness, asked('call_1', 'Delete the project?'));
      await expect.element(confirm()).toBeVisible();
      click(1);
      (await harness.server.accept()).end(info, settled('accept'), asked('call_2', 'And its backups?'), state());
      await expect.element(page.getByText('And its backups?').last()).toBeVisible();
      await expect.element(confirm()).toBeVisible();

      click(2);
      expect(harness.item('call_2:0').status).toBe('pending');
      click(1);
      expect(harness.item('call_2:0').status).toBe('sending');
    },
  );

  it('counts on the control that had the first', async () => {
    const harness = createHarness({ plugins: [plugin] });
    onTestFinished(closeAll);
    await render(
      <PluginSessionProvider client={harness.client}>
        <ElicitOutlet />
      </PluginSessionProvider>,
    );
    await askFirst(harness, asked('call_1', 'Delete the project?'));
    const more = page.getByRole('button', { name: 'More about: Next' });
    await userEvent.dblClick(more);
    await expect.element(more).toHaveAttribute('aria-expanded', 'false');
  });
});
