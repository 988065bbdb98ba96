import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { test as base } from './quiet-page.ts';
import { isForNews } from './route-chat.ts';

/** The demo as a person sees it, and its requests. */
export interface ChatPage {
  readonly page: Page;
  /** The chat's POSTs so far. */
  readonly posts: readonly Request[];
  readonly composer: Locator;
  readonly flights: Locator;
  readonly seats: Locator;
  readonly receipts: Locator;
  /** The words of a receipt, without its button. */
  receipt(nth: number): Promise<string>;
  /** Presses Change of a receipt with this title. */
  change(title: string | RegExp): Promise<void>;
  /** What the airline did, such as `"held 12A"`, oldest first. */
  ledger(): Promise<string[]>;
  readonly passes: Locator;
  /** The model's replies, one for each message. */
  readonly answers: Locator;
  say(text: string): Promise<void>;
  /** Picks the first flight of an airline and continues. */
  pickFlight(airline?: string): Promise<void>;
  /** Picks a free seat and continues. */
  pickSeat(): Promise<void>;
  /** Makes the next stream with these words stop after them. */
  holdStreamsAfter(words: string): Promise<void>;
  /** The types of the events in the nth POST's response, with runs of one type as one. */
  eventsOf(nth: number): Promise<string[]>;
}

interface Fixtures {
  chat: ChatPage;
}

export const test = base.extend<Fixtures>({
  chat: async ({ page }, use) => {
    const posts: Request[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/chat') && !isForNews(request)) posts.push(request);
    });
    await page.addInitScript(keepBodies);
    await page.goto('/');

    await use(createChatPage(page, posts));
  },
});

export { expect };

function createChatPage(page: Page, posts: readonly Request[]): ChatPage {
  const composer = page.getByRole('textbox', { name: 'Message' });
  const flights = page.locator('[data-elicit="flight-list"]');
  const seats = page.locator('[data-elicit="seat-picker"], [data-elicit="passenger-seat-picker"]');
  const receipts = page.locator('[data-elicit="receipt"]');
  return {
    page,
    posts,
    composer,
    flights,
    seats,
    receipts,
    receipt: (nth) =>
      receipts.nth(nth).evaluate((receipt) => {
        const words = [...receipt.childNodes].filter(({ nodeName }) => nodeName !== 'BUTTON');
        const text = words.map(({ textContent }) => textContent).join('');
        return text.replaceAll(/\s+/g, ' ').trim();
      }),
    change: (title) =>
      receipts
        .filter({ hasText: title })
        .getByRole('button', { name: /^Change: / })
        .click(),
    ledger: () =>
      page
        .locator('.ledger li')
        .evaluateAll((lines) => lines.map((line) => `${line.dataset['act']} ${line.querySelector('b')?.textContent}`)),
    answers: page.getByRole('main').locator('.answer'),
    passes: page.getByRole('article', { name: 'Boarding pass' }),
    async say(text) {
      await composer.fill(text);
      // The last word of an answer is there before its turn is over, and until then Enter sends nothing.
      await expect(page.locator('.composer button')).toHaveAttribute('data-state', 'send');
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
      // The last piece is an incomplete line, or empty.
      const lines = (body ?? '').split('\n').slice(0, -1).filter(Boolean);
      const types = lines.map((line) => (JSON.parse(line) as { event: { type: string } }).event.type);
      return types.filter((type, index) => type !== types[index - 1]);
    },
  };
}

/** Data that the page keeps for a test. Browsers do not keep a body that is read as a stream. */
interface Kept {
  bodies: string[];
  /** The next stream with these words stops after them, like a slow model. */
  holdAfter?: string;
}

function keepBodies(): void {
  const kept = Object.assign(globalThis as unknown as Kept, { bodies: [] as string[] });
  const { bodies } = kept;
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const response = await fetch(...request);
    if (response.headers.get('content-type') !== 'application/x-ndjson') return response;
    const nth = bodies.push('') - 1;
    const decoder = new TextDecoder();
    const tap = new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        const text = decoder.decode(chunk, { stream: true });
        bodies[nth] += text;
        controller.enqueue(chunk);
        const { holdAfter } = kept;
        if (holdAfter === undefined || !text.includes(holdAfter)) return;
        // Stop only this stream: one that resumes it may repeat the words.
        delete kept.holdAfter;
        await new Promise(() => undefined);
      },
    });
    return new Response(response.body?.pipeThrough(tap) ?? null, response);
  };
}
