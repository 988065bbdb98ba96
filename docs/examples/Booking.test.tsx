import { createPluginClient, ElicitOutlet, PluginSessionProvider } from 'elicitkit';
import { createChatHandler } from 'elicitkit/server';
import { createScriptedProvider, memoryTransport } from 'elicitkit/testing';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { bookFlightPlugin } from './plugin';
import { bookFlightTool } from './tool';

it('asks which flight, and keeps a line of the answer', async () => {
  const provider = createScriptedProvider([
    { toolCalls: [{ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } }] },
    { text: 'Walk.' },
    { text: 'You are booked.' },
  ]);
  const chat = createChatHandler({ provider, tools: [bookFlightTool] });
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
