import type { Locator, Page } from '@playwright/test';
import { expect, test, type ChatPage } from './chat-page.ts';
import { openMortalDemo } from './mortal-demo.ts';
import { pressUntil } from './press-until.ts';
import { violationsOf } from './violations.ts';
import { readWidest, watchWidth } from './watch-width.ts';

const flight = 'Book me a flight from NYC to LAX';
const trip = 'Book a return trip for two from London to Singapore';
const changed = 'This answer was changed.';

test.describe('while the seat map is open', () => {
  test('the flight is changed, and the seat is asked anew on the other flight', async ({ chat, page }) => {
    await chat.say(flight);
    await chat.pickFlight('SkyHigh');
    await expect(chat.seats).toContainText('SH ');

    await chat.change('SkyHigh');
    await expect(chat.flights.getByRole('radio', { checked: true })).toHaveAccessibleName(/SkyHigh/);
    await chat.pickFlight('Meridian');

    await expect.poll(() => chat.receipt(0)).toMatch(/^Meridian MR \d+ .* NYC–LAX \$\d+\.\d\d$/);
    await expect(page.getByText(changed).first()).toBeVisible();
    await expect(chat.seats).toHaveCount(1);
    await expect(chat.seats).toContainText('MR ');
    await chat.pickSeat();
    await expect(chat.passes).toContainText('MR ');
    await expect(chat.answers.last()).toHaveText(/^You are booked to Los Angeles: Meridian .* Have a good flight!$/);
    expect(chat.posts).toHaveLength(4);
    await expect(chat.receipts.getByRole('button')).toHaveCount(0);
    const [held, ticketed] = await ledgerOf(chat, 2);
    expect(held).toMatch(/^held \d+[A-F]$/);
    expect(ticketed).toBe(held?.replace('held', 'ticketed'));
  });

  test('the flight is changed with the keyboard alone', async ({ chat, page }) => {
    await chat.say(flight);
    await chat.pickFlight('SkyHigh');
    await expect(chat.receipts.first()).toBeFocused();
    await expect(chat.seats.getByRole('grid')).toBeVisible();

    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Change: SkyHigh/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await pressUntil(page, 'Tab', chat.flights.getByRole('radio', { checked: true }));
    await page.keyboard.press('ArrowDown');
    await expect(chat.flights.getByRole('radio', { name: /Meridian/ }).first()).toBeChecked();
    await page.keyboard.press('Enter');

    await expect(chat.receipts.first()).toBeFocused();
    await expect(chat.receipts.first()).toContainText('Meridian');
    await expect(chat.seats).toContainText('MR ');
    await pressUntil(page, 'Tab', chat.seats.locator('[data-elicit="seat"][tabindex="0"]'));
    await page.keyboard.press('Space');
    await pressUntil(page, 'Tab', page.getByRole('button', { name: 'Confirm' }));
    await page.keyboard.press('Enter');
    await expect(chat.passes).toContainText('MR ');
  });

  test('the same flight, Keep it and Escape change nothing, and send nothing', async ({ chat, page }) => {
    await chat.say(flight);
    await chat.pickFlight('SkyHigh');
    await expect(chat.seats).toBeVisible();
    const before = await chat.receipt(0);
    const ways = [
      () => chat.flights.getByRole('button', { name: 'Keep it' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Continue' }).click(),
    ];
    for (const keep of ways) {
      // One after another, in one page.
      await chat.change('SkyHigh');
      await expect(chat.flights).toBeVisible();
      await keep();
      await expect(chat.flights).toHaveCount(0);
      await expect(chat.receipts.first()).toBeFocused();
    }
    expect(await chat.receipt(0)).toBe(before);
    expect(chat.posts).toHaveLength(2);
    await expect(chat.seats).toBeVisible();
  });

  test('a reload keeps what was entered in the card that was opened again', async ({ chat, page }) => {
    await chat.say(flight);
    await chat.pickFlight('SkyHigh');
    await expect(chat.seats).toBeVisible();
    await chat.change('SkyHigh');
    await chat.flights
      .getByRole('radio', { name: /Meridian/ })
      .first()
      .check();

    await page.reload();

    await expect(chat.flights.getByRole('radio', { checked: true })).toHaveAccessibleName(/Meridian/);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(chat.receipts.first()).toContainText('Meridian');
    await expect(chat.seats).toContainText('MR ');
  });
});

test.describe('after both seats of a trip', () => {
  test('another flight undoes both holds, the last one first, in every tab, and one trip is booked', async ({
    chat,
    page,
    context,
  }) => {
    await chat.say(trip);
    await chat.pickFlight('SkyHigh');
    const out = await seatBoth(page, 'on the way out');
    const back = await seatBoth(page, 'on the way back');
    await expect(total(page)).toBeVisible();
    expect(await ledgerOf(chat, 2)).toEqual([`held ${out}`, `held ${back}`]);
    // A tab of the same conversation.
    const [second] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => void window.open('/'))]);
    await expect(total(second)).toBeVisible();
    await page.bringToFront();

    await chat.change('SkyHigh');
    await chat.pickFlight('Meridian');

    const seats = page.getByRole('group', { name: /^Who sits where/ });
    for (const [tab, told] of [
      [page, 'Meridian'],
      [second, 'Answered elsewhere'],
    ] as const) {
      // One after another, to see which of them does not.
      await expect(tab.locator('[data-elicit="receipt"]')).toHaveCount(1);
      await expect(tab.locator('[data-elicit="receipt"]')).toContainText(told);
      await expect(tab.getByRole('group', { name: /^Who sits where/ })).toContainText('MR ');
      await expect(total(tab)).toHaveCount(0);
    }
    expect(await ledgerOf(chat, 4)).toEqual([`held ${out}`, `held ${back}`, `released ${back}`, `released ${out}`]);
    const news = page.getByRole('status').filter({ hasText: 'Airline: ' });
    await expect(news).toHaveText(new RegExp(`^Airline: .*released ${out}. Nothing on hold.$`));
    // What was given back is free.
    await expect(seats).toContainText('0 of 2 seated');
    const outAgain = await seatBoth(page, 'on the way out');
    await second.bringToFront();
    const backAgain = await seatBoth(second, 'on the way back');
    await page.bringToFront();
    await page.getByRole('button', { name: /^Pay / }).click();
    for (const tab of [page, second]) {
      await expect(tab.getByRole('article', { name: 'Trip confirmed' })).toContainText('MR ');
    }
    const lines = await ledgerOf(chat, 8);
    expect(lines.slice(4)).toEqual([
      `held ${outAgain}`,
      `held ${backAgain}`,
      `ticketed ${outAgain}`,
      `ticketed ${backAgain}`,
    ]);
    await expect(page.locator('.ledger-sum')).toHaveText('4 seats ticketed');
  });

  test('other seats on the way out give back the way back, too, and may be among the same', async ({ chat, page }) => {
    await chat.say(trip);
    await chat.pickFlight();
    const out = await seatBoth(page, 'on the way out');
    const back = await seatBoth(page, 'on the way back');
    await expect(total(page)).toBeVisible();

    await chat.change('Way out');
    const seats = page.getByRole('group', { name: /^Who sits where/ });
    await expect(seats.locator('[data-mark]')).toHaveCount(2);
    // The second sits elsewhere; the first keeps a seat that this call holds itself.
    const [kept, given] = out.split(', ') as [string, string];
    await seats.locator(`[data-seat="${given}"]`).press(' ');
    const free = seats.getByRole('grid').getByRole('button', { name: /included$/ });
    const taken = (await free.last().getAttribute('data-seat')) ?? '';
    await free.last().press(' ');
    await expect(seats).toContainText('2 of 2 seated');
    await page.getByRole('button', { name: /^Confirm / }).click();

    await expect.poll(() => chat.receipt(1)).toContain(taken);
    await expect(question(page)).toContainText('on the way back');
    const [, , ...lines] = await ledgerOf(chat, 5);
    expect(lines.slice(0, 2)).toEqual([`released ${back}`, `released ${out}`]);
    expect(lines[2]?.replace('held ', '').split(', ').toSorted()).toEqual([kept, taken].toSorted());
  });

  for (const [how, end] of [
    ['declines the total', (page: Page) => page.getByRole('button', { name: 'Do not book' }).click()],
    ['stops the call', (page: Page) => page.getByRole('button', { name: 'Stop', exact: true }).click()],
    ['writes something else', (_: Page, chat: ChatPage) => chat.say('How many bags can I bring?')],
  ] as const) {
    test(`what is held is given back if the person ${how}`, async ({ chat, page }) => {
      await chat.say(trip);
      await chat.pickFlight();
      const out = await seatBoth(page, 'on the way out');
      const back = await seatBoth(page, 'on the way back');
      await expect(total(page)).toBeVisible();

      await end(page, chat);

      expect((await ledgerOf(chat, 4)).slice(2)).toEqual([`released ${back}`, `released ${out}`]);
      await expect(page.locator('.ledger-sum')).toHaveText('Nothing on hold');
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await violationsOf(page)).toEqual([]);
    });
  }
});

