import { chromium, type Page } from 'playwright';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import type { Browser } from './browser.ts';

/** Chromium, by Playwright. */
export async function openChromium(): Promise<Browser> {
  const browser = await chromium.launch(launchOptions());
  const context = await browser.newContext({ locale: 'en-US' });
  const said: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  context.on('weberror', (error) => said.push(String(error.error())));
  let page = await context.newPage();
  return {
    version: browser.version(),
    async go(url) {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    type: (text) => page.keyboard.type(text),
    clickAt: (x, y) => page.mouse.click(x, y),
    resize: (width, height) => page.setViewportSize({ width, height }),
    async newTab() {
      page = await context.newPage();
      return page;
    },
    async useTab(tab) {
      page = tab as Page;
      await page.bringToFront();
    },
    get tab() {
      return page;
    },
    complaints: () => Promise.resolve(said.splice(0)),
    close: () => browser.close(),
  };
}
