import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { openSite, type AppSite } from '../mcp-client/apps/site.ts';
import { createProject, temporaryFolder } from './project.ts';
import { freePort, start } from './recipes.ts';

/** The example servers of MCP Apps, with the tool that has an app. Each is this version of `@modelcontextprotocol/server-…`. */
const version = '2.0.3';
const examples = { 'basic-react': 'get-time', 'basic-vanillajs': 'get-time', 'budget-allocator': 'get-budget-data' };

describe('the example servers of MCP Apps, on a page of ours', () => {
  const folder = temporaryFolder();
  let site: AppSite;
  let browser: Browser;
  beforeAll(async () => {
    const names = Object.keys(examples).map((name) => `@modelcontextprotocol/server-${name}`);
    createProject(
      folder,
      names.map((name) => `${name}@${version}`),
    );
    const started = await Promise.all(
      names.map(async (name) => {
        const port = String(await freePort());
        const url = `http://localhost:${port}/mcp`;
        const { stop } = start(
          folder,
          [join(folder, 'node_modules', name, 'dist/index.js')],
          { PORT: port },
          { onEnd: () => undefined },
        );
        const hears = () =>
          fetch(url, { method: 'POST' }).then(
            () => true,
            () => false,
          );
        await vi.waitUntil(hears, { timeout: 60_000 });
        return { path: `/${name.replace('@modelcontextprotocol/server-', '')}`, url, stop };
      }),
    );
    const servers = Object.fromEntries(
      started.map(({ path, url }) => [path, (request: Request) => fetch(new Request(url, request))]),
    );
    site = await openSite({ servers });
    browser = await chromium.launch(launchOptions());
    return () => Promise.all(started.map(({ stop }) => stop()));
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function show(server: keyof typeof examples) {
    const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
    onTestFinished(() => page.close());
    await page.goto(site.page(examples[server], { at: `/${server}` }));
    await page.getByRole('button', { name: 'Call' }).click();
    const errors = () => page.evaluate(() => (window as unknown as { errors: string[] }).errors);
    return { page, errors, app: page.frameLocator('iframe').frameLocator('iframe') };
  }

  it.each(['basic-react', 'basic-vanillajs'] as const)(
    '%s shows the time, gets it anew, and asks before a link',
    async (server) => {
      const { page, app, errors } = await show(server);
      const time = app
        .locator('#server-time')
        .or(app.getByText(/\d{4}-\d\d-\d\dT/))
        .first();
      await time.waitFor();
      const before = await time.textContent();
      await app.getByRole('button', { name: /Get Server Time/ }).click();
      await expect.poll(() => time.textContent()).not.toBe(before);
      await app.getByRole('button', { name: /Open Link/ }).click();
      await page.getByText('Acme asks you to open a page').waitFor();
      expect(await errors()).toEqual([]);
      expect(page.context().pages()).toHaveLength(1);
    },
  );

  it('budget-allocator draws its chart', async () => {
    const { app, errors } = await show('budget-allocator');
    await app.locator('canvas').first().waitFor();
    await app
      .getByText(/% ?of|Total|Budget/i)
      .first()
      .waitFor();
    expect(await errors()).toEqual([]);
    expect(site.leaks).toEqual([]);
  });
});
