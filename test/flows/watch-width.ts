import type { Page } from '@playwright/test';

/** Measures in every frame how far anything sticks out sideways. */
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

/** The largest overflow since `watchWidth`, in pixels. */
export function readWidest(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { widest: number }).widest);
}
