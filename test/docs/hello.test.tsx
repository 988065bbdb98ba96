import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPluginClient, PluginSessionProvider } from '../../src/index.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';
import { orderPizza } from '../../docs/examples/hello.ts';
import { Questions } from '../../docs/examples/Questions.tsx';

it('asks in a form that is made from the schema, and goes on with the answer', async () => {
  const chat = createChatHandler({
    provider: createScriptedProvider((messages) => {
      const last = messages.at(-1);
      if (last?.role === 'tool') return { text: last.content };
      return { toolCalls: [{ name: 'order_pizza', arguments: { topping: 'mushroom' } }] };
    }),
    tools: [orderPizza],
  });
  const client = createPluginClient({ transport: memoryTransport(chat), plugins: [], storage: false });
  await render(
    <PluginSessionProvider client={client}>
      <Questions />
    </PluginSessionProvider>,
  );

  await client.send('I am hungry');
  await expect.element(page.getByText('How large a mushroom pizza?').first()).toBeVisible();
  await page.getByRole('radio', { name: 'large' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();

  const answered = () => client.getSnapshot().messages.at(-1)?.content;
  await expect.poll(answered).toContain('Ordered: one large mushroom pizza.');
  await client.close();
  await chat.close();
});
