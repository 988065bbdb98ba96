import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { createProject, devVersion, temporaryFolder, writeFiles } from './project.ts';

const folder = temporaryFolder();
let files: ReadonlyMap<string, string>;
let browser: Browser;
beforeAll(async () => {
  createProject(folder, [inject('tarball'), ...['react', 'react-dom', 'effection', 'zod'].map(devVersion)]);
  writeFiles(folder, { 'page.js': page });
  files = await bundle();
  browser = await chromium.launch(launchOptions());
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The parts that this page loads later, by what their files are named. */
const parts = ['ItemGroup', 'page-parts', 'generators', 'QuestionForm'];

/** What the page says without one of them, where it has no question yet. */
const words: Readonly<Record<string, string>> = {
  ItemGroup: 'This question could not be shown.',
  'page-parts': 'could not be loaded',
};

describe('a page whose network is cut', () => {
  it.each(parts)('at %s: says so, and asks when tried again', async (part) => {
    const cut = new Set([part]);
    const { page, answers } = await open(cut);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page
      .getByText(words[part] ?? 'Which name?')
      .first()
      .waitFor();

    cut.clear();
    await again.click();
    await answer(page);
    expect(await answers()).toEqual([{ action: 'accept', content: { name: 'Ann' } }]);
  });

  it('behind all of them: delivers the answer once it is there again', async () => {
    const cut = new Set<string>();
    const { page, answers, setOffline } = await open(cut);
    await page.getByLabel('name').fill('Ann');
    await setOffline(true);
    for (const part of [...parts, 'page']) cut.add(part);
    await page.getByRole('button', { name: 'Send' }).click();
    await page
      .getByText(/You are offline|could not be reached|trying again/)
      .first()
      .waitFor();
    expect(await answers()).toEqual([]);
    await setOffline(false);
    await page.getByText('Ann it is').waitFor();
    expect(await answers()).toEqual([{ action: 'accept', content: { name: 'Ann' } }]);
  });
});

async function answer(page: Page): Promise<void> {
  await page.getByLabel('name').fill('Ann');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Ann it is').waitFor();
}

/** @param cut - the parts whose files cannot be fetched */
async function open(cut: ReadonlySet<string>) {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  let isOffline = false;
  const answers: unknown[] = [];
  let revision = 0;
  await page.route('http://cut.test/**', async (route) => {
    if (isOffline) return route.abort();
    const path = new URL(route.request().url()).pathname.slice(1);
    if (path === 'chat') {
      const body = route.request().postDataJSON() as ChatBody;
      answers.push(...(body.pluginElicitResponses ?? []).map(({ result }) => result));
      const events = body.pluginElicitResponses?.length
        ? [{ type: 'plugin_elicit_settled', ...ids, action: 'accept' }, { type: 'complete' }]
        : [{ type: 'messages', messages: body.messages }, asked];
      const lines = [...events.map((event) => ({ revision: ++revision, event })), { event: { type: 'end' } }];
      return route.fulfill({
        contentType: 'application/x-ndjson',
        body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      });
    }
    if (path === '') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
    const code = files.get(path);
    if (code === undefined || [...cut].some((part) => path.startsWith(`${part}-`))) return route.abort();
    return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: code });
  });
  await page.goto('http://cut.test/');
  return { page, answers: async () => answers, setOffline: async (is: boolean) => void (isOffline = is) };
}

interface ChatBody {
  readonly messages?: unknown;
  readonly pluginElicitResponses?: readonly { readonly result: unknown }[];
}

const ids = { sessionId: 'call_1', callId: 'call_1', elicitId: 'q1' };
const asked = {
  type: 'plugin_elicit_request',
  ...ids,
  toolName: 'greet',
  key: 'name',
  message: 'Which name?',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  seq: 0,
  attempt: 1,
};
const html = `<!doctype html><html lang="en"><head><title>Cut</title></head><body><main></main>
<script type="module" src="/page.js"></script></body></html>`;

/** A generator shows a form, so that the page needs each of the parts. */
const page = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';
import { createPluginClient, ElicitOutlet, PluginSessionProvider, schemaForm, usePluginSession } from 'elicitkit';
import { createMcpTool, makePlugin } from 'elicitkit/plugin';
const tool = createMcpTool('greet').description('Greet').parameters(z.object({})).elicits({ name: z.object({ name: z.string() }) });
const form = schemaForm();
const plugin = makePlugin(tool)
  .onElicit({
    *name(request, ctx) {
      return yield* form(request, ctx);
    },
  })
  .receipts({ name: ({ name }) => ({ title: name + ' it is' }) })
  .build();
const client = createPluginClient({ endpoint: '/chat', plugins: [plugin], storage: false, tabs: false, onError() {} });
function Problem() {
  const { problem, retry } = usePluginSession();
  if (!problem) return null;
  return createElement('p', null, problem.message, createElement('button', { onClick: () => retry() }, 'Try again'));
}
createRoot(document.querySelector('main')).render(
  createElement(PluginSessionProvider, { client }, createElement(ElicitOutlet), createElement(Problem)),
);
client.send('Hello');
`;

/** The files of the page, by name. */
async function bundle(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'page.js')],
    absWorkingDir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['node:*'],
    write: false,
    outdir: folder,
    logLevel: 'silent',
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(folder.length + 1), text]));
}
