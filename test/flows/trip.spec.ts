import type { Locator, Page } from '@playwright/test';
import { expect, test, type ChatPage } from './chat-page.ts';
import { pressUntil } from './press-until.ts';
import { readWidest, watchWidth } from './watch-width.ts';
import { routeChat } from './route-chat.ts';

// Five questions take longer than two.
test.describe.configure({ timeout: 60_000 });

const wish = 'Book a return trip for two from London to Singapore';

test('a return trip for two is booked, an exit row and a seat on the upper deck among it', async ({ chat, page }) => {
  const trip = tripOf(page);
  await page.getByRole('button', { name: wish }).click();

  await expect(chat.flights).toBeVisible();
  await expect(chat.flights.getByRole('radio')).toHaveCount(4);
  await expect(chat.flights.getByRole('radio', { name: /unavailable: No longer free for all 2/ })).toBeDisabled();
  const fare = cents(await chat.flights.locator('[data-elicit="price"]').first().textContent());
  await chat.pickFlight();
  await expect.poll(() => chat.receipt(0)).toMatch(/^SkyHigh SH \d+ and SH \d+ LON ⇄ SIN \$[\d,]+\.\d\d$/);

  // Two exit seats: nothing goes on before what goes with them is read.
  await expect(trip.question).toContainText(/^Who sits where on the way out, on SH \d+\?$/);
  await trip.seat(/exit row, .*\$89\.90$/).click();
  await trip.seat(/exit row, .*\$89\.90$/).click();
  await expect(trip.seats).toContainText('able and willing to help the crew');
  // Not by the mouse, which waits for a button that is ready.
  await trip.confirm.press('Enter');
  await expect(trip.seats).toContainText('Tick the box first.');
  expect(chat.posts).toHaveLength(2);
  await page.getByRole('checkbox', { name: 'I understand' }).check();
  await trip.confirm.click();
  await expect.poll(() => chat.receipt(1)).toMatch(/^Seats 60[A-K], 60[A-K] Way out \$179\.80$/);

  // On the way back one sits upstairs.
  await expect(trip.question).toContainText('on the way back');
  await page.getByRole('tab', { name: 'Upper deck' }).click();
  await expect(trip.seats.getByRole('grid')).toHaveCount(2);
  await trip.seat(/\$640\.00$/).click();
  await page.getByRole('tab', { name: 'Main deck' }).click();
  await trip.seat(/included$/).click();
  await expect(page.getByRole('checkbox', { name: 'I understand' })).toHaveCount(0);
  await trip.confirm.click();
  await expect.poll(() => chat.receipt(2)).toMatch(/^Seats 1\d[A-K], [4-7]\d[A-K] Way back \$640\.00$/);

  await expect(trip.total).toBeVisible();
  const shown = await trip.facts(trip.total);
  expect(cents(shown.get('Fare, 2 adults'))).toBe(fare);
  expect(cents(shown.get('Seat charges'))).toBe(17_980 + 64_000);
  expect(cents(shown.get('Total'))).toBe(fare + 17_980 + 64_000);
  await page.getByRole('button', { name: `Pay ${shown.get('Total')}` }).click();

  await expect(trip.confirmed).toContainText(/EK[0-9A-F]{6}/);
  const paid = await trip.facts(trip.confirmed);
  expect(paid.get('Total paid')).toBe(shown.get('Total'));
  await expect(page.getByText('Lunch at a hawker centre')).toBeVisible();
  await expect(chat.answers.last()).toHaveText(/^Your trip to Singapore is booked: SH \d+ .* Have a good trip!$/);
  expect(chat.posts).toHaveLength(5);
});

