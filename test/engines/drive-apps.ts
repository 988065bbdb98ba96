import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browsers } from '../../scripts/ensure-browsers.mjs';
import { openSite, type AppSite } from '../mcp-client/apps/site.ts';
import type { Browser } from './browser.ts';
import { createPage } from './page.ts';

/** What a page says once an app has done what it does, and why its form took over. */
const apps: { tool: string; says: string; or?: string; why?: string }[] = [
  { tool: 'decline', says: 'Not said: decline.' },
  { tool: 'link', says: 'Acme asks you to open a page' },
  { tool: 'spoof_alone', says: 'Said yes.' },
  { tool: 'leave_alone', says: 'Said yes.' },
  { tool: 'lie', says: 'This form asks the same.', why: 'It answered what was not asked.' },
  { tool: 'flood', says: 'This form asks the same.', why: 'It sent more than 50 messages in a second.' },
  { tool: 'huge', says: 'This form asks the same.', why: 'It sent a message of more than 1048576 characters.' },
  // Firefox leaves the app where it is.
  { tool: 'navigate', says: 'This form asks the same.', or: 'Said yes.' },
];

/** Shows apps of a server, honest and hostile ones, in an engine. */
export function driveApps(engine: keyof typeof browsers, open: (path: string) => Promise<Browser>): void {
  const path = browsers[engine].find();
  describe.skipIf(path === undefined)("a server's app in this engine", () => {
    let browser: Browser;
    let site: AppSite;
    beforeAll(async () => {
      site = await openSite();
      browser = await open(path ?? '');
      await browser.resize(700, 800);
    }, 120_000);
    afterAll(async () => {
      await browser?.close();
      await site?.close();
    });

    it.each(apps)('$tool', async ({ tool, says, or = says, why }) => {
      const page = createPage(browser);
      await browser.go(site.page(tool));
      await page.until('the button', () => document.querySelector('main button:not([disabled])'));
      await page.run(() => document.querySelector<HTMLElement>('main button')?.click());
      const found = await page.until(
        says,
        (_, texts: string[]) => texts.find((text) => document.body.innerText.includes(text)),
        [says, or],
      );
      const isForm = found === 'This form asks the same.';
      const errors = (await browser.evaluate('window.errors')) as string[];
      expect(errors).toHaveLength(isForm ? 1 : 0);
      expect(errors.join()).toContain(isForm ? (why ?? 'MCP_APP_FAILED') : '');
      expect((await browser.evaluate('location.search')) as string).toContain(`tool=${tool}`);
      expect(site.leaks).toEqual([]);
    });
  });
}
