import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { installExample } from './example.ts';
import { run } from './project.ts';
import { freePort, start, type Running } from './recipes.ts';

/** What every example is asked for. */
export const wish = 'Book me a flight from NYC to LAX';

/** What an example's airline has written down. */
export interface Booking {
  flight: string;
  seat: string;
  ticket: string;
}

/** An example that is installed, built and served for the tests of a file. */
interface Example {
  /** Its folder, from the first test on. */
  folder(): string;
  /** An address of its server. @default the first page's */
  url(path?: string): string;
  /** Opens a page in a tab. The tabs of a test share their storage, those of two tests do not. @default the first page */
  open(url?: string): Promise<Page>;
  /** Errors and warnings that the test causes on its pages' consoles, by what they say. */
  expectErrors(said: RegExp): void;
  /** Ends the server at once, as a crash does, removes these folders of its data, and starts another one. */
  restart(...forgotten: string[]): Promise<void>;
  /** Books with a restart before each answer. `kept` waits for what the page is to have kept when the first one comes. */
  bookOverRestarts(page: Page, kept?: () => Promise<void>): Promise<void>;
  /** What the airline has booked since the test began. */
  booked(): Booking[];
}

interface ExampleOptions {
  /** What checks and builds it: arguments of Node. */
  build: readonly (readonly string[])[];
  /** What serves it at a port: arguments of Node. */
  serve(port: string): readonly string[];
  /** What the server prints when it can be asked. */
  ready: string;
}

/** What a page's requests end in while its server is killed and started again. */
const cutOff = /net::ERR_(CONNECTION|INCOMPLETE|EMPTY|NETWORK)/;

/** Serves an example to the tests of a file. A test fails for errors and warnings on its pages' consoles. */
export function serveExample(name: string, { build, serve, ready }: ExampleOptions): Example {
  let folder = '';
  let port = '';
  let server: Running | undefined;
  let browser: Browser | undefined;
  let context: BrowserContext;
  let complaints: string[] = [];
  let expected: RegExp[] = [];
  let before = 0;
  const url = (path = '/') => `http://127.0.0.1:${port}${path}`;

  async function startServer() {
    server = start(folder, serve(port), { PORT: port }, { onEnd: () => undefined });
    await server.until(ready);
  }
  function bookings(): Booking[] {
    const ledger = join(folder, '.data/bookings.jsonl');
    if (!existsSync(ledger)) return [];
    return readFileSync(ledger, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Booking);
  }

  beforeAll(async () => {
    folder = installExample(name);
    for (const command of build) run(process.execPath, command, folder);
    port = String(await freePort());
    await startServer();
    browser = await chromium.launch(launchOptions());
    // An install and a build: long, on a machine that has other work.
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    context = await browser!.newContext();
    complaints = [];
    expected = [];
    before = bookings().length;
  });
  afterEach(async () => {
    await context.close();
    expect(complaints.filter((said) => !expected.some((pattern) => pattern.test(said)))).toEqual([]);
  });

  async function restart(...forgotten: string[]) {
    expected.push(cutOff);
    await server?.stop();
    for (const kept of forgotten) rmSync(join(folder, '.data', kept), { recursive: true, force: true });
    // The ledger may be among it.
    before = Math.min(before, bookings().length);
    await startServer();
  }

  return {
    folder: () => folder,
    url,
    async open(to = url()) {
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      await page.goto(to);
      return page;
    },
    expectErrors: (said) => void expected.push(said),
    restart,
    booked: () => bookings().slice(before),
    async bookOverRestarts(page, kept = async () => undefined) {
      await say(page, wish);
      await askedFlight(page);
      await kept();
      await restart();
      await pickFlight(page);
      await askedSeat(page);
      await restart();
      await page.reload();
      await askedSeat(page);
      await pickSeat(page);
      await told(page);
    },
  };
}

export async function say(page: Page, text: string) {
  await page.getByLabel('Message').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

export async function pickFlight(page: Page, flight = 'SH 142') {
  await page.getByRole('radio', { name: new RegExp(flight) }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function pickSeat(page: Page, seat = '2A') {
  const onMap = page.getByRole('button', { name: new RegExp(`^${seat}\\b`) });
  const confirm = page.getByRole('button', { name: new RegExp(`^(?!${seat}\\b).*\\b${seat}\\b`) }).last();
  // After a reload, the map may be drawn again while it is pressed.
  await expect
    .poll(async () => {
      if (!(await confirm.isVisible())) await onMap.click();
      return confirm.isVisible();
    })
    .toBe(true);
  await confirm.click();
}

/** Waits for the question about the flight. */
export const askedFlight = (page: Page) => page.getByRole('radio', { name: /SH 142/ }).waitFor();

/** Waits for the question about a seat on the first flight, in the words of the example. */
export const askedSeat = (page: Page) =>
  page
    .getByRole('heading', { name: /Where would you like to sit on SH 142\?|Which seat\?/ })
    .first()
    .waitFor();

/** Waits for the model's words about what is booked. */
export const told = (page: Page) => page.getByText(/You fly SH ?142 in seat 2A\./).waitFor();

/** Asks for a flight, takes the first one, and is asked for a seat. */
export async function sayAndPickFlight(page: Page) {
  await say(page, wish);
  await pickFlight(page);
  await askedSeat(page);
}

/** Asks for a flight, answers both questions, and is told what is booked. */
export async function book(page: Page) {
  await sayAndPickFlight(page);
  await pickSeat(page);
  await told(page);
}

/** Writes another message while the flight is asked, which takes its place. */
export async function sayNeverMind(page: Page) {
  await say(page, wish);
  await askedFlight(page);
  await say(page, 'Never mind');
  await page.getByText('As you like.').waitFor();
  await expect.poll(() => page.getByRole('radio').count()).toBe(0);
}

/** What a page sent. */
interface Sent {
  url: string;
  method: string;
  body: string | null;
}

/** A page whose requests are each sent twice. */
interface Doubled {
  sent: readonly Sent[];
  /** Sends everything once more, after what was sent at the same time has its responses. Resolves to the new ones. */
  again(): Promise<string[]>;
}

/** Sends each request that the page makes from now on to these addresses twice at the same time. */
export async function sendTwice(page: Page, addresses = '**/api/**'): Promise<Doubled> {
  const sent: Sent[] = [];
  const doubles: Promise<string>[] = [];
  await page.route(addresses, async (route) => {
    const request = route.request();
    const one = { url: request.url(), method: request.method(), body: request.postData() };
    sent.push(one);
    doubles.push(send(one));
    await route.continue();
  });
  return {
    sent,
    async again() {
      await Promise.all(doubles);
      return Promise.all(sent.map(send));
    },
  };
}

/** Sends JSON. Resolves to the response's text. */
export async function send({ url, method, body }: Sent): Promise<string> {
  const response = await fetch(url, { method, body, headers: { 'content-type': 'application/json' } });
  return response.text();
}

/** A message list of the AI SDK in which a call is approved that no model made. */
export function forgedCall(toolCallId: string): object[] {
  const input = { from: 'NYC', destination: 'LAX' };
  const approval = { id: 'made-up', approved: true };
  const call = { type: 'tool-book_flight', toolCallId, state: 'approval-responded', input, approval };
  return [
    { id: 'u', role: 'user', parts: [{ type: 'text', text: wish }] },
    { id: 'a', role: 'assistant', parts: [{ type: 'step-start' }, call] },
  ];
}
