import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type * as axeCore from 'axe-core';

/** The rules of accessibility that the page breaks, with the elements that break them. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core') });
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
