// Answers a tool's question by CopilotKit's own `useInterrupt`, in Chromium, through createAgUiHandler. It measures dist:
// run `npm run build` first. CopilotKit brings 500 MB, so npm fetches it into a temporary folder, and CI leaves this out.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright';
import * as z from 'zod';
import { createAgUiHandler } from '../dist/ag-ui.js';
import { createMcpTool } from '../dist/plugin.js';
import { createChatHandler } from '../dist/server.js';
import { createScriptedProvider } from '../dist/testing.js';
import { root } from './doors.mjs';
import { launchOptions } from './ensure-browsers.mjs';

const copilotKit = '1.74.0';
const html = '<!doctype html><title>CopilotKit</title><main></main><script type="module" src="/page.js"></script>';

const folder = mkdtempSync(join(tmpdir(), 'elicitkit-copilotkit-'));
const painted = [];
const paint = createMcpTool('paint')
  .description('Paint it')
  .parameters(z.object({}))
  .elicits({ colour: z.object({ colour: z.string().min(2) }) })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('colour', { message: 'Which colour?' });
    if (answer.action !== 'accept') return answer.action;
    yield* ctx.step('paint', () => void painted.push(answer.content.colour));
    return answer.content.colour;
  });
const chat = createChatHandler({
  provider: createScriptedProvider((messages) =>
    messages.at(-1)?.role === 'tool'
      ? { text: `It is ${messages.at(-1)?.content}.` }
      : { text: 'Let me ask.', toolCalls: [{ name: 'paint', arguments: {} }] },
  ),
  tools: [paint],
});
const agent = createAgUiHandler(chat);
const server = createServer(answer);
const browser = await chromium.launch(launchOptions());
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'page', private: true, type: 'module' }));
  const packages = [`@copilotkit/react-core@${copilotKit}`, 'react@19', 'react-dom@19', 'zod@4'];
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, ...packages], { cwd: folder, stdio: 'inherit' });
  cpSync(join(root, 'test/copilotkit/page.jsx'), join(folder, 'page.jsx'));
  await build({
    absWorkingDir: folder,
    entryPoints: ['page.jsx'],
    outfile: 'page.js',
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff': 'dataurl', '.woff2': 'dataurl', '.ttf': 'dataurl' },
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.getByRole('button', { name: 'Say' }).click();
  const card = page.getByRole('region', { name: 'Question' });
  await card.getByText('Which colour?').waitFor();
  assert.match(await card.innerText(), /Fields: colour/);
  await card.getByRole('button', { name: 'Answer x' }).click();
  // What was wrong stands in the next interrupt's message.
  await card.getByText(/Colour must be at least 2 characters/).waitFor();
  assert.deepEqual(painted, []);
  await card.getByRole('button', { name: 'Answer red' }).click();
  await page.getByText('It is red.').waitFor();
  assert.deepEqual(painted, ['red']);
  console.log(`CopilotKit ${copilotKit}: useInterrupt asked, was refused, answered, and painted once.`);
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await chat.close();
  rmSync(folder, { recursive: true, force: true });
}

async function answer(request, response) {
  if (request.method === 'GET') {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    return response.end(isScript ? readFileSync(join(folder, 'page.js')) : html);
  }
  let body = '';
  for await (const chunk of request) body += chunk;
  const answered = await agent(
    new Request('http://localhost/agent', { method: 'POST', headers: request.headers, body }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  for await (const chunk of answered.body ?? []) response.write(chunk);
  response.end();
}
