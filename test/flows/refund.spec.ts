import type { Browser, Page } from '@playwright/test';
import { expect, test } from './chat-page.ts';
import { violationsOf } from './violations.ts';

/** The manager's page, in another window of the customer's browser. */
async function openDesk(page: Page): Promise<Page> {
  const desk = await page.context().newPage();
  await desk.goto('/desk.html');
  return desk;
}

/** The same page of somebody else. */
async function openOtherDesk(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const desk = await context.newPage();
  await desk.goto('/desk.html');
  return desk;
}

const waits = (desk: Page) => desk.getByRole('button', { name: /Refund order 1042, 40\s€/ });

test.describe('a refund that a manager decides', () => {
  test('is approved in another window, and a stranger sees nothing of it', async ({ chat, browser }) => {
    const desk = await openDesk(chat.page);
    const stranger = await openOtherDesk(browser);
    await expect(desk.getByText('Nothing waits for you').first()).toBeVisible();
    await chat.say('Refund order 1042');
    await expect(chat.page.getByText('Waiting for Manager', { exact: true })).toBeVisible();

    await waits(desk).click();
    await expect(desk.getByRole('heading', { name: /^Refund order 1042, 40\s€\?$/ })).toBeVisible();
    await desk.getByText('Approve', { exact: true }).click();
    await desk.getByRole('textbox', { name: /Note/ }).fill('Sorry for the wait');
    await desk.getByRole('button', { name: 'Send' }).click();

    await expect(chat.answers.last()).toContainText('Mia agreed, and 40 € for order 1042 are on their way.');
    await expect(chat.answers.last()).toContainText('They wrote: Sorry for the wait');
    await expect(chat.page.getByText('Answered by Mia')).toBeVisible();
    await expect(waits(desk)).toHaveCount(0);
    await stranger.reload();
    await expect(stranger.getByText('Nothing waits for you').first()).toBeVisible();
    await stranger.context().close();
  });

  test('leaves the desk when the customer withdraws it', async ({ chat }) => {
    const desk = await openDesk(chat.page);
    await chat.say('Refund order 1042');
    await waits(desk).click();
    await expect(desk.getByRole('button', { name: 'Send' })).toBeVisible();
    await chat.page.getByRole('button', { name: 'Withdraw' }).click();
    await expect(chat.answers.last()).toContainText('order 1042 was not decided');
    await expect(waits(desk)).toHaveCount(0);
    await expect(desk.getByRole('button', { name: 'Send' })).toHaveCount(0);
  });

  for (const width of [280, 360, 1100]) {
    test(`has a desk that fits ${width} px, for the keyboard too`, async ({ chat }) => {
      const desk = await openDesk(chat.page);
      await desk.setViewportSize({ width, height: 700 });
      await chat.say('Refund order 1042');
      await waits(desk).focus();
      expect(await violationsOf(desk)).toEqual([]);
      await desk.keyboard.press('Enter');
      await expect(desk.getByRole('radio', { name: 'Approve' })).toBeVisible();
      expect(await violationsOf(desk)).toEqual([]);
      expect(await desk.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await desk.getByRole('radio', { name: 'Deny' }).focus();
      await desk.keyboard.press('Space');
      await desk.getByRole('button', { name: 'Send' }).focus();
      await desk.keyboard.press('Enter');
      await expect(chat.answers.last()).toContainText('Mia said no to order 1042');
    });
  }
});
