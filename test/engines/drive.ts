import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { browsers } from '../../scripts/ensure-browsers.mjs';
import type { Browser, Tab } from './browser.ts';
import { flows } from './flows.ts';
import { createPage, type Page } from './page.ts';

/** Runs every flow in an engine. CI has all engines. Elsewhere one that is missing is left out, and a line says so. */
export function driveFlows(engine: keyof typeof browsers, open: (path: string) => Promise<Browser>): void {
  const { name, packages, find } = browsers[engine];
  const path = find();
  if (path === undefined) {
    const needs = `There is no ${name}. Debian: apt-get install --no-install-recommends ${packages.join(' ')}`;
    if (process.env['CI']) throw new Error(needs);
    console.log(`${needs}\nIts flows are left out.`);
  }
  describe.skipIf(path === undefined)('in this engine', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await open(path ?? '');
      console.log(`${name} ${browser.version}`);
    }, 120_000);
    afterAll(() => browser?.close());

    describe.each(flows)('$name', ({ size, path: start, steps }) => {
      let page: Page;
      let tab: Tab;
      let hasFailed = false;
      beforeAll(async () => {
        page = createPage(browser);
        tab = browser.tab;
        await browser.resize(...size);
        // Forget the conversation of the flow before.
        await browser.go(new URL('questions.html#form', inject('site')).href);
        await page.run(() => {
          sessionStorage.clear();
          localStorage.clear();
        });
        await browser.complaints();
        await browser.go(new URL(start, inject('site')).href);
      });
      const step = (what: string, act: (page: Page) => Promise<void>) =>
        // oxlint-disable-next-line vitest/valid-title vitest/expect-expect -- the flows have both
        it(what, async ({ skip, onTestFailed }) => {
          skip(hasFailed, 'an earlier step has failed');
          onTestFailed(() => void (hasFailed = true));
          await act(page);
        });
      steps(step);
      step('the console is empty', async () => expect(await browser.complaints()).toEqual([]));
      afterAll(async () => {
        if (browser.tab !== tab) await browser.useTab(tab);
      });
    });
  });
}
