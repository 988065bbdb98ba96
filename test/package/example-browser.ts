import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';

interface ExampleBrowser {
  /** Opens a page in a tab. The tabs of a test share their storage, those of two tests do not. */
  open(url: string): Promise<Page>;
  /** Errors and warnings that the test causes on its pages' consoles, by what they say. */
  expectErrors(said: RegExp): void;
}

/** What a page's requests end in while its server is killed and started again. */
export const cutOff = /net::ERR_(CONNECTION|INCOMPLETE|EMPTY|NETWORK)/;

/** A Chromium for the tests of a file. A test fails for errors and warnings on its pages' consoles. */
export function exampleBrowser(): ExampleBrowser {
  let browser: Browser | undefined;
  let context: BrowserContext;
  let complaints: string[] = [];
  let expected: RegExp[] = [];
  beforeAll(async () => {
    browser = await chromium.launch(launchOptions());
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    context = await browser!.newContext();
    complaints = [];
    expected = [];
  });
  afterEach(async () => {
    await context.close();
    expect(complaints.filter((said) => !expected.some((pattern) => pattern.test(said)))).toEqual([]);
  });
  return {
    async open(url) {
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      await page.goto(url);
      return page;
    },
    expectErrors: (said) => void expected.push(said),
  };
}

export async function say(page: Page, text: string) {
  await page.getByLabel('Message').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

export async function pickFlight(page: Page, flight = 'SH 142') {
  await page.getByRole('radio', { name: new RegExp(flight) }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function pickSeat(page: Page, seat = '2A') {
  const onMap = page.getByRole('button', { name: new RegExp(`^${seat}\\b`) });
  const confirm = page.getByRole('button', { name: new RegExp(`^(?!${seat}\\b).*\\b${seat}\\b`) }).last();
  // After a reload, the map may be drawn again while it is pressed.
  await expect
    .poll(async () => {
      if (!(await confirm.isVisible())) await onMap.click();
      return confirm.isVisible();
    })
    .toBe(true);
  await confirm.click();
}
