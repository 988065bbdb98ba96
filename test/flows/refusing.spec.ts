import { expect, test } from './chat-page.ts';
import { routeChat } from './route-chat.ts';

test('a declined flight books nothing, and the conversation goes on', async ({ chat, page }) => {
  await chat.say('Book me a flight from NYC to LAX');
  await expect(chat.flights).toBeVisible();
  // One way to say no on one card.
  await expect(page.getByRole('button', { name: /Skip|Decline|Cancel/ })).toHaveCount(1);

  await page.getByRole('button', { name: 'Skip' }).click();

  await expect(chat.receipts).toContainText('Skipped');
  await expect(chat.answers.last()).toHaveText(/^No problem, I booked nothing\./);
  await expect(page.getByRole('main').getByText('Nothing booked')).toBeVisible();
  await expect
    .poll(() => chat.eventsOf(1))
    .toEqual(['plugin_elicit_settled', 'tool_result', 'text', 'messages', 'complete', 'end']);

  await chat.say('Thanks anyway');
  await expect(chat.answers.last()).toHaveText('You are welcome!');
});

test('a seat question that is cancelled books nothing, and the flight stays told', async ({ chat, page }) => {
  await chat.say('Book me a flight from NYC to LAX');
  await chat.pickFlight();
  await expect(chat.seats).toBeVisible();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Cancel this request' }).click();

  await expect(chat.receipts).toHaveCount(2);
  await expect(chat.receipts.first()).toContainText('SkyHigh');
  await expect(chat.receipts.nth(1)).toContainText('Cancelled');
  await expect(chat.answers.last()).toHaveText(/^Alright, nothing was booked\./);
  await expect(chat.passes).toHaveCount(0);
});

test('a flight that was not offered is refused, and asked for again with the choice kept', async ({ chat, page }) => {
  let isTampered = false;
  await routeChat(page, async (route) => {
    const body = route.request().postDataJSON() as { pluginElicitResponses?: { result: { content: object } }[] };
    const answer = body.pluginElicitResponses?.[0];
    if (answer === undefined || isTampered) return route.continue();
    isTampered = true;
    answer.result.content = { flightId: 'XX999-2026-12-24' };
    return route.continue({ postData: JSON.stringify(body) });
  });
  await chat.say('Book me a flight from NYC to LAX');
  await chat.pickFlight('Meridian');

  await expect(page.getByText('That is not on offer. Choose one from the list.')).toBeVisible();
  await expect(chat.flights.getByRole('radio', { name: /Meridian/ })).toBeChecked();
  await expect(chat.receipts).toHaveCount(0);
  await expect.poll(() => chat.eventsOf(1)).toEqual(['plugin_elicit_request', 'end']);

  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(chat.receipts.first()).toContainText('Meridian');
  await chat.pickSeat();
  await expect(chat.passes).toContainText('Meridian');
});

test('a seat that is taken is refused by the tool', async ({ chat, page }) => {
  await chat.say('Book me a flight from NYC to LAX');
  await chat.pickFlight();
  const taken = await chat.seats
    .getByRole('button', { name: /, taken$/ })
    .first()
    .getAttribute('data-seat');
  const [, row, seat] = /^(\d+)(\w)$/.exec(taken ?? '') ?? [];
  let isTampered = false;
  await routeChat(page, async (route) => {
    if (isTampered) return route.continue();
    isTampered = true;
    const body = route.request().postDataJSON() as { pluginElicitResponses: { result: { content: object } }[] };
    const [answer] = body.pluginElicitResponses;
    if (answer) answer.result.content = { row: Number(row), seat };
    return route.continue({ postData: JSON.stringify(body) });
  });
  await chat.pickSeat();

  await expect(page.getByText(`Seat ${taken}: taken. Choose another one.`)).toBeVisible();
  await expect(chat.seats.getByRole('button', { pressed: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(chat.passes).toBeVisible();
});
