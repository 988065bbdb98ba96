import type { Page } from '@playwright/test';

/** Measure at every frame how far anything sticks out at the side. */
export async function watchWidth(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched = globalThis as unknown as { widest: number };
    watched.widest = 0;
    const measure = () => {
      for (const element of [document.documentElement, ...document.querySelectorAll('.scroller, .dock, .header')]) {
        watched.widest = Math.max(watched.widest, element.scrollWidth - element.clientWidth);
      }
      requestAnimationFrame(measure);
    };
    measure();
  });
}

/** By how many pixels anything stuck out since then. */
export function readWidest(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { widest: number }).widest);
}
