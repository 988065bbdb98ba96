import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type * as axeCore from 'axe-core';
import { openLinkPage } from './link-page.ts';
import { expect } from './chat-page.ts';
import { test as base } from './quiet-page.ts';

interface Flow {
  served: Awaited<ReturnType<typeof openLinkPage>>;
}

const test = base.extend<Flow>({
  // A page that says what is wrong has a status that says so, too, and the browser tells of it.
  allowedErrors: [/^Failed to load resource: the server responded with a status of 422/],
  served: async ({ browserName: _browser }, use) => {
    const served = await openLinkPage();
    await use(served);
    await served.close();
  },
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

test.describe('the page of an answer link, without JavaScript,', () => {
  test.use({ javaScriptEnabled: false });

  test('asks, shows what is wrong, grows a list, and answers once, by keyboard alone', async ({ served, page }) => {
    const link = await served.link();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Refund order 1042?' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Pay it back' }).press('Space');
    await page.getByLabel('Euros').fill('35');
    await page.getByRole('radio', { name: 'Late' }).press('Space');
    await page.getByRole('button', { name: 'Add: Parts' }).press('Enter');
    await expect(page.getByLabel('Euros')).toHaveValue('35');
    await page.getByLabel('Name').fill('Sole');

    // Enter in a field sends the form: it presses neither a button of the list, nor the one that declines.
    await page.getByLabel('Euros').press('Enter');
    await expect(page.getByText('At most 30.').last()).toBeVisible();
    await expect(page).toHaveTitle('1 answer needs another look: Refund order 1042?');
    await expect(page.getByRole('radio', { name: 'Late' })).toBeChecked();
    await expect(page.getByLabel('Name')).toHaveValue('Sole');
    await page.getByRole('link', { name: 'At most 30.' }).press('Enter');
    await page.getByLabel('Euros').fill('30');
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Your answer was sent' })).toBeVisible();

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your answer was sent' })).toBeVisible();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Answered by' })).toContainText('Bo');
    const content = { agreed: true, euros: 30, reason: 'Late', parts: [{ name: 'Sole' }] };
    const result = JSON.stringify({ action: 'accept', content, by: 'Bo' });
    expect(await served.told()).toContain(JSON.stringify(result).slice(1, -1));
  });

  test('declines, whatever is missing', async ({ served, page }) => {
    await page.goto(await served.link({ locale: 'de' }));
    await page.getByRole('button', { name: 'Ablehnen' }).click();
    await expect(page.getByRole('heading', { name: 'Sie haben abgelehnt' })).toBeVisible();
    expect(await served.told()).toContain(String.raw`{\"action\":\"decline\"`);
  });
});

for (const width of [280, 360, 1100]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const name = `the page of an answer link breaks no rule at ${width} px in ${colorScheme}`;
    test(name, { tag: '@long' }, async ({ served, page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      for (const locale of ['en', 'ar']) {
        await page.goto(await served.link({ locale }));
        await isWhole(page);
        await page.locator('[value^="add"]').click();
        await page.locator('[name="f1"]').fill('35');
        await page.locator('[name="f2"]').first().check();
        await page.locator('[name="f3-0-0"]').fill('Sole');
        await page.locator('.commit').click();
        await expect(page.locator('.problems, .error').first()).toBeVisible();
        await isWhole(page);
      }
      await served.decline();
      await page.reload();
      await isWhole(page);
    });
  }
}

/** Nothing is wider than the window, and no rule of accessibility is broken. */
async function isWhole(page: Page): Promise<void> {
  // The page's own policy lets no script in, but this one does not come from the page.
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axeCore };
    const { violations } = await checker.run();
    const over = document.documentElement.scrollWidth - window.innerWidth;
    return { over, broken: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`) };
  });
  expect(found).toEqual({ over: 0, broken: [] });
}
