import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPluginClient, PluginSessionProvider } from '../../src/index.ts';
import { memoryTransport } from '../../src/testing.ts';
import { bookFlightPlugin } from '../../docs/examples/plugin.ts';
import { chat } from '../../docs/examples/tool.ts';
import { Waiting } from '../../docs/examples/Waiting.tsx';

it('counts what waits, in the panel and in the title, and goes to it', async () => {
  document.title = 'My chat';
  const client = createPluginClient({ transport: memoryTransport(chat), plugins: [bookFlightPlugin], storage: false });
  await render(
    <PluginSessionProvider client={client}>
      <Waiting />
    </PluginSessionProvider>,
  );
  await expect.element(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();

  await client.send('Book me a flight from NYC to LAX');
  await expect.element(page.getByRole('heading', { name: '1 waiting for you' })).toBeVisible();
  expect(document.title).toBe('(1) My chat');
  await expect.poll(() => document.activeElement?.getAttribute('data-elicit')).toBe('elicit-card');

  await page.getByRole('button', { name: 'Skip' }).click();
  await expect.element(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  expect(document.title).toBe('My chat');
  await client.close();
  await chat.close();
});
