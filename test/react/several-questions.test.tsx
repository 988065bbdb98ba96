import { all } from 'effection';
import { onTestFinished, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import { createPluginClient, ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';

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
