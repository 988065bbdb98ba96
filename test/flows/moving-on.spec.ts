import { expect, test } from './chat-page.ts';
import { routeChat } from './route-chat.ts';

test('a message instead of an answer ends the question and is answered', async ({ chat }) => {
  await chat.say('Book me a flight from NYC to LAX');
  await expect(chat.flights).toBeVisible();

  await chat.say('How many bags can I bring?');

  await expect(chat.receipts).toContainText('Cancelled');
  await expect(chat.answers.last()).toHaveText(
    'One cabin bag and one personal item are included on every flight here.',
  );
  await expect(chat.flights).toHaveCount(0);
  await expect(chat.composer).toHaveValue('');
});

test('Stop during a question ends the call, and the model says so', async ({ chat, page }) => {
  await chat.say('Book me a flight from NYC to LAX');
  await expect(chat.flights).toBeVisible();

  await page.getByRole('button', { name: 'Stop', exact: true }).click();

  await expect(chat.receipts).toContainText('Stopped');
  await expect(chat.answers.last()).toHaveText('Stopped. Nothing was booked.');
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();

  await chat.say('Hello?');
  await expect(chat.answers.last()).toHaveText('Hello! Where would you like to fly?');
});

test('Stop while the model speaks keeps what it said', async ({ chat, page }) => {
  await chat.holdStreamsAfter('scripted');
  await chat.say('What can you do?');
  await expect(chat.answers).toContainText('a small scripted');

  await page.getByRole('button', { name: 'Stop', exact: true }).click();

  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await expect(chat.answers).not.toContainText('which seat');
  await expect(chat.answers).not.toHaveAttribute('data-state', 'streaming');
  await chat.say('Thanks');
  await expect(chat.answers.last()).toHaveText('You are welcome!');
});

test('New chat begins with nothing of the last one', async ({ chat, page }) => {
  await chat.say('Book me a flight from NYC to LAX');
  await expect(chat.flights).toBeVisible();

  await page.getByRole('button', { name: 'New chat' }).click();

  await expect(page.getByRole('heading', { name: 'Where to?' })).toBeVisible();
  await expect(chat.flights).toHaveCount(0);
  await page.getByRole('button', { name: 'Book me a flight from NYC to LAX' }).click();
  await expect(chat.flights).toHaveCount(1);
});

test.describe('with a server that fails', () => {
  // Where a host has no `onError`, the console hears of it.
  test.use({ allowedErrors: [/Failed to load resource|Not today\./] });

  const refusal = { status: 400, json: { error: { code: 'NOT_TODAY', message: 'Not today.' } } };

  test('a turn that was refused is tried again when the person says so', async ({ chat, page }) => {
    await routeChat(page, (route) => route.fulfill(refusal), 1);
    await chat.say('Hello');
    const problem = page.getByRole('alert');
    await expect(problem).toContainText('Not today.');

    await problem.getByRole('button', { name: 'Try again' }).click();

    await expect(chat.answers.last()).toHaveText('Hello! Where would you like to fly?');
    await expect(problem).toHaveCount(0);
  });

  test('an answer that was refused is sent again as it was', async ({ chat, page }) => {
    await chat.say('Book me a flight from NYC to LAX');
    await expect(chat.flights).toBeVisible();
    await routeChat(page, (route) => route.fulfill(refusal), 1);
    await chat.pickFlight('Meridian');

    await page.getByRole('button', { name: 'Try again' }).click();

    await expect(chat.receipts.first()).toContainText('Meridian');
    await expect(chat.seats).toBeVisible();
  });

  test('a lost connection is made up for, and told meanwhile', async ({ chat, page }) => {
    await chat.say('Book me a flight from NYC to LAX');
    await expect(chat.flights).toBeVisible();
    let isDown = true;
    await routeChat(page, (route) => (isDown ? route.abort() : route.fallback()));
    await chat.pickFlight('Meridian');
    await expect(page.getByText('Connection lost. Trying again…')).toBeVisible();

    isDown = false;

    await expect(chat.receipts.first()).toContainText('Meridian');
    await expect(chat.seats).toBeVisible();
    await expect(page.getByText('Connection lost. Trying again…')).toHaveCount(0);
  });
});
