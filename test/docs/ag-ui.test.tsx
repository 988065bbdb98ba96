import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { AgUiChat, openAgent } from '../../docs/examples/ag-ui-chat.tsx';
import { POST } from '../../docs/examples/ag-ui-route.ts';
import { chat } from '../../docs/examples/tool.ts';

afterEach(async () => {
  await cleanup();
  vi.unstubAllGlobals();
});
afterAll(() => chat.close());

it('asks an agent’s questions in its calls’ places, and the thread comes back on another page', async () => {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => POST(new Request(new URL(url, location.href), init)));
  const first = openAgent('t');
  await render(<AgUiChat {...first} />);
  await page.getByRole('button', { name: 'Book a flight' }).click();
  await expect.element(page.getByRole('radio', { name: /SH 420/ })).toBeVisible();
  await expect.element(page.getByText('Asked by Travel agent.')).toBeVisible();
  await cleanup();
  await first.client.close();

  const second = openAgent('t');
  await render(<AgUiChat {...second} />);
  await expect.element(page.getByText('Book me a flight from NYC to LAX')).toBeVisible();
  await page.getByRole('radio', { name: /SH 420/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText('Flight SH420')).toBeVisible();
  await expect.element(page.getByText(/^Done: .*T-SH420.*Walk\./)).toBeVisible();
  await second.client.close();
});
