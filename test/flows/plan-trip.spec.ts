import type { Locator, Page } from '@playwright/test';
import { expect, test } from './chat-page.ts';
import { pressUntil } from './press-until.ts';
import { violationsOf } from './violations.ts';
import { readWidest, watchWidth } from './watch-width.ts';

const wish = 'Plan a trip from Paris to Lisbon for three nights';

test('a trip is planned: prices and times are compared, one plan is chosen, and kept', async ({ chat, page }) => {
  const trip = tripOf(page);
  await page.getByRole('button', { name: wish }).click();
  await expect(chat.answers.first()).toHaveText('Sure. Let me see what flies from Paris to Lisbon and back.');
  await expect(trip.plans).toHaveCount(3);
  await expect(trip.question).toContainText(/^I have compared 3 plans, for 3 nights from \w{3}, \w{3} \d+\.$/);

  await expect(trip.plan(/ best price$/)).toHaveCount(1);
  await expect(trip.plan(/ best price$/)).toHaveAccessibleDescription(/Price: the cheapest of all\. Times: /);
  await trip.plan(/ best times$/).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(chat.receipts.first()).toContainText(/^\w[\w ]*, \$\d+\.\d\d · best times/);

  await expect(trip.confirm).toContainText(/Way out.*Way back.*Times.*Price/);
  const price = await trip.confirm.locator('dd').last().textContent();
  await page.getByRole('button', { name: 'Keep this plan' }).click();

  await expect(chat.receipts.nth(1)).toContainText(`Plan kept ${price}`);
  await expect(trip.kept).toContainText(price ?? '');
  await expect(trip.kept).toContainText('The most time there', { ignoreCase: true });
  await expect(trip.kept).toContainText('Nights3');
  await expect(chat.answers.last()).toHaveText(
    /^Your plan for Lisbon is kept as PL[0-9A-F]{6}: .* Nothing is booked or paid\.$/,
  );
  expect(chat.posts).toHaveLength(3);
});

test('a trip is planned with the keyboard alone', async ({ chat, page }) => {
  const trip = tripOf(page);
  await chat.say(wish);
  await expect(trip.plans).toHaveCount(3);
  await pressUntil(page, 'Shift+Tab', trip.plans);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(chat.receipts.first()).toBeFocused();
  await expect(trip.confirm).toBeVisible();
  await pressUntil(page, 'Tab', page.getByRole('button', { name: 'Keep this plan' }));
  await page.keyboard.press('Enter');
  await expect(trip.kept).toBeVisible();
});

test('another plan is chosen while the first waits to be kept', async ({ chat, page }) => {
  const trip = tripOf(page);
  await chat.say(wish);
  await trip.plans.first().check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(trip.confirm).toBeVisible();
  const price = await trip.confirm.locator('dd').last().textContent();

  await page.getByRole('button', { name: /^Change: / }).click();
  await expect(trip.plans.first()).toBeChecked();
  await trip.plans.last().check();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(trip.plans).toHaveCount(0);
  await expect(trip.confirm.locator('dd').last()).not.toHaveText(price ?? '');
  await page.getByRole('button', { name: 'Keep this plan' }).click();
  await expect(trip.kept).not.toContainText(price ?? '');
  await expect(page.getByRole('button', { name: /^Change/ })).toHaveCount(0);
});

test('a plan that the person does not want is not kept', async ({ chat, page }) => {
  const trip = tripOf(page);
  await chat.say(wish);
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(chat.answers.last()).toHaveText('Alright, no plan. Give me other days, and I will look again.');

  await chat.say(wish);
  await trip.plans.first().check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Not this one' }).click();
  await expect(chat.receipts).toHaveCount(3);
  await expect(chat.answers.last()).toHaveText('Alright, no plan. Give me other days, and I will look again.');
  await expect(trip.kept).toHaveCount(0);
});

test('days on which nothing flies back are told at once', async ({ chat }) => {
  await chat.say('Plan a trip from New York to Sydney for one night');
  await expect(chat.answers.last()).toHaveText('Nothing flies there and back on these days. Give me other ones.');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}, on a screen of 360 px`, () => {
    test.use({ viewport: { width: 360, height: 740 }, colorScheme, reducedMotion: 'reduce' });

    test('a plan fits the screen and breaks no rule of accessibility', { tag: '@long' }, async ({ chat, page }) => {
      const trip = tripOf(page);
      await watchWidth(page);
      expect(await violationsOf(page)).toEqual([]);
      await chat.say(wish);
      await trip.plans.nth(1).check();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Keep this plan' }).click();
      await expect(chat.answers.last()).toHaveText(/Nothing is booked or paid\.$/);
      expect(await violationsOf(page)).toEqual([]);
      expect(await readWidest(page)).toBe(0);
    });
  });
}

interface TripPage {
  /** What is being asked now. */
  readonly question: Locator;
  readonly plans: Locator;
  /** The last question. */
  readonly confirm: Locator;
  /** What is left of a plan that was kept. */
  readonly kept: Locator;
  plan(name: RegExp): Locator;
}

function tripOf(page: Page): TripPage {
  const plans = page.getByRole('group', { name: 'Choose a plan' });
  return {
    question: page.locator('[data-elicit="elicit-card"] [data-elicit="message"]'),
    plans: plans.getByRole('radio'),
    confirm: page.getByRole('group', { name: 'Keep this plan' }),
    kept: page.getByRole('article', { name: 'Plan kept' }),
    plan: (name) => plans.getByRole('radio', { name }),
  };
}
