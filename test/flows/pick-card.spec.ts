import type { Locator, Page } from '@playwright/test';
import { expect, test } from './chat-page.ts';
import { pressUntil } from './press-until.ts';
import { violationsOf } from './violations.ts';
import { readWidest, watchWidth } from './watch-width.ts';

const wish = 'Draw five cards and advise me which to pick';

test('a card is picked after the model has looked at them, and the outcome is told', async ({ chat, page }) => {
  const table = tableOf(page);
  await page.getByRole('button', { name: wish }).click();
  await expect(table.cards).toHaveCount(5);
  await expect(page.getByText(/^\d of 5 are red\. I would take the [\w ]+: it ranks highest/)).toBeVisible();

  await table.cards.nth(2).check();
  const name = (await table.cards.nth(2).getAttribute('aria-label')) ?? '';
  await expect(table.chosen).toHaveText(name);
  expect(chat.posts).toHaveLength(1);
  await table.pick.click();

  await expect(chat.receipts).toContainText(new RegExp(`You picked the ${name}`, 'i'));
  await expect(table.outcome).toContainText(new RegExp(name, 'i'));
  // Which one wins is drawn by lot: the picture and the words agree.
  const isWinner = (await table.outcome.getByRole('figure').count()) === 1;
  await expect(table.outcome.getByRole('heading')).toHaveText(isWinner ? 'You won' : 'Not this time');
  await expect(chat.answers.last()).toHaveText(
    isWinner ? /it is\. You won!$/ : /wins this time\. Shall I draw again\?$/,
  );
});

test('the page does not learn which card wins before one is picked', async ({ chat, page }) => {
  const table = tableOf(page);
  await chat.say('Draw three cards and let me pick one');
  await expect(table.cards).toHaveCount(3);
  const body = await page.evaluate(() => (globalThis as unknown as { bodies: string[] }).bodies[0]);
  expect(body).toContain('plugin_elicit_request');
  expect(body).not.toMatch(/winner/i);
});

test('a card is picked with the keyboard alone', async ({ chat, page }) => {
  const table = tableOf(page);
  await chat.say('Draw 4 cards and let me pick one');
  await expect(table.cards).toHaveCount(4);
  await expect(page.getByText(/are red/)).toHaveCount(0);
  await pressUntil(page, 'Shift+Tab', table.pick);
  await page.keyboard.press('Enter');
  await expect(table.said).toHaveText('Pick a card first.');
  await pressUntil(page, 'Shift+Tab', table.cards);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(chat.receipts.first()).toBeFocused();
  await expect(table.outcome).toBeVisible();
});

test('what was chosen is still there after a reload', async ({ chat, page }) => {
  const table = tableOf(page);
  await chat.say(wish);
  await table.cards.nth(3).check();
  const before = await table.names();
  await page.reload();
  await expect(table.cards.nth(3)).toBeChecked();
  expect(await table.names()).toEqual(before);
  await table.pick.click();
  await expect(table.outcome).toBeVisible();
});

test('a person who does not want to pick is left alone', async ({ chat, page }) => {
  await chat.say(wish);
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(chat.receipts).toContainText('Skipped');
  await expect(chat.answers.last()).toHaveText('Alright, no game. What else can I do for you?');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}, on a screen of 360 px`, () => {
    test.use({ viewport: { width: 360, height: 740 }, colorScheme, reducedMotion: 'reduce' });

    test('ten cards fit the screen and break no rule of accessibility', { tag: '@long' }, async ({ chat, page }) => {
      const table = tableOf(page);
      await watchWidth(page);
      await chat.say('Draw ten cards and advise me which to pick');
      await expect(table.cards).toHaveCount(10);
      await table.cards.nth(0).check();
      expect(await violationsOf(page)).toEqual([]);
      await expect(table.pick).toBeInViewport();
      await table.pick.click();
      await expect(chat.answers.last()).toHaveText(/(You won!|draw again\?)$/);
      expect(await violationsOf(page)).toEqual([]);
      expect(await readWidest(page)).toBe(0);
    });
  });
}

interface TablePage {
  readonly cards: Locator;
  /** The words beside the button. */
  readonly chosen: Locator;
  /** What it says. */
  readonly said: Locator;
  readonly pick: Locator;
  readonly outcome: Locator;
  names(): Promise<(string | null)[]>;
}

function tableOf(page: Page): TablePage {
  const group = page.getByRole('group', { name: 'Pick a card', exact: true });
  const cards = group.getByRole('radio');
  return {
    cards,
    chosen: group.locator('[data-elicit=summary]'),
    said: group.getByRole('status'),
    pick: page.getByRole('button', { name: 'Pick this card' }),
    outcome: page.getByRole('article', { name: /^(You won|Not this time)$/ }),
    names: () => cards.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('aria-label'))),
  };
}
