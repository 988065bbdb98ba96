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
  app = createApp(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('asks on the page of its development server', async () => {
  const port = await freePort();
  const vite = start(app, ['node_modules/vite/bin/vite.js', '--port', `${port}`, '--strictPort']);
  await vite.until(`:${port}`);
  const page = await openPage(`http://localhost:${port}`);
  expect(await orderPizza(page)).toBe('Ordered: one large mushroom pizza.');
});

it('compiles, and asks on its own server', async () => {
  run('npm', ['run', 'build'], app);
  const port = await freePort();
  const server = start(app, ['node_modules/tsx/dist/cli.mjs', 'src/server.ts'], { PORT: `${port}` });
  await server.until('Open http');
  const page = await openPage(`http://localhost:${port}`);
  expect(await orderPizza(page)).toBe('Ordered: one large mushroom pizza.');
});
