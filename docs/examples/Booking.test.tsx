import { createPluginClient, ElicitOutlet, PluginSessionProvider } from 'elicitkit';
import { memoryTransport } from 'elicitkit/testing';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { bookFlightPlugin } from './plugin';
import { chat } from './tool';

it('asks which flight, and keeps a line of the answer', async () => {
  const client = createPluginClient({ transport: memoryTransport(chat), plugins: [bookFlightPlugin], storage: false });
  await render(
    <PluginSessionProvider client={client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  await client.send('Book me a flight from NYC to LAX');

  await page.getByRole('radio', { name: /SH 420/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect.element(page.getByText('Flight SH420')).toBeVisible();
  await client.close();
  await chat.close();
});
