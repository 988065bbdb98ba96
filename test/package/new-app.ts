import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, inject } from 'vitest';
import { install } from './project.ts';

/** Puts a new app into a folder beside the installed package, as a person does, and installs what it names. */
export function createApp(folder: string, ...options: readonly string[]): string {
  install(folder, [inject('tarball')]);
  const command = join(folder, 'node_modules/.bin/elicitkit');
  const printed = execFileSync(process.execPath, [command, 'new', 'my-app', ...options], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(printed).toContain('cd my-app\n  npm install\n  npm run dev');
  return install(join(folder, 'my-app'), [inject('tarball')]);
}

/** Says something, and answers what the tool asks. Gives what came of it. */
export async function orderPizza(page: Page): Promise<string> {
  await page.getByRole('textbox', { name: 'Message' }).fill('A pizza, please');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('radio', { name: 'large' }).check();
  await page.getByRole('button', { name: 'Confirm' }).click();
  return page.getByText('Ordered: ').innerText();
}
