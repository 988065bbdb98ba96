import { expect, test } from './chat-page.ts';

test('an answer that is given on another device shows within seconds', async ({ chat, page, context, browser }) => {
  await chat.say('Book me a flight from NYC to LAX');
  await expect(chat.flights).toBeVisible();

  // The same person, who knows the conversation there, too. It hears nothing from this page.
  const storageState = await context.storageState();
  const device = await browser.newContext({ baseURL: new URL(page.url()).origin, storageState });
  await device.addInitScript(
    (entries) => {
      for (const [name, value] of entries) sessionStorage.setItem(name, value);
    },
    await page.evaluate(() => Object.entries(sessionStorage) as [string, string][]),
  );
  const other = await device.newPage();
  await other.goto('/');
  await other
    .getByRole('radio', { name: /Meridian/ })
    .first()
    .check();
  await other.getByRole('button', { name: 'Continue' }).click();

  await expect(chat.receipts.first()).toContainText('Answered');
  await expect(chat.seats.getByRole('grid')).toBeVisible();
  await chat.pickSeat();
  await expect(other.locator('[data-elicit="receipt"]').nth(1)).toBeVisible();
  await device.close();
});
