import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider } from '../../src/testing.ts';
import { orderPizza } from '../../docs/examples/hello.ts';
import { App } from '../../docs/examples/PizzaPage.tsx';

afterEach(() => vi.unstubAllGlobals());

it('asks in a form that is made from the schema, and goes on with the answer', async () => {
  const chat = createChatHandler({
    provider: createScriptedProvider((messages) => {
      const last = messages.at(-1);
      if (last?.role === 'tool') return { text: last.content };
      return { toolCalls: [{ name: 'order_pizza', arguments: { topping: 'mushroom' } }] };
    }),
    tools: [orderPizza],
  });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => chat(new Request(new URL(url, location.href), init)));
  await render(<App />);

  await page.getByRole('button', { name: 'Order' }).click();
  await expect.element(page.getByText('How large a mushroom pizza?').first()).toBeVisible();
  await page.getByRole('radio', { name: 'large' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();

  await expect.element(page.getByText('Ordered: one large mushroom pizza.')).toBeVisible();
  await chat.close();
});
