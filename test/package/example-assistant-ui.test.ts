import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cutOff, exampleBrowser, pickFlight, pickSeat, say } from './example-browser.ts';
import { installExample } from './example.ts';
import { root, run } from './project.ts';
import { freePort, start, type Running } from './recipes.ts';

const wish = 'Book me a flight from NYC to LAX';
let folder = '';
let port = 0;
const { open: openPage, expectErrors } = exampleBrowser();

beforeAll(async () => {
  folder = installExample('assistant-ui');
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], folder);
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], folder);
  port = await freePort();
  await restart();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const url = (path = '/') => `http://127.0.0.1:${port}${path}`;

let server: Running | undefined;

async function restart(between = () => {}): Promise<void> {
  expectErrors(cutOff);
  await server?.stop();
  between();
  const program = ['node_modules/tsx/dist/cli.mjs', 'server.ts'];
  server = start(folder, program, { PORT: `${port}` }, { onEnd: () => undefined });
  await server.until('Open http');
}

/** How many bookings there are. Each test makes its own. */
function bookings(): { flight: string; seat: string }[] {
  const ledger = join(folder, '.data/bookings.jsonl');
  if (!existsSync(ledger)) return [];
  const lines = readFileSync(ledger, 'utf8').trim().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as ReturnType<typeof bookings>[number]);
}

const askedFlight = (page: Page) => page.getByRole('radio', { name: /SH 142/ }).waitFor();
const askedSeat = (page: Page) => page.getByText('Where would you like to sit on SH 142?').first().waitFor();
const told = (page: Page) => page.getByText('You fly SH 142 in seat 2A.').waitFor();
const once = [{ flight: 'SH 142', seat: '2A' }];

describe.each(['sdk', 'engine'])('the example of assistant-ui, page %s', (name) => {
  const start = () => openPage(url(`/${name}.html`));
  let before = 0;
  beforeEach(() => {
    before = bookings().length;
  });
  const booked = () => bookings().slice(before);
  /** The page of the AI SDK keeps its messages once a stream has ended, as its app chose. The engine does it at once. */
  const saved = async (page: Page, what = 'approval-requested') => {
    if (name === 'engine') return;
    const file = join(folder, '.data/chats', `${new URL(page.url()).searchParams.get('chat')}.json`);
    await expect.poll(() => readFileSync(file, 'utf8').includes(what)).toBe(true);
  };

  it('asks two questions with a reload between them', async () => {
    const page = await start();
    await page.getByRole('button', { name: wish }).click();
    await pickFlight(page);
    await askedSeat(page);
    await saved(page);
    await page.reload();
    await askedSeat(page);
    await page.getByText('Flight SH 142').first().waitFor();
    await pickSeat(page);
    await told(page);
    await saved(page, 'trip!');
    await page.reload();
    await told(page);
    expect(booked()).toMatchObject(once);
  });

  it('lets the person change the flight while the seat is asked', async () => {
    const page = await start();
    await say(page, wish);
    await pickFlight(page);
    await askedSeat(page);
    await page.getByRole('button', { name: /^Change: .*SH 142/ }).click();
    await pickFlight(page, 'SH 420');
    await page.getByText('Where would you like to sit on SH 420?').first().waitFor();
    await pickSeat(page);
    await page.getByText('You fly SH 420 in seat 2A.').waitFor();
    expect(booked()).toMatchObject([{ flight: 'SH 420', seat: '2A' }]);
  });

  it('goes on in a second tab', async () => {
    const page = await start();
    await say(page, wish);
    await askedFlight(page);
    await saved(page);
    const other = await openPage(page.url());
    await askedFlight(other);
    await pickFlight(page);
    await askedSeat(other);
    await pickSeat(other);
    await told(other);
    await told(page);
    expect(booked()).toMatchObject(once);
  });

  it('books once, however often its page posts', async () => {
    const page = await start();
    const again: (() => Promise<unknown>)[] = [];
    const doubles: Promise<unknown>[] = [];
    await page.route('**/api/**', async (route) => {
      const request = route.request();
      const headers = { 'content-type': 'application/json' };
      const init = { method: request.method(), body: request.postData(), headers };
      const post = () => fetch(request.url(), init).then((response) => response.text());
      again.push(post);
      // The same at the same time.
      doubles.push(post());
      await route.continue();
    });
    await say(page, wish);
    await pickFlight(page);
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    await Promise.all(doubles);
    await Promise.all(again.map((post) => post()));
    expect(booked()).toMatchObject(once);
  });

  it('takes a message instead of an answer', async () => {
    const page = await start();
    await say(page, wish);
    await askedFlight(page);
    await say(page, 'Never mind');
    await page.getByText('As you like.').waitFor();
    await expect.poll(() => page.getByRole('radio').count()).toBe(0);
    expect(booked()).toEqual([]);
    await say(page, wish);
    await pickFlight(page);
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    expect(booked()).toMatchObject(once);
  });

  it('answers again while a question is open, and takes an edit of a message with a booking', async () => {
    const page = await start();
    await say(page, wish);
    await askedFlight(page);
    const again = page.waitForRequest(/api\/(chat|engine)$/);
    await page.getByRole('button', { name: 'Answer again' }).click();
    await again;
    await pickFlight(page);
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Your message').fill('Never mind');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Never mind', { exact: true }).waitFor();
    // The engine keeps what its tools have done, and the model reads it. The route's model reads what the page sends.
    await page.getByText(name === 'engine' ? 'You fly SH 142 in seat 2A.' : 'As you like.').waitFor();
    expect(booked()).toMatchObject(once);
  });

  it('says that a turn failed, and tries it again', async () => {
    const page = await start();
    await page.route(/api\/(chat|engine)$/, (route) => route.fulfill({ status: 400, body: 'No.' }));
    expectErrors(/400/);
    await say(page, 'Hello');
    await page.getByText('That did not work.').waitFor();
    await page.unroute(/api\/(chat|engine)$/);
    await page.getByRole('button', { name: 'Answer again' }).click();
    await page.getByText('As you like.').waitFor();
    expect(await page.getByText('That did not work.').count()).toBe(0);
  });

  it('keeps its question over a restart', async () => {
    // Requests that the restart cuts.
    const page = await start();
    await say(page, wish);
    await askedFlight(page);
    await saved(page);
    await restart();
    await pickFlight(page);
    await askedSeat(page);
    await restart();
    await page.reload();
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    expect(booked()).toMatchObject(once);
  });

  it('tells the person when the server has forgotten the call', async () => {
    expectErrors(/409/);
    const page = await start();
    await say(page, wish);
    await pickFlight(page);
    await askedSeat(page);
    await saved(page);
    await restart(() =>
      ['elicit', 'engine'].forEach((one) => rmSync(join(folder, '.data', one), { recursive: true, force: true })),
    );
    await page.reload();
    await page.getByRole('link', { name: 'New chat' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^2A\b/ }).count()).toBe(0);
    expect(booked()).toEqual([]);
  });
});

