import { run } from 'axe-core';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../docs/examples/Chat.tsx';
import { chat } from '../../docs/examples/tool.ts';
import { emulate } from '../ui/page.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  document.documentElement.style.cssText = '';
  await emulate('prefers-color-scheme', '');
});
// The app has one client for all of them, as in a page.
afterAll(() => chat.close());

it('is a chat in which a flight is picked and booked', async () => {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => chat(new Request(new URL(url, location.href), init)));
  await render(<App />);

  await page.getByRole('button', { name: 'Book a flight' }).click();
  await page.getByRole('radio', { name: /SH 420/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect.element(page.getByText('Flight SH420')).toBeVisible();
  await expect.element(page.getByText(/^assistant: Done: .*T-SH420.*Walk\./)).toBeVisible();
});

it.each([
  ['says nothing of colours', 'light', ''],
  ['says nothing of colours', 'dark', ''],
  ['follows the system', 'dark', 'color-scheme: light dark'],
  ['is dark', 'light', 'background: #111; color: #eee'],
  ['is light', 'dark', 'background: #fff; color: #222'],
])('can be read on a page that %s, under a %s system', async (_page, system, css) => {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => chat(new Request(new URL(url, location.href), init)));
  await emulate('prefers-color-scheme', system);
  document.documentElement.style.cssText = css;
  await render(<App />);

  await page.getByRole('button', { name: 'Book a flight' }).click();
  await expect.element(page.getByRole('radio', { name: /SH 420/ })).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(await faintWords()).toEqual([]);

  await page.getByRole('radio', { name: /SH 420/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Book a flight' })).toBeEnabled();
  expect(await faintWords()).toEqual([]);
});

/** Words that axe finds too close to what is behind them, and how far from it they are. */
async function faintWords(): Promise<string[]> {
  const { violations, passes } = await run(document, { runOnly: ['color-contrast'] });
  expect(passes[0]?.nodes.length).toBeGreaterThan(3);
  return violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html}: ${any[0]?.message}`));
}
