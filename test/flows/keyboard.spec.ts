import { expect, test } from './chat-page.ts';
import { pressUntil } from './press-until.ts';

test('a flight is booked with the keyboard alone', async ({ chat, page }) => {
  await pressUntil(page, 'Tab', chat.composer);
  await page.keyboard.type('Book me a flight from NYC to LAX');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('please');
  await page.keyboard.press('Enter');
  await expect(page.locator('.bubble')).toContainText('Book me a flight from NYC to LAX\nplease');
  await expect(chat.flights).toBeVisible();

  const radios = chat.flights.getByRole('radio');
  // The radios are one tab stop, the same from either side.
  await pressUntil(page, 'Shift+Tab', radios.first());
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(radios.nth(3)).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(chat.receipts.first()).toBeFocused();

  await expect(chat.seats.getByRole('grid')).toBeVisible();
  const firstFree = chat.seats.locator('[data-elicit="seat"][tabindex="0"]');
  await pressUntil(page, 'Tab', firstFree);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Space');
  await expect(chat.seats.getByRole('button', { pressed: true })).toHaveCount(1);
  await pressUntil(page, 'Tab', page.getByRole('button', { name: 'Confirm' }));
  await page.keyboard.press('Enter');

  await expect(chat.receipts.nth(1)).toBeFocused();
  await expect(chat.passes).toBeVisible();
  await pressUntil(page, 'Tab', chat.composer);
});

test('the theme is chosen with the keyboard, and remembered', async ({ page, chat }) => {
  const html = page.locator('html');
  await page.getByRole('radio', { name: 'Light' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radio', { name: 'As the system' }).check();
  await expect(html).not.toHaveAttribute('data-theme');
  await expect(chat.composer).toBeVisible();
});

test('focus is kept when the button that was pressed goes', async ({ chat, page }) => {
  await page.getByRole('button', { name: 'Book me a flight from NYC to LAX' }).press('Enter');
  await expect(page.getByRole('log', { name: 'Messages' })).toBeFocused();
  await expect(chat.flights).toBeVisible();

  await page.getByRole('button', { name: 'Stop', exact: true }).press('Enter');
  await expect(chat.receipts).toContainText('Stopped');

  await expect(page.getByRole('button', { name: 'Send' })).toBeFocused();
});

test('each piece of news is told once, and two questions in the same words are two', async ({ chat, page }) => {
  const told = page.locator('[aria-live="polite"] > p');
  await chat.say('Book a flight from NYC to LAX and from London to Tokyo');
  await expect(told.filter({ hasText: 'Which one would you like?' })).toHaveCount(2);
  const answer = await told.filter({ hasText: 'Sure.' }).elementHandle();

  await chat.flights.first().getByRole('radio').first().press('Space');
  await chat.flights.first().getByRole('radio').first().press('Enter');

  await expect(told.filter({ hasText: 'Where would you like to sit' })).toHaveCount(1);
  // The element that was read stays as it is: to tell it anew would take another.
  expect(await answer?.evaluate((element) => element.isConnected)).toBe(true);
});