test('a return trip is booked with the keyboard alone', async ({ chat, page }) => {
  const trip = tripOf(page);
  await pressUntil(page, 'Tab', chat.composer);
  await page.keyboard.type(wish);
  await page.keyboard.press('Enter');
  await expect(chat.flights).toBeVisible();
  await pressUntil(page, 'Shift+Tab', chat.flights.getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await expect(chat.flights.getByRole('radio').nth(1)).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(chat.receipts.first()).toBeFocused();

  // Up to the other deck, and along its rows; nobody has to walk past the seats to get there.
  await expect(trip.seats).toBeVisible();
  await pressUntil(page, 'Tab', page.getByRole('tab', { name: 'Main deck' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Upper deck' })).toBeFocused();
  const stop = trip.seats.locator('[data-elicit="seat"][tabindex="0"]');
  await pressUntil(page, 'Tab', stop);
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Space');
  await expect(trip.seats).toContainText('2 of 2 seated.');
  await pressUntil(page, 'Tab', trip.confirm);
  await page.keyboard.press('Enter');
  await expect(chat.receipts.nth(1)).toBeFocused();

  // An exit row on the main deck: the box stands between the map and the button.
  await expect(trip.question).toContainText('on the way back');
  await pressUntil(page, 'Tab', page.getByRole('tab', { name: 'Main deck' }));
  await pressUntil(page, 'Tab', stop);
  await pressUntil(page, 'ArrowDown', trip.seats.locator('[data-number="60"] [data-elicit="seat"]'));
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Space');
  await expect(trip.seats).toContainText('2 of 2 seated.');
  await pressUntil(page, 'Tab', page.getByRole('checkbox', { name: 'I understand' }));
  await page.keyboard.press('Space');
  await pressUntil(page, 'Tab', trip.confirm);
  await page.keyboard.press('Enter');
  await expect(chat.receipts.nth(2)).toBeFocused();

  await expect(trip.total).toBeVisible();
  await pressUntil(page, 'Tab', page.getByRole('button', { name: /^Pay / }));
  await page.keyboard.press('Enter');
  await expect(trip.confirmed).toBeVisible();
  await pressUntil(page, 'Tab', chat.composer);
});

test('a child pays less, and sits in no exit row', async ({ chat, page }) => {
  const trip = tripOf(page);
  await chat.say('Book a return trip from London to Singapore for an adult and a child');
  await chat.pickFlight();
  await expect(trip.seats).toBeVisible();

  await trip.seat(/preferred, \$34\.50$/).click();
  await expect(trip.seat(/preferred, \$17\.25$/)).toBeVisible();
  await expect(trip.seats.getByRole('button', { name: /exit row, .*\$/ })).toHaveCount(0);
  await trip.seat(/exit row.*adults only$/).dispatchEvent('click');
  await expect(trip.seats).toContainText('1 of 2 seated');
  await trip.seat(/preferred, \$17\.25$/).click();
  await trip.confirm.click();

  await expect(chat.receipts.nth(1)).toContainText('Way out $51.75');
});

test('a seat that somebody took is refused, and the other choice is kept', async ({ chat, page }) => {
  const trip = tripOf(page);
  await chat.say(wish);
  await chat.pickFlight();
  await trip.seat(/included$/).click();
  await trip.seat(/included$/).click();
  const chosen = await trip.seats
    .locator('[data-mark]')
    .evaluateAll((seats) => seats.map((one) => one.dataset['seat']));
  expect(chosen).toHaveLength(2);
  const taken = await trip.seat(/, taken$/).getAttribute('data-seat');
  const [, row, seat] = /^(\d+)(\w)$/.exec(taken ?? '') ?? [];
  let isTampered = false;
  await routeChat(page, async (route) => {
    if (isTampered) return route.continue();
    isTampered = true;
    const body = route.request().postDataJSON() as {
      pluginElicitResponses: { result: { content: { selections: object[] } } }[];
    };
    const selections = body.pluginElicitResponses[0]?.result.content.selections ?? [];
    selections[1] = { passengerId: 'p2', row: Number(row), seat };
    return route.continue({ postData: JSON.stringify(body) });
  });
  await trip.confirm.click();

  await expect(page.getByText(new RegExp(`${taken}.*taken.*Choose another one`, 'i')).first()).toBeVisible();
  const kept = trip.seats.locator('[data-mark]');
  const marked = () => kept.evaluateAll((seats) => seats.map((one) => one.dataset['seat']));
  await expect.poll(marked).toEqual([chosen[0]]);
  await trip.seat(/included$/).click();
  await expect(kept).toHaveCount(2);
  const now = await marked();
  expect(now).toContain(chosen[0]);
  await trip.confirm.click();
  for (const seat of now) await expect(chat.receipts.nth(1)).toContainText(String(seat));
});

test('seats that are skipped, and a total that is refused, book nothing', async ({ chat, page }) => {
  const trip = tripOf(page);
  await chat.say(wish);
  await chat.pickFlight();
  await expect(trip.seats).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(chat.answers.last()).toHaveText(/^No problem, I booked nothing\. We can look at another flight/);

  await chat.say(wish);
  await seatBothWays(chat, trip);
  await page.getByRole('button', { name: 'Do not book' }).click();
  await expect(chat.receipts.last()).toContainText('Skipped');
  await expect(chat.answers.last()).toHaveText(/^Alright, I booked nothing\./);
  await expect(trip.confirmed).toHaveCount(0);
});

test.describe('on a screen of 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('no moment of a trip is wider than the screen', { tag: '@long' }, async ({ chat, page }) => {
    const trip = tripOf(page);
    await watchWidth(page);
    await chat.say(wish);
    await chat.pickFlight();
    await expect(trip.seats).toBeVisible();
    const size = await trip.seats.locator('[data-elicit="seat"]').first().boundingBox();
    expect(size?.width).toBeGreaterThanOrEqual(24);
    await page.getByRole('tab', { name: 'Upper deck' }).click();
    await expect(trip.seats.getByRole('grid')).toHaveCount(2);
    await page.getByRole('tab', { name: 'Main deck' }).click();
    await trip.seat(/exit row, .*\$89\.90$/).click();
    await trip.seat(/exit row, .*\$89\.90$/).click();
    await page.getByRole('checkbox', { name: 'I understand' }).check();
    await expect(trip.confirm).toBeInViewport();
    await trip.confirm.click();
    await seatOneWay(trip, 'on the way back');
    await expect(page.getByRole('button', { name: /^Pay / })).toBeInViewport();
    await page.getByRole('button', { name: /^Pay / }).click();
    await expect(trip.confirmed).toBeInViewport();
    await expect(chat.answers.last()).toHaveText(/Have a good trip!$/);

    expect(await readWidest(page)).toBe(0);
  });
});

interface TripPage {
  /** What is being asked now. */
  readonly question: Locator;
  readonly seats: Locator;
  readonly confirm: Locator;
  /** The last question: the total, and whether to pay it. */
  readonly total: Locator;
  /** What is left when all is booked. */
  readonly confirmed: Locator;
  /** The first with such a name; a seat that was chosen has another. */
  seat(name: RegExp): Locator;
  /** The lines of a list of facts, by their names. */
  facts(part: Locator): Promise<Map<string, string>>;
}

function tripOf(page: Page): TripPage {
  const seats = page.locator('[data-elicit="passenger-seat-picker"]');
  return {
    question: page.locator('[data-elicit="elicit-card"] [data-elicit="message"]'),
    seats,
    confirm: page.getByRole('button', { name: /^Confirm / }),
    total: page.getByRole('group', { name: 'Book this trip' }),
    confirmed: page.getByRole('article', { name: 'Trip confirmed' }),
    seat: (name) => seats.getByRole('grid').getByRole('button', { name }).first(),
    async facts(part) {
      const [names, values] = await Promise.all([
        part.locator('dt').allTextContents(),
        part.locator('dd').allTextContents(),
      ]);
      return new Map(names.map((name, index) => [name, values[index] ?? '']));
    },
  };
}

async function seatBothWays(chat: ChatPage, trip: TripPage): Promise<void> {
  await chat.pickFlight();
  await seatOneWay(trip, 'on the way out');
  await seatOneWay(trip, 'on the way back');
}

/** Give both the first free seats. */
async function seatOneWay(trip: TripPage, way: string): Promise<void> {
  await expect(trip.question).toContainText(way);
  await trip.seat(/included$/).click();
  await trip.seat(/included$/).click();
  await trip.confirm.click();
}

function cents(text: string | null | undefined): number {
  return Number((text ?? '').replaceAll(/[^\d]/g, ''));
}