test('a seat on hold is taken for another conversation of this visitor, and free again once it is given back', async ({
  chat,
  page,
  context,
}) => {
  await chat.say(trip);
  await chat.pickFlight();
  const [seat] = (await seatBoth(page, 'on the way out')).split(', ');
  await expect(question(page)).toContainText('on the way back');

  const other = await context.newPage();
  const taken = other.locator(`[data-seat="${seat}"]`);
  await other.goto('/');
  await other.getByRole('button', { name: trip }).click();
  await other
    .getByRole('radio', { name: /SkyHigh/ })
    .first()
    .check();
  await other.getByRole('button', { name: 'Continue' }).click();
  await other
    .getByRole('button', { name: /^Show rows/ })
    .first()
    .click();
  await expect(taken).toHaveAccessibleName(/, taken$/);

  await page.getByRole('button', { name: 'Skip' }).click();
  await expect.poll(() => chat.ledger()).toHaveLength(2);
  // Its map is as it was when it was asked. Another flight and back, and it is asked anew.
  for (const airline of ['Meridian', 'SkyHigh']) {
    await other.getByRole('button', { name: /^Change: / }).click();
    await other
      .getByRole('radio', { name: new RegExp(airline) })
      .first()
      .check();
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other.locator('[data-elicit="receipt"]')).toContainText(airline);
  }
  await expect(taken).toHaveAccessibleName(/included$/);
});

