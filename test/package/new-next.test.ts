import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp, orderPizza } from './new-app.ts';
import { run, temporaryFolder } from './project.ts';
import { freePort, openPage, start } from './recipes.ts';

const folder = join(temporaryFolder(), 'apps');
let app: string;
beforeAll(() => {
  mkdirSync(folder);
  app = createApp(folder, '--template', 'next');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('compiles, and asks on the page that Next serves', async () => {
  run('npm', ['run', 'build'], app);
  const port = await freePort();
  const next = start(app, ['node_modules/next/dist/bin/next', 'start', '-p', `${port}`]);
  await next.until('Ready');
  const page = await openPage(`http://localhost:${port}`);
  expect(await orderPizza(page)).toBe('Ordered: one large mushroom pizza.');
});
