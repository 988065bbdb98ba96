import type { Locator, Page } from '@playwright/test';
import { expect } from './chat-page.ts';

/** Presses a key until the target (or one of several elements) has the focus. Gives up after `most` presses. */
export async function pressUntil(page: Page, key: string, target: Locator, most = 25): Promise<void> {
  for (let left = most; left > 0; left -= 1) {
    await page.keyboard.press(key);
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
  }
  await expect(target).toBeFocused();
}