test.describe('with a server that dies', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test(
    'answers are changed after each restart, one trip is booked, and the ledger balances',
    { tag: '@long' },
    async ({ chat, page }) => {
      test.slow();
      const demo = await openMortalDemo();
      try {
        await page.goto(demo.url);
        await chat.say(trip);
        await chat.pickFlight('SkyHigh');
        const out = await seatBoth(page, 'on the way out');
        const back = await seatBoth(page, 'on the way back');
        await expect(total(page)).toBeVisible();

        await demo.restart();
        await chat.change('SkyHigh');
        await chat.pickFlight('Meridian');
        expect((await ledgerOf(chat, 4)).slice(2)).toEqual([`released ${back}`, `released ${out}`]);
        await seatBoth(page, 'on the way out');
        await expect(question(page)).toContainText('on the way back');

        await demo.restart();
        await page.reload();
        await chat.change('Meridian');
        await chat.pickFlight('SkyHigh');
        await seatBoth(page, 'on the way out');
        await seatBoth(page, 'on the way back');
        await page.getByRole('button', { name: /^Pay / }).click();
        await expect(page.getByRole('article', { name: 'Trip confirmed' })).toHaveCount(1);

        const lines = (await ledgerOf(chat, 10)).map((line) => line.split(' ')[0]);
        const count = (act: string) => lines.filter((line) => line === act).length;
        expect([count('held'), count('released'), count('ticketed')]).toEqual([5, 3, 2]);
        await expect(page.locator('.ledger-sum')).toHaveText('4 seats ticketed');
      } finally {
        await demo.close();
      }
    },
  );
});

test('no move of a game is taken back', async ({ chat, page }) => {
  await page.getByRole('button', { name: 'Play tic-tac-toe with me' }).click();
  await page.getByRole('button', { name: 'Row 1, column 1: empty' }).click();
  await expect(page.getByText('O took row 2, column 2').first()).toBeVisible();
  await expect(chat.receipts).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Change/ })).toHaveCount(0);
});

test.describe('on a screen of 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });

  test(
    'the ledger folds above the composer, nothing is wider than the screen, and no rule is broken',
    { tag: '@long' },
    async ({ chat, page }) => {
      await watchWidth(page);
      await chat.say(trip);
      await chat.pickFlight();
      await seatBoth(page, 'on the way out');
      await expect(question(page)).toContainText('on the way back');
      await page.getByText('Airline’s ledger').click();
      await expect(page.locator('.ledger li')).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByText('Airline’s ledger').click();
      await seatBoth(page, 'on the way back');
      await expect(total(page)).toBeVisible();
      await chat.change('SkyHigh');
      await chat.pickFlight('Meridian');
      await ledgerOf(chat, 4);
      expect(await violationsOf(page)).toEqual([]);
      expect(await readWidest(page)).toBe(0);
    },
  );
});

/** The ledger, once it has so many lines. */
async function ledgerOf(chat: ChatPage, lines: number): Promise<string[]> {
  await expect.poll(() => chat.ledger()).toHaveLength(lines);
  return chat.ledger();
}

/** What the tool asks. A card that is open to change an answer stands above it. */
function question(page: Page): Locator {
  return page.locator('[data-elicit="elicit-card"] [data-elicit="message"]').last();
}

function total(page: Page): Locator {
  return page.getByRole('group', { name: 'Book this trip' });
}

/** Gives both the first free seats, and returns these as the ledger names them. */
async function seatBoth(page: Page, way: string): Promise<string> {
  await expect(question(page)).toContainText(way);
  const seats = page.getByRole('group', { name: /^Who sits where/ });
  const free = seats.getByRole('grid').getByRole('button', { name: /included$/ });
  const chosen: string[] = [];
  for (const count of [1, 2]) {
    chosen.push((await free.first().getAttribute('data-seat')) ?? '');
    await free.first().press(' ');
    await expect(seats).toContainText(`${count} of 2 seated`);
  }
  await page.getByRole('button', { name: /^Confirm / }).click();
  return chosen.join(', ');
}
