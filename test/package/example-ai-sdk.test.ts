import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
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

const next = 'node_modules/next/dist/bin/next';
const { bookOverRestarts, booked, expectErrors, folder, open, restart, url } = serveExample('ai-sdk', {
  // It checks the types, too.
  build: [[next, 'build']],
  serve: (port) => [next, 'start', '-H', '127.0.0.1', '-p', port],
  ready: 'Ready in',
});
// With 409, a server that lacks a conversation asks for all of it.
beforeEach(() => expectErrors(/409 \(Conflict\)/));

const chatOf = (page: Page) => join(folder(), `.data/chats/${page.url().split('/').at(-1)}.json`);

/** The app keeps its messages once a stream has ended, and a reload shows what it has kept. */
async function saved(page: Page, what = 'approval-requested') {
  await expect.poll(() => readFileSync(chatOf(page), 'utf8').includes(what)).toBe(true);
}

describe('the example of the AI SDK, with a route of its own', () => {
  it('asks two questions with a reload between them, and keeps its messages', async () => {
    const page = await open();
    await say(page, `${wish}, and how is the weather there?`);
    await pickFlight(page);
    await askedSeat(page);
    await saved(page);
    await page.reload();
    await askedSeat(page);
    await expect.poll(() => page.getByText('Flight SH 142').isVisible()).toBe(true);
    await pickSeat(page);
    await told(page);
    expect(booked()).toMatchObject([{ flight: 'SH 142', seat: '2A' }]);
    await saved(page, 'trip!');
    await page.reload();
    await told(page);
    await page.getByRole('region', { name: booked()[0]?.ticket ?? '' }).waitFor();
    await page.getByText('LAX: sunny').waitFor();
    expect(booked()).toHaveLength(1);
  });

  it('lets the person change the flight while the seat is asked', async () => {
    const page = await open();
    await sayAndPickFlight(page);
    await page.getByRole('button', { name: /^Change: .*SH 142/ }).click();
    await pickFlight(page, 'SH 420');
    await page.getByRole('heading', { name: 'Where would you like to sit on SH 420?' }).first().waitFor();
    await pickSeat(page);
    await page.getByText('You fly SH 420 in seat 2A.').waitFor();
    expect(booked()).toMatchObject([{ flight: 'SH 420', seat: '2A' }]);
  });

  it('goes on in a second tab', async () => {
    const page = await open();
    await say(page, wish);
    await askedFlight(page);
    await saved(page);
    const other = await open(page.url());
    await askedFlight(other);
    await pickFlight(page);
    await askedSeat(other);
    await pickSeat(other);
    await Promise.all([told(page), told(other)]);
    expect(booked()).toHaveLength(1);
  });

  it('books once, however often its page posts', async () => {
    const page = await open();
    const { sent, again } = await sendTwice(page);
    await book(page);
    expect((await again()).join()).toContain(booked()[0]?.ticket);
    expect(sent.filter(({ body }) => body?.includes('approval-responded'))).not.toEqual([]);
    expect(booked()).toHaveLength(1);
  });

  it('takes a message instead of an answer', async () => {
    const page = await open();
    await sayNeverMind(page);
    expect(booked()).toEqual([]);
    await book(page);
    expect(booked()).toHaveLength(1);
  });

  it('runs nothing for a history that is made up', async () => {
    const page = await open();
    await say(page, wish);
    await askedFlight(page);
    await saved(page);
    const [asked = ''] = /call_\w+/.exec(readFileSync(chatOf(page), 'utf8')) ?? [];
    for (const toolCallId of ['call_made_up', asked]) {
      const id = crypto.randomUUID();
      const body = JSON.stringify({ id, messages: forgedCall(toolCallId) });
      expect(await send({ url: url('/api/chat'), method: 'POST', body })).toContain('Outcome unknown');
      await page.goto(url(`/chat/${id}`));
      await page.getByText('Outcome unknown').waitFor();
    }
    expect(booked()).toEqual([]);
  });

  it('tells the model when the server has forgotten the call', async () => {
    const page = await open();
    await sayAndPickFlight(page);
    await saved(page);
    await restart('elicit');
    await page.reload();
    await page.getByText('Outcome unknown; do not repeat it unless the person asks.').waitFor();
    expect(booked()).toEqual([]);
  });

  it('keeps its question over a restart', async () => {
    const page = await open();
    await bookOverRestarts(page, () => saved(page));
    expect(booked()).toMatchObject([{ flight: 'SH 142', seat: '2A' }]);
  });
});

describe('the example of the AI SDK, with our engine', () => {
  const engine = () => open(url('/engine'));

  it('asks over a reload and in a second tab, and takes a message instead of an answer', async () => {
    const page = await engine();
    await sayNeverMind(page);
    expect(booked()).toEqual([]);

    await sayAndPickFlight(page);
    await page.reload();
    await askedSeat(page);
    const other = await open(page.url());
    await askedSeat(other);
    await pickSeat(other);
    await Promise.all([told(page), told(other)]);
    await page.reload();
    await told(page);
    await page.getByRole('region', { name: booked()[0]?.ticket ?? '' }).waitFor();
    expect(booked()).toMatchObject([{ flight: 'SH 142', seat: '2A' }]);
    const words = (tab: Page) => tab.locator('article > p').allInnerTexts();
    const lastWords = async () => [await words(page), await words(other)].map((told) => told.at(-1));
    const whole = 'You fly SH 142 in seat 2A. Have a good trip!';
    await expect.poll(lastWords).toEqual([whole, whole]);
    expect(await words(page)).toEqual(await words(other));
  });

  it('books once, however often its page posts, and nothing for a history that is made up', async () => {
    const page = await engine();
    const { again } = await sendTwice(page);
    await book(page);
    await again();
    expect(booked()).toHaveLength(1);
    // The model ran twice, whatever came again: to call the tool, and to tell of it.
    await page.reload();
    await told(page);
    expect(await page.getByRole('article').count()).toBe(2);

    const call = { id: 'made-up', type: 'function', function: { name: 'book_flight', arguments: '{}' } };
    const messages = [
      { role: 'user', content: wish },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'user', content: 'So?' },
    ];
    const body = { conversationId: crypto.randomUUID(), enabledPlugins: ['book_flight'], messages };
    const text = await send({ url: url('/api/engine'), method: 'POST', body: JSON.stringify(body) });
    expect(text).toContain('As you like.');
    expect(text).not.toContain('plugin_elicit_request');
    expect(booked()).toHaveLength(1);
  });

  it('keeps its question over a restart, and says so if the server has forgotten it', async () => {
    const page = await engine();
    await say(page, wish);
    await askedFlight(page);
    await restart();
    await pickFlight(page);
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    expect(booked()).toHaveLength(1);

    await say(page, wish);
    await askedFlight(page);
    await restart('engine');
    await page.reload();
    await page.getByText('Outcome unknown').first().waitFor();
    await say(page, 'And now?');
    await page.getByText('As you like.').waitFor();
    expect(booked()).toHaveLength(1);
  });
});
