import { expect, test } from './chat-page.ts';

test('a flight is booked over three requests', async ({ chat, page }) => {
  await chat.say('Book me a flight from NYC to LAX');

  await expect(chat.flights).toBeVisible();
  await expect(page.locator('[data-elicit="header"] [data-elicit="airplane-icon"]')).toBeVisible();
  await expect(chat.flights.getByRole('radio')).toHaveCount(5);
  const prices = await chat.flights.locator('[data-elicit="price"]').allTextContents();
  expect(
    prices.every((price) => /^\$\d+\.\d\d$/.test(price)),
    prices.join(),
  ).toBe(true);
  expect(chat.posts).toHaveLength(1);

  await chat.pickFlight();
  await expect.poll(() => chat.receipt(0)).toMatch(/^SkyHigh SH \d+ · \d\d:\d\d → \d\d:\d\d NYC–LAX \$\d+\.\d\d$/);
  await expect(chat.seats.getByRole('grid')).toBeVisible();
  await expect(chat.seats.getByRole('button', { name: /, taken$/ }).first()).toBeVisible();
  await expect(chat.flights).toHaveCount(0);
  expect(chat.posts).toHaveLength(2);

  await chat.pickSeat();
  await expect.poll(() => chat.receipt(1)).toMatch(/^Seat \d+[A-F] (Window|Middle|Aisle) Included$/);
  await expect(chat.passes).toContainText('NYC');
  await expect(chat.passes).toContainText('LAX');
  await expect(chat.passes).toContainText(/EK[0-9A-F]{6}/);
  await expect(page.getByText('Distances are longer than they look')).toBeVisible();
  await expect(chat.answers.last()).toHaveText(
    /^You are booked to Los Angeles: SkyHigh SH \d+ .* Have a good flight!$/,
  );

  expect(chat.posts).toHaveLength(3);
  await expect
    .poll(() => chat.eventsOf(0))
    .toEqual(['session_info', 'messages', 'text', 'tool_calls', 'plugin_progress', 'plugin_elicit_request', 'end']);
  await expect
    .poll(() => chat.eventsOf(1))
    .toEqual(['plugin_elicit_settled', 'plugin_progress', 'plugin_elicit_request', 'end']);
  await expect
    .poll(() => chat.eventsOf(2))
    .toEqual(['plugin_elicit_settled', 'plugin_progress', 'tool_result', 'text', 'messages', 'complete', 'end']);
});

test('two flights are booked in one conversation', async ({ chat }) => {
  for (const [text, city] of [
    ['Book me a flight from NYC to LAX', 'Los Angeles'],
    ['Now book a flight from Berlin to Lisbon, please', 'Lisbon'],
  ] as const) {
    await chat.say(text);
    await chat.pickFlight();
    await chat.pickSeat();
    await expect(chat.answers.last()).toHaveText(new RegExp(`^You are booked to ${city}: .* Have a good flight!$`));
  }

  await expect(chat.passes).toHaveCount(2);
  await expect(chat.passes.nth(1)).toContainText('BER');
  await expect(chat.passes.nth(1)).toContainText('LIS');
  await expect(chat.receipts).toHaveCount(4);
  expect(chat.posts).toHaveLength(6);
});

test('two flights are asked about at once, and answered in any order', async ({ chat, page }) => {
  await chat.say('Book a flight from NYC to LAX and a flight from London to Tokyo');

  await expect(chat.flights).toHaveCount(2);
  const second = page.getByRole('region', { name: 'Book a flight' }).nth(1);
  await second.getByRole('radio').first().check();
  await second.getByRole('button', { name: 'Continue' }).click();
  await expect(second.locator('[data-elicit="seat-picker"]')).toBeVisible();
  await chat.pickSeat();
  await expect(chat.passes).toContainText('TYO');

  await chat.pickFlight();
  await chat.pickSeat();
  await expect(chat.passes).toHaveCount(2);
  await expect(chat.answers.last()).toHaveText(/Los Angeles[^]*Tokyo/);
});
