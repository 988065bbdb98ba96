import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { test as base } from './quiet-page.ts';

/** The demo as a person meets it, and what went over the wire meanwhile. */
export interface ChatPage {
  readonly page: Page;
  /** The chat's POSTs so far. */
  readonly posts: readonly Request[];
  readonly composer: Locator;
  readonly flights: Locator;
  readonly seats: Locator;
  readonly receipts: Locator;
  readonly passes: Locator;
  /** What the model said, message by message. */
  readonly answers: Locator;
  say(text: string): Promise<void>;
  /** Pick the first flight of an airline and go on. */
  pickFlight(airline?: string): Promise<void>;
  /** Pick a free seat and go on. */
  pickSeat(): Promise<void>;
  /** Let every later stream stand still behind these words. */
  holdStreamsAfter(words: string): Promise<void>;
  /** The types of the events that answered the nth POST, runs of one type told once. */
  eventsOf(nth: number): Promise<string[]>;
}

interface Fixtures {
  chat: ChatPage;
}

export const test = base.extend<Fixtures>({
  chat: async ({ page }, use) => {
    const posts: Request[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/chat')) posts.push(request);
    });
    await page.addInitScript(keepBodies);
    await page.goto('/');

    await use(createChatPage(page, posts));
  },
});

export { expect };

function createChatPage(page: Page, posts: readonly Request[]): ChatPage {
  const composer = page.getByRole('textbox', { name: 'Message' });
  const flights = page.getByRole('group', { name: /^Pick (a flight|your flights)/ });
  const seats = page.getByRole('group', { name: /^Pick a seat/ });
  return {
    page,
    posts,
    composer,
    flights,
    seats,
    receipts: page.locator('[data-part="receipt"]'),
    answers: page.getByRole('main').locator('.answer'),
    passes: page.getByRole('article', { name: 'Boarding pass' }),
    async say(text) {
      await composer.fill(text);
      await composer.press('Enter');
    },
    async pickFlight(airline = 'SkyHigh') {
      await flights
        .getByRole('radio', { name: new RegExp(airline) })
        .first()
        .check();
      await page.getByRole('button', { name: 'Continue' }).click();
    },
    async pickSeat() {
      await seats
        .getByRole('button', { name: /included$/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Confirm' }).click();
    },
    holdStreamsAfter: (words) =>
      page.evaluate((text) => {
        (globalThis as unknown as Kept).holdAfter = text;
      }, words),
    async eventsOf(nth) {
      const body = await page.evaluate((index) => (globalThis as unknown as Kept).bodies[index], nth);
      // The last piece is no whole line yet, or empty.
      const lines = (body ?? '').split('\n').slice(0, -1).filter(Boolean);
      const types = lines.map((line) => (JSON.parse(line) as { event: { type: string } }).event.type);
      return types.filter((type, index) => type !== types[index - 1]);
    },
  };
}

/** What the page keeps for a test: of a body that is read as a stream, the browser itself keeps none. */
interface Kept {
  bodies: string[];
  /** The next stream that comes to these words stands still behind them, as a slow model's would. */
  holdAfter?: string;
}

function keepBodies(): void {
  const kept = Object.assign(globalThis as unknown as Kept, { bodies: [] as string[] });
  const { bodies } = kept;
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const response = await fetch(...request);
    const nth = bodies.push('') - 1;
    const decoder = new TextDecoder();
    const tap = new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        const text = decoder.decode(chunk, { stream: true });
        bodies[nth] += text;
        controller.enqueue(chunk);
        const { holdAfter } = kept;
        if (holdAfter === undefined || !text.includes(holdAfter)) return;
        // That stream alone: one that goes on from there may tell the same words.
        delete kept.holdAfter;
        await new Promise(() => undefined);
      },
    });
    return new Response(response.body?.pipeThrough(tap) ?? null, response);
  };
}
