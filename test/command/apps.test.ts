import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type * as axeCore from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Frame,
  type FrameLocator,
  type Page,
} from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { buildServe, command } from './serving.ts';

const plugins = resolve('test/inspector/plugins.jsx');
const folder = mkdtempSync(join(tmpdir(), 'apps-'));
let browser: Browser;
let built: ReturnType<typeof build>;

beforeAll(async () => {
  await buildServe();
  built = build('build', plugins, '--out', folder, '--language', 'de', '--language', 'ar');
  browser = await chromium.launch(launchOptions());
}, 120_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** What a page says, or how it looks, only with these parts. */
const signs = {
  dialogs: 'aria-modal',
  links: 'Open page',
  forms: 'Please fill this in',
  flights: 'data-elicit=flight-side',
  seats: 'data-elicit=decks',
};

function build(...args: string[]) {
  return spawnSync(process.execPath, [command, 'apps', ...args], { encoding: 'utf8' });
}

describe('elicitkit apps build', () => {
  it('makes a page for each question, and tells how much each weighs', () => {
    const { status, stdout, stderr } = built;
    const paths = [
      'book_flight/pickFlight',
      'book_flight/pickSeat',
      'order/dish',
      'refund/approve',
      'rate_stay/rating',
    ];
    const all = [...paths, 'send_mail/to', 'crash/pick'].map((path) => `${path}.html`);

    expect([status, stderr]).toEqual([0, '']);
    const made = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
    expect(made.toSorted()).toEqual(all.toSorted());
    for (const path of all) expect(stdout).toMatch(new RegExp(`${path}  \\d+\\.\\d kB gzipped`));
  });

  it('puts only that into a page which its plugin can show', () => {
    const pageOf = (path: string) => readFileSync(join(folder, `${path}.html`), 'utf8');
    const holds = (path: string) =>
      Object.entries(signs).flatMap(([part, sign]) => (pageOf(path).includes(sign) ? part : []));

    expect(holds('book_flight/pickFlight')).toEqual(['flights', 'seats']);
    expect(holds('order/dish')).toEqual([]);
    expect(pageOf('order/dish')).toContain('data-elicit=group-title');
    expect(holds('refund/approve')).toEqual(['forms']);
    expect(holds('send_mail/to')).toEqual(['forms']);
  });

  it.each([
    [['build'], 2, 'Name one file: elicitkit apps build ./plugins.tsx'],
    [['build', plugins, '--language', 'pl'], 2, 'There are no words for "pl". Besides English there are: de, ar.'],
    [['build', 'missing.tsx'], 1, `There is no file ${resolve('missing.tsx')}.`],
    [['build', 'test/inspector/tools.mjs'], 1, 'test/inspector/tools.mjs exports no plugin.'],
  ])('refuses %j, and says what to do', (args, code, what) => {
    const { status, stderr } = build(...args);

    expect(status).toBe(code);
    expect(stderr).toContain(what);
  });

  it('names Vite where it is missing', () => {
    const alone = mkdtempSync(join(tmpdir(), 'alone-'));
    onTestFinished(() => rmSync(alone, { recursive: true }));
    writeFileSync(join(alone, 'plugins.mjs'), '');

    const { status, stderr } = build('build', join(alone, 'plugins.mjs'));
    expect(status).toBe(1);
    expect(stderr).toContain('Install it: npm install -D vite');
  });
});

describe('an app in the frame of a host', () => {
  it('loads nothing, makes no function out of text, and breaks no rule of the strictest policy', async () => {
    const { app, complaints } = await show('order/dish', dish);
    await expect.poll(() => app.getByRole('radio').count()).toBe(2);

    expect(complaints).toEqual([]);
  });

  it('gives the host the answer of its card', async () => {
    const { app, answer } = await show('order/dish', dish);
    await app.getByRole('radio', { name: 'Salad' }).check();
    await app.locator('[data-elicit="commit"]').click();

    expect(await answer()).toMatchObject({ result: { action: 'accept', content: { choice: 'Salad' } } });
  });

  it('gives a value inside of an object the field that the form has for it', async () => {
    const { app, answer } = await show('rate_stay/rating', { ...rating });
    await app.getByRole('button', { name: 'Good' }).click();

    expect(await answer()).toMatchObject({ result: { action: 'accept', content: { 'stay.mood': 'Good' } } });
  });

  it('gives a value inside of an object that a form asked for the same, and starts with what was refused', async () => {
    const { app, answer } = await show('send_mail/to', {
      ...letter,
      _meta: { ...letter._meta, 'elicitkit/draft': { name: 'Ada', home: { city: 'Rome' } } },
    });
    await app.getByLabel('Name').fill('Bob');
    await app.locator('[data-elicit="commit"]').click();

    expect(await answer()).toMatchObject({
      result: { action: 'accept', content: { name: 'Bob', 'home.city': 'Rome' } },
    });
  });

  it('leaves the focus with a person who types in the page around it', async () => {
    const { app, page } = await show('order/dish', dish, { focused: 'input' });
    await app.getByRole('radio').first().waitFor();
    await page.keyboard.type('And a tea');

    expect(await page.locator('input').inputValue()).toBe('And a tea');
  });

  it('takes the focus to its card where the host has given it to the frame', async () => {
    const { app } = await show('order/dish', dish, { focused: 'iframe' });

    const card = app.locator('[data-elicit="elicit-card"]');
    await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('declines for Skip, and cancels for the cancel of its menu', async () => {
    const skipped = await show('order/dish', dish);
    await skipped.app.getByRole('button', { name: 'Skip' }).click();
    const cancelled = await show('order/dish', dish);
    await cancelled.app.getByRole('button', { name: /^More/ }).click();
    await cancelled.app.getByRole('button', { name: 'Cancel this request' }).click();

    expect(await skipped.answer()).toMatchObject({ result: { action: 'decline' } });
    expect(await cancelled.answer()).toMatchObject({ result: { action: 'cancel' } });
  });

  it('says what was wrong with the last answer, and starts with that', async () => {
    const issues = [{ path: [], message: 'The salad is out.' }];
    const again = { 'elicitkit/attempt': 2, 'elicitkit/issues': issues, 'elicitkit/draft': { choice: 'Salad' } };
    const { app } = await show('order/dish', { ...dish, _meta: { ...dish._meta, ...again } });

    await expect.poll(() => app.getByText('The salad is out.').count()).toBe(1);
    expect(await app.getByRole('radio', { name: 'Salad' }).isChecked()).toBe(true);
  });

  it.each([
    ['crashes', 'crash/pick', pick, 'This card cannot be shown.'],
    ['has no card for the question', 'crash/pick', rating, 'This app has no card for rate_stay.elicits.rating.'],
    ['cannot read the question', 'crash/pick', { message: 7 }, 'It is not a question'],
  ])('gives the question back to the host if it %s', async (_why, path, params, message) => {
    const { answer } = await show(path, params);

    expect(await answer()).toMatchObject({ error: { message: expect.stringContaining(message) as string } });
  });

  it('gives the question back to a host that takes the page away, and answers nothing', async () => {
    const { app, page, answer } = await show('order/dish', dish);
    await app.getByRole('radio', { name: 'Salad' }).check();
    await tell(page, { id: 9, method: 'ui/resource-teardown', params: {} });

    expect(await answer()).toMatchObject({ error: { message: 'The host took the page away.' } });
  });

  it('takes up theme, colours and language of its host, and keeps what was entered', async () => {
    const { app, page } = await show('order/dish', dish);
    await app.getByRole('radio', { name: 'Salad' }).check();
    const variables = {
      '--color-background-primary': 'rgb(1, 2, 3)',
      '--color-background-secondary': 'rgb(4, 5, 6)',
      '--color-text-primary': 'rgb(250, 250, 250)',
      '--color-text-secondary': 'rgb(200, 200, 200)',
      color: 'red',
    };
    await tell(page, { method: changed, params: { theme: 'dark', locale: 'de-CH', styles: { variables } } });

    await expect.poll(() => app.getByRole('button', { name: 'Überspringen' }).count()).toBe(1);
    const card = app.locator('[data-elicit="card"]');
    expect(await card.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(1, 2, 3)');
    expect(
      await app
        .locator('html')
        .evaluate((html) => [html.dataset['theme'], html.getAttribute('lang'), html.style.color]),
    ).toEqual(['dark', 'de', '']);
    expect(await app.getByRole('radio', { name: 'Salad' }).isChecked()).toBe(true);
  });

  const places: [string, object, BrowserContextOptions][] = [
    ['in Arabic', { locale: 'ar-EG' }, {}],
    ['in Arabic, in the dark', { locale: 'ar', theme: 'dark' }, { colorScheme: 'dark' }],
    ['in forced colours', {}, { forcedColors: 'active' }],
    ['with reduced motion', {}, { reducedMotion: 'reduce' }],
  ];
  it.each(places)('fits into 280 px, whole and for everybody, %s', async (_where, hostContext, options) => {
    for (const [path, question] of [
      ['book_flight/pickFlight', flight],
      ['book_flight/pickSeat', seat],
      ['send_mail/to', letter],
    ] as const) {
      const { page, app } = await show(path, question, { hostContext, options, width: 280 });
      await app.locator('[data-elicit="commit"]').waitFor();
      const frame = page.frames().at(-1) as Frame;

      expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(280);
      expect(await violationsIn(frame)).toEqual([]);
      expect(await frame.evaluate(() => [document.dir, getComputedStyle(document.body).direction])).toEqual(
        'locale' in hostContext ? ['rtl', 'rtl'] : ['ltr', 'ltr'],
      );
    }
  });

  it('breaks no price between its digits', async () => {
    const { app } = await show('book_flight/pickFlight', flight, { hostContext: { locale: 'ar' }, width: 280 });
    const price = app.locator('[data-elicit="price"]').first();

    expect(await price.evaluate((element) => element.getClientRects().length)).toBe(1);
    expect(
      await price.evaluate(
        (element) => element.clientHeight < 2 * Number.parseFloat(getComputedStyle(element).fontSize),
      ),
    ).toBe(true);
  });

  it('tells a height at which nothing of it is cut off', async () => {
    const { app, page, heard } = await show('order/dish', dish);
    await app.getByRole('radio').first().waitFor();
    const frame = page.frames().at(-1) as Frame;
    const whole = () => frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
    const told = async () => (await heard()).findLast(({ method }) => method === sized)?.params;

    await expect
      .poll(async () => [await told(), { height: await whole() }])
      .toSatisfy(([given, height]) => JSON.stringify(given) === JSON.stringify(height));
  });

  it('listens to no other window', async () => {
    const { app, page, heard } = await show('order/dish', dish);
    await app.getByRole('radio').first().waitFor();
    await page.evaluate(
      (message) => {
        const other = document.body.appendChild(document.createElement('iframe'));
        const script = `parent.frames[0].postMessage(${JSON.stringify(message)}, '*')`;
        (other.contentWindow as Window & { eval(code: string): void }).eval(script);
      },
      { jsonrpc: '2.0', method: changed, params: { theme: 'dark' } },
    );
    await tell(page, { id: 9, method: 'ping' });
    await expect.poll(async () => (await heard()).some(({ id }) => id === 9)).toBe(true);

    expect(await app.locator('html').getAttribute('data-theme')).toBe('light');
  });
});

const changed = 'ui/notifications/host-context-changed';
const sized = 'ui/notifications/size-changed';
const choice = { type: 'string', enum: ['Soup', 'Salad'] };
const dish = {
  mode: 'form',
  message: 'What would you like?',
  requestedSchema: { type: 'object', properties: { choice }, required: ['choice'] },
  _meta: {
    'elicitkit/tool': 'order',
    'elicitkit/key': 'dish',
    'elicitkit/context': { choices: ['Soup', 'Salad'] },
  },
};
const route = { airline: 'SkyHigh Airways', from: 'NYC', to: 'LAX' };
const answer = { type: 'string', enum: ['SH142'] };
const flight = {
  message: 'Which flight to LAX?',
  requestedSchema: { type: 'object', properties: { answer } },
  _meta: {
    'elicitkit/tool': 'book_flight',
    'elicitkit/key': 'pickFlight',
    'elicitkit/context': {
      flights: [{ ...route, id: 'SH142', flightNumber: 'SH 142', departure: '08:00', arrival: '11:30', price: 299 }],
    },
  },
};
const seat = {
  message: 'Which seat?',
  requestedSchema: { type: 'object', properties: { answer } },
  _meta: {
    'elicitkit/tool': 'book_flight',
    'elicitkit/key': 'pickSeat',
    'elicitkit/context': { seatMap: { rows: 3, seatsPerRow: ['A', 'B', 'C', '', 'D', 'E', 'F'], taken: ['2A'] } },
  },
};
const letter = {
  message: 'Whom to?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, 'home.city': { type: 'string' } },
    required: ['name', 'home.city'],
  },
  _meta: { 'elicitkit/tool': 'send_mail', 'elicitkit/key': 'to' },
};
const rating = {
  message: 'How was it?',
  requestedSchema: { type: 'object', properties: { 'stay.mood': { type: 'string' } } },
  _meta: { 'elicitkit/tool': 'rate_stay', 'elicitkit/key': 'rating' },
};
const pick = {
  message: 'Which word?',
  requestedSchema: { type: 'object', properties: { word: { type: 'string' } } },
  _meta: { 'elicitkit/tool': 'crash', 'elicitkit/key': 'pick' },
};

interface Heard {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
}

interface Shown {
  readonly page: Page;
  readonly app: FrameLocator;
  readonly complaints: readonly string[];
  /** Every message of the app. */
  heard(): Promise<Heard[]>;
  /** Its answer to the question. */
  answer(): Promise<Heard | undefined>;
}

interface Place {
  readonly hostContext?: object;
  readonly options?: BrowserContextOptions;
  readonly width?: number;
  /** What of the host's page has the focus. */
  readonly focused?: 'input' | 'iframe' | undefined;
}

/** Be a host: show an app in a frame without an origin, and hand it a question. */
async function show(path: string, question: object, place: Place = {}): Promise<Shown> {
  const { hostContext = {}, options = {}, width = 600, focused } = place;
  const page = await browser.newPage(options);
  onTestFinished(() => page.close());
  const complaints: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";
  const html = readFileSync(join(folder, `${path}.html`), 'utf8');
  const shown = `<meta http-equiv="Content-Security-Policy" content="${policy}">${html}`;
  await page.setContent(`<iframe sandbox="allow-scripts" width="${width}" height="500"></iframe><input>`);
  await page.evaluate(beHost, {
    shown,
    question,
    focused,
    hostContext: { theme: 'light', locale: 'en-US', ...hostContext },
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
  return {
    page,
    app: page.frameLocator('iframe').first(),
    complaints,
    heard,
    async answer() {
      const find = async () => (await heard()).find(({ id, method }) => id === 'question' && method === undefined);
      await expect.poll(find, { timeout: 10_000 }).toBeDefined();
      return find();
    },
  };
}

async function violationsIn(frame: Frame): Promise<string[]> {
  // A script tag would break the frame's policy.
  await frame.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return frame.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

interface HostedQuestion extends Pick<Place, 'focused'> {
  readonly shown: string;
  readonly question: object;
  readonly hostContext: object;
}

/** Runs in the page. */
function beHost({ shown, question, focused, hostContext }: HostedQuestion): void {
  const frame = document.querySelector('iframe') as HTMLIFrameElement;
  const heard: Heard[] = [];
  const send = (message: object) => frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
  addEventListener('message', ({ source, data }: MessageEvent<Heard>) => {
    if (source !== frame.contentWindow) return;
    heard.push(data);
    if (data.method === 'ui/initialize') send({ id: data.id, result: { hostContext } });
    if (data.method === 'ui/notifications/initialized') {
      if (focused !== undefined) document.querySelector<HTMLElement>(focused)?.focus();
      send({ id: 'question', method: 'elicitation/create', params: question });
    }
  });
  Object.assign(window, { heard });
  frame.srcdoc = shown;
}

async function tell(page: Page, message: object): Promise<void> {
  await page.evaluate((told) => {
    document.querySelector('iframe')?.contentWindow?.postMessage({ jsonrpc: '2.0', ...told }, '*');
  }, message);
}
