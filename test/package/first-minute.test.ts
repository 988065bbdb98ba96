import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { namedBlocks } from '../../scripts/docs-code.mjs';
import { install, root, temporaryFolder, writeFiles } from './project.ts';
import { openPage, packagesOf, start } from './recipes.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const folder = join(temporaryFolder(), 'empty');
beforeAll(() => {
  mkdirSync(folder);
  const [sample] = namedBlocks(readme);
  writeFiles(folder, { [sample!.name]: sample!.code });
  install(folder, [inject('tarball'), ...packagesOf('README.md').filter((name) => !name.startsWith('react'))]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("runs the README's first sample in an empty folder, by its own commands", async () => {
  const [, command = ''] = /^(npx elicitkit play .+)$/m.exec(readme) ?? [];
  expect(command).toContain('./hello.ts');
  const play = start(folder, [
    ...command.replace('npx elicitkit', 'node_modules/.bin/elicitkit').split(' '),
    '--port',
    '0',
  ]);
  await play.until('Open http');
  const [url = ''] = /http:\S+/.exec(play.printed()) ?? [];

  const page = await openPage(url);
  await page.getByLabel('Topping').fill('mushroom');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('radio', { name: 'large' }).check();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Ordered: one large mushroom pizza.').filter({ visible: true }).first().waitFor();
});
