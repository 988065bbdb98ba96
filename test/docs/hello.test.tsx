import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider } from '../../src/testing.ts';
import { orderPizza } from '../../docs/examples/hello.ts';
import { expectConsole } from '../expect-console.ts';
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

it('says that it tries again while the server is down, and why it gave up', async () => {
  const chat = createChatHandler({
    provider: createScriptedProvider(() => ({ text: 'Welcome.' })),
    tools: [orderPizza],
  });
  let server: 'up' | 'down' | 'refusing' = 'down';
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (server === 'down') throw new TypeError('Failed to fetch');
    if (server === 'refusing') return new Response(null, { status: 403 });
    return chat(new Request(new URL(url, location.href), init));
  });
  await render(<App />);

  await page.getByRole('button', { name: 'Order' }).click();
  await expect.element(page.getByRole('status').getByText('Trying again…')).toBeVisible();
  server = 'up';
  await expect.element(page.getByText('Welcome.')).toBeVisible();
  await expect.element(page.getByText('Trying again…')).not.toBeInTheDocument();

  expectConsole(/HTTP_ERROR/);
  server = 'refusing';
  await page.getByRole('button', { name: 'Order' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('403');
  await chat.close();
});
