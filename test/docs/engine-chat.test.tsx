import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ChatPage } from '../../docs/examples/EngineChat.tsx';
import { chat } from '../../docs/examples/tool.ts';

afterEach(() => void vi.unstubAllGlobals());
afterAll(() => chat.close());

it('is a useChat over our engine in which a flight is picked and booked', async () => {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => chat(new Request(new URL(url, location.href), init)));
  await render(<ChatPage />);

  await page.getByRole('button', { name: 'Book a flight' }).click();
  await page.getByRole('radio', { name: /SH 420/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect.element(page.getByText('Flight SH420')).toBeVisible();
  await expect.element(page.getByText(/^assistant: Done: .*T-SH420.*Walk\./)).toBeVisible();
});