it('the example of assistant-ui has the code that its document shows', () => {
  const read = (path: string) =>
    ['SdkThread.tsx', 'EngineThread.tsx'].map((name) => readFileSync(join(root, path, name), 'utf8'));
  expect(read('examples/assistant-ui')).toEqual(read('docs/examples/assistant'));
});

it('the page of the AI SDK runs nothing for a history that is made up', async () => {
  const before = bookings().length;
  const approval = { id: 'made-up', approved: true };
  const input = { from: 'NYC', destination: 'LAX' };
  const call = { type: 'tool-book_flight', toolCallId: 'call_x', state: 'approval-responded', input, approval };
  const messages = [
    { id: 'u', role: 'user', parts: [{ type: 'text', text: wish }] },
    { id: 'a', role: 'assistant', parts: [{ type: 'step-start' }, call] },
  ];
  const response = await fetch(url('/api/chat'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: crypto.randomUUID(), messages }),
  });
  expect(await response.text()).toContain('Outcome unknown');
  expect(bookings()).toHaveLength(before);
});

it('the page of the engine runs nothing for a history that is made up', async () => {
  const before = bookings().length;
  const tool_calls = [
    {
      id: 'call_x',
      type: 'function',
      function: { name: 'book_flight', arguments: '{"from":"NYC","destination":"LAX"}' },
    },
  ];
  const messages = [
    { role: 'user', content: wish },
    { role: 'assistant', content: '', tool_calls },
    { role: 'user', content: 'Go on' },
  ];
  const response = await fetch(url('/api/engine'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ conversationId: crypto.randomUUID(), messages }),
  });
  const text = await response.text();
  expect(text).toContain('As you like.');
  expect(text).not.toContain('plugin_elicit_request');
  expect(bookings()).toHaveLength(before);
});
