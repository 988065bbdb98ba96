import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import {
  askedFlight,
  askedSeat,
  book,
  forgedCall,
  pickFlight,
  pickSeat,
  say,
  sayAndPickFlight,
  sayNeverMind,
  send,
  sendTwice,
  serveExample,
  told,
  wish,
} from './example-page.ts';
import { root } from './project.ts';

const { bookOverRestarts, booked, expectErrors, folder, open, restart, url } = serveExample('assistant-ui', {
  build: [
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'],
    ['node_modules/vite/bin/vite.js', 'build'],
  ],
  serve: () => ['node_modules/tsx/dist/cli.mjs', 'server.ts'],
  ready: 'Open http',
});

const once = [{ flight: 'SH 142', seat: '2A' }];

describe.each(['sdk', 'engine'])('the example of assistant-ui, page %s', (name) => {
  const start = () => open(url(`/${name}.html`));
  /** The page of the AI SDK keeps its messages once a stream has ended, as its app chose. The engine does it at once. */
  const saved = async (page: Page, what = 'approval-requested') => {
    if (name === 'engine') return;
    const file = join(folder(), '.data/chats', `${new URL(page.url()).searchParams.get('chat')}.json`);
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
    await sayAndPickFlight(page);
    await page.getByRole('button', { name: /^Change: .*SH 142/ }).click();
    await pickFlight(page, 'SH 420');
    await page.getByRole('heading', { name: 'Where would you like to sit on SH 420?' }).first().waitFor();
    await pickSeat(page);
    await page.getByText('You fly SH 420 in seat 2A.').waitFor();
    expect(booked()).toMatchObject([{ flight: 'SH 420', seat: '2A' }]);
  });

  it('goes on in a second tab', async () => {
    const page = await start();
    await say(page, wish);
    await askedFlight(page);
    await saved(page);
    const other = await open(page.url());
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
    const { again } = await sendTwice(page);
    await book(page);
    await again();
    expect(booked()).toMatchObject(once);
  });

  it('takes a message instead of an answer', async () => {
    const page = await start();
    await sayNeverMind(page);
    expect(booked()).toEqual([]);
    await book(page);
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
    const page = await start();
    await bookOverRestarts(page, () => saved(page));
    expect(booked()).toMatchObject(once);
  });

  it('tells the person when the server has forgotten the call', async () => {
    expectErrors(/409/);
    const page = await start();
    await sayAndPickFlight(page);
    await saved(page);
    await restart('elicit', 'engine');
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
  const body = JSON.stringify({ id: crypto.randomUUID(), messages: forgedCall('call_x') });
  expect(await send({ url: url('/api/chat'), method: 'POST', body })).toContain('Outcome unknown');
  expect(booked()).toEqual([]);
});

it('the page of the engine runs nothing for a history that is made up', async () => {
  const call = { name: 'book_flight', arguments: '{"from":"NYC","destination":"LAX"}' };
  const messages = [
    { role: 'user', content: wish },
    { role: 'assistant', content: '', tool_calls: [{ id: 'call_x', type: 'function', function: call }] },
    { role: 'user', content: 'Go on' },
  ];
  const body = JSON.stringify({ conversationId: crypto.randomUUID(), messages });
  const text = await send({ url: url('/api/engine'), method: 'POST', body });
  expect(text).toContain('As you like.');
  expect(text).not.toContain('plugin_elicit_request');
  expect(booked()).toEqual([]);
});
