import { expect, test as base } from '@playwright/test';
import { InspectorPage } from './inspector-page.ts';

const test = base.extend<{ inspector: InspectorPage }>({
  inspector: async ({ page }, use) => use(new InspectorPage(page)),
});

for (const era of ['legacy', 'modern']) {
  test.describe(`The Inspector, ${era}`, () => {
    test('books with the flight list and the seat map, after a refused answer', async ({ inspector }) => {
      const { page, app } = inspector;
      await inspector.call(era, 'book_flight');
      await app.getByRole('radio', { name: /SH 142/ }).check();
      await inspector.send();
      await expect(app.getByText('That flight is full.')).toBeVisible();
      await expect(app.getByRole('radio', { name: /SH 142/ })).toBeChecked();
      await app.getByRole('radio', { name: /SH 420/ }).check();
      await inspector.send();
      await app.getByRole('gridcell', { name: /8C/ }).click();
      await inspector.send();
      await expect(page.getByText('Booked SH420, seat 8C.').first()).toBeVisible();
    });

    test('books by keys alone', async ({ inspector }) => {
      const { page, app, dialog } = inspector;
      await inspector.call(era, 'book_flight');
      await app.getByRole('radio').first().waitFor();
      // The Inspector's dialog keeps Tab out of frames, and gives none of them the focus.
      await dialog.locator('iframe').focus();
      await expect(async () => {
        await page.keyboard.press('Tab');
        await expect(app.getByRole('radio', { name: /SH 142/ })).toBeFocused({ timeout: 100 });
      }).toPass();
      await page.keyboard.press('ArrowDown');
      await expect(app.getByRole('radio', { name: /SH 420/ })).toBeChecked();
      await page.keyboard.press('Enter');
      await expect(app.getByRole('grid')).toBeVisible();
    });

    for (const [label, action] of [
      ['Skip', 'decline'],
      ['Cancel this request', 'cancel'],
    ] as const) {
      test(`tells the tool "${action}" for "${label}"`, async ({ inspector }) => {
        await inspector.call(era, 'book_flight');
        if (action === 'cancel') await inspector.app.getByRole('button', { name: /^More/ }).click();
        await inspector.app.getByRole('button', { name: label }).click();
        await expect(inspector.page.getByText(`Not booked: ${action}.`)).toBeVisible();
      });
    }
  });
}

/** How a person answers each of the other cards, and what the tool gets. */
const cards = [
  { tool: 'order', role: 'radio', name: 'Salad', result: '"choice": "Salad"' },
  { tool: 'refund', role: 'button', name: 'Allow', result: 'Paid back.' },
  { tool: 'rate_stay', role: 'button', name: 'Good', result: '"mood": "Good"' },
] as const;

for (const { tool, role, name, result } of cards) {
  test(`The Inspector shows the card of ${tool}`, async ({ inspector }) => {
    await inspector.call('modern', tool);
    await inspector.app.getByRole(role, { name }).click();
    if (role === 'radio') await inspector.send();
    await expect(inspector.page.getByText(result).first()).toBeVisible();
  });
}

test('The Inspector takes an answer of our form', async ({ inspector }) => {
  await inspector.call('modern', 'send_mail');
  await inspector.app.getByLabel('Name').fill('Ada');
  await inspector.app.getByLabel('City').fill('Paris');
  await inspector.send();
  await expect(inspector.page.getByText('"city": "Paris"').first()).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [360, 1100]) {
    test(`The app breaks no rule of accessibility, nor its width, at ${width} px in ${theme}`, async ({
      inspector,
    }) => {
      const { page, app } = inspector;
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 1100, height: 800 });
      await inspector.call('legacy', 'book_flight');
      await expect(app.getByRole('radio').first()).toBeVisible();
      await page.setViewportSize({ width, height: 800 });
      await expect(app.locator('html')).toHaveAttribute('data-theme', theme);
      expect(await inspector.violations()).toEqual([]);
      expect(await app.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0);
    });
  }
}

test('The app takes up another theme, and keeps what was entered', async ({ inspector }) => {
  const { page, app } = inspector;
  await inspector.call('legacy', 'book_flight');
  await app.getByRole('radio', { name: /SH 420/ }).check();
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(app.getByRole('radio', { name: /SH 420/ })).toBeChecked();
});

test('The Inspector shows its own form where apps are not negotiated', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.call('plain', 'book_flight');
  const form = page.getByRole('dialog', { name: 'Elicitation Request' });
  await form.getByLabel('Answer').click();
  await page.getByRole('option', { name: /SH 420/ }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByText('Which seat?')).toBeVisible();
  await expect(inspector.dialog).toHaveCount(0);
});

for (const [server, tool, why] of [
  ['legacy', 'crash', 'crashes'],
  ['modern', 'crash', 'crashes'],
  ['legacy', 'lie', 'answers what was not asked'],
  ['modern', 'lie', 'answers what was not asked'],
  ['modern', 'mute', 'says nothing'],
] as const) {
  test(`The Inspector shows its own form for an app that ${why}, and the tool goes on: ${server}`, async ({
    inspector,
  }) => {
    const { page } = inspector;
    await inspector.call(server, tool);
    const form = page.getByRole('dialog', { name: 'Elicitation Request' });
    await form.getByRole('textbox').fill('yes');
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('"word": "yes"').first()).toBeVisible();
  });
}
