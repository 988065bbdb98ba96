import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { createProject, devVersion, run, temporaryFolder, writeFiles } from './project.ts';

// Trusted Types as well: nothing of ours writes markup.
const nonce = 'page-nonce';
const policy = `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; require-trusted-types-for 'script'`;

const folder = temporaryFolder();
let css: string;
let browser: Browser;
beforeAll(async () => {
  createProject(folder, [inject('tarball'), ...['react', 'react-dom', 'effection', 'zod'].map(devVersion)]);
  writeFiles(folder, sources);
  css = (await bundle('drawn.js')).css;
  browser = await chromium.launch(launchOptions());
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a page with a strict content security policy', () => {
  it('has every component drawn, and nothing of it refused', async () => {
    const { page, refused } = await open('drawn.js', '');
    await page.getByRole('radio', { name: /SkyHigh/ }).check();
    expect(await page.locator('[data-elicit-root]').count()).toBeGreaterThanOrEqual(9);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Code is not in the required format').waitFor();
    await page.getByLabel('Code').fill('AB');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('[data-sent*=AB]').waitFor();
    expect(await columns(page)).toEqual(['1', '2', '3', '5']);
    expect(await refused()).toEqual([]);
  });

  it('takes up what a server rendered, and lays it out', async () => {
    const html = run(process.execPath, ['server.js'], folder);
    expect(html).toContain('data-elicit="seat"');
    const { page, refused } = await open('taken-up.js', html);
    await page.locator('[data-taken-up]').waitFor();
    expect(await columns(page)).toEqual(['1', '2', '3', '5']);
    const hues = await page.locator('[data-elicit=monogram]').evaluateAll(backgrounds);
    expect(new Set(hues).size).toBe(2);
    expect(await refused()).toEqual([]);
  });

  it('asks in a dialog that knows the nonce', async () => {
    const { page, refused } = await open('dialog.js', '');
    await page.getByRole('dialog', { name: 'Pick a seat' }).waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).overflowY)).toBe('hidden');
    expect(await refused()).toEqual([]);
  });

  it('answers a question, zod having been told of it', async () => {
    const { page, refused } = await open('question.js', '');
    await page.getByRole('radio', { name: /SkyHigh/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Flight f1 it is').waitFor();
    expect(await refused()).toEqual([]);
  });

  it('answers a question all the same where zod was not, and is told of one refusal', async () => {
    const { page, refused } = await open('untold.js', '');
    await page.getByRole('radio', { name: /SkyHigh/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Flight f1 it is').waitFor();
    // Which of the two rules refuses `new Function` first is the browser's to say.
    expect(await refused()).toEqual([expect.stringMatching(/^(script-src eval|require-trusted-types-for .+)$/)]);
  });

  it('would refuse a style attribute', async () => {
    const { refused } = await open('drawn.js', '<p style="color: red">red</p>');
    expect(await refused()).toEqual(['style-src-attr inline']);
  });
});

/** A page under the policy: its body, then the script. */
async function open(entry: string, body: string): Promise<{ page: Page; refused: () => Promise<string[]> }> {
  const { files } = await bundle(entry);
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    Object.assign(window, { refused: [] });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      (window as unknown as { refused: string[] }).refused.push(`${effectiveDirective} ${blockedURI}`);
    });
  });
  await page.route('http://strict.test/**', (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    if (path === '') {
      const links = '<link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script>';
      const html = `<!doctype html><html lang="en"><head><title>Strict</title>${links}</head><body><main>${body}</main></body></html>`;
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': policy },
        body: html,
      });
    }
    if (path === 'page.css') return route.fulfill({ contentType: 'text/css; charset=utf-8', body: css });
    const code = files.get(path);
    return code === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: 'text/javascript', body: code });
  });
  await page.goto('http://strict.test/');
  await page.locator('[data-elicit-root]').first().waitFor();
  const refused = async () => {
    expect(errors).toEqual([]);
    return page.evaluate(() => (window as unknown as { refused: string[] }).refused);
  };
  return { page, refused };
}

/** Where the first seats of the first row stand. */
function columns(page: Page): Promise<string[]> {
  return page
    .locator('[data-elicit=seat-picker] [data-seat^="1"]')
    .evaluateAll((seats) =>
      seats.slice(0, 4).map((seat) => getComputedStyle(seat.parentElement as Element).gridColumnStart),
    );
}

function backgrounds(elements: Element[]): string[] {
  return elements.map((element) => getComputedStyle(element).backgroundColor);
}

interface Bundle {
  files: ReadonlyMap<string, string>;
  css: string;
}

const bundles = new Map<string, Promise<Bundle>>();

/** The scripts of a page, the first one named `page.js`, and its style sheet. Built once. */
function bundle(entry: string): Promise<Bundle> {
  const built = bundles.get(entry) ?? buildPage(entry);
  bundles.set(entry, built);
  return built;
}

async function buildPage(entry: string): Promise<Bundle> {
  const { output } = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(folder, entry),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'page.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })) as Rolldown.RolldownOutput;
  const sheet = output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  return {
    files: new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : []))),
    css: sheet && 'source' in sheet ? String(sheet.source) : '',
  };
}

const question = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';
import { createPluginClient, ElicitOutlet, FlightList, PluginSessionProvider } from 'elicitkit';
import { answerWith, createMcpTool, makePlugin } from 'elicitkit/plugin';
import 'elicitkit/styles.css';
const declaration = createMcpTool('book_flight').description('Book').parameters(z.object({})).elicits({
  pickFlight: { response: z.object({ flightId: z.string() }), context: z.object({ flights: z.array(z.any()) }) },
});
const plugin = makePlugin(declaration)
  .onElicit({ pickFlight: answerWith(FlightList) })
  .receipts({ pickFlight: ({ flightId }) => ({ title: 'Flight ' + flightId + ' it is' }) })
  .build();
const flights = [{ id: 'f1', airline: 'SkyHigh', flightNumber: 'SH 1', departure: '08:00', arrival: '11:00', price: 9 }];
const ids = { sessionId: 'call_1', callId: 'call_1', elicitId: 'q1' };
const schema = { type: 'object', 'x-model-context': { flights } };
const asked = { type: 'plugin_elicit_request', ...ids, toolName: 'book_flight', key: 'pickFlight', message: 'Which?', schema, seq: 0, attempt: 1 };
let revision = 0;
const transport = async ({ body }) => {
  const isAnswer = (body.pluginElicitResponses ?? []).length > 0;
  const events = isAnswer
    ? [{ type: 'plugin_elicit_settled', ...ids, action: 'accept' }, { type: 'complete' }]
    : [{ type: 'messages', messages: body.messages }, asked];
  const lines = [...events.map((event) => ({ revision: ++revision, event })), { event: { type: 'end' } }];
  return new Response(lines.map((line) => JSON.stringify(line) + '\\n').join(''), { headers: { 'content-type': 'application/x-ndjson' } });
};
const client = createPluginClient({ transport, plugins: [plugin] });
createRoot(document.querySelector('main')).render(
  createElement(PluginSessionProvider, { client }, createElement(ElicitOutlet)),
);
client.send('Book me a flight');
`;

const sources = {
  'components.js': `
import { createElement, Fragment } from 'react';
import { ChoiceList, Confirm, FlightList, MultiChoiceList, PassengerSeatPicker, SeatPicker } from 'elicitkit';
import { ElicitCard, Receipt } from 'elicitkit/card';
import { SchemaForm } from 'elicitkit/forms';
import { UrlConsent } from 'elicitkit/url-consent';
export const onRespond = () => {};
export const seatMap = { rows: 6, seatsPerRow: ['A', 'B', 'C', '', 'D', 'E', 'F'], taken: ['1A'] };
const place = (code, at) => ({ place: { code }, at });
const flights = ['XA', 'QQ'].map((code) => {
  const ends = { departure: place('ATL', '2026-09-06T05:00'), arrival: place('JFK', '2026-09-06T08:00') };
  const airline = { code, name: code === 'XA' ? 'SkyHigh' : 'Quiet' };
  const segments = [{ marketing: airline, flightNumber: code + '1', ...ends }];
  return { id: code, airline, flightNumber: code + '1', ...ends, price: { amount: '9.00', currency: 'USD' }, legs: [{ segments }] };
});
const properties = {
  code: { type: 'string', title: 'Code', pattern: '^[A-Z]{2}$', default: 'ab' },
  at: { type: 'string', format: 'date-time', default: '2026-10-25T00:30:00Z' },
  month: { enum: Array.from('123456') },
  extras: { type: 'array', items: { enum: ['a', 'b'] } },
};
const onForm = (content) => document.body.setAttribute('data-sent', JSON.stringify(content));
const passengers = [{ id: 'p1', name: 'Ada' }, { id: 'p2', name: 'Mo' }];
export const all = createElement(Fragment, null,
  createElement(FlightList, { flights, onRespond, locale: 'en-US' }),
  createElement(FlightList, { flights: [], loading: true, onRespond }),
  createElement(SeatPicker, { seatMap, onRespond }),
  createElement(PassengerSeatPicker, { seatMap, passengers, onRespond }),
  createElement(Confirm, { details: [{ label: 'Total', value: '$9' }], onRespond }),
  createElement(ChoiceList, { choices: ['a', 'b'], onRespond }),
  createElement(MultiChoiceList, { choices: ['a', 'b'], onRespond }),
  createElement(SchemaForm, { schema: { type: 'object', properties }, timeZone: 'Europe/Berlin', onRespond: onForm }),
  createElement(UrlConsent, { url: 'https://pay.example.com/', onRespond }),
  createElement(ElicitCard, { toolName: 'book', message: 'Sure?' }, 'Yes'),
  createElement(Receipt, { outcome: 'answered', title: 'Flight XA1' }),
);
`,
  'drawn.js': `
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import { all } from './components.js';
createRoot(document.body.appendChild(document.createElement('div'))).render(all);
`,
  'server.js': `
import { renderToString } from 'react-dom/server';
import { all } from './components.js';
process.stdout.write(renderToString(all));
`,
  'taken-up.js': `
import { createElement, Fragment, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import { all } from './components.js';
function TakenUp({ children }) {
  useEffect(() => document.body.setAttribute('data-taken-up', ''), []);
  return children;
}
hydrateRoot(document.querySelector('main'), createElement(TakenUp, null, all), {
  onRecoverableError: (error) => reportError(error),
});
`,
  'dialog.js': `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { SeatPicker } from 'elicitkit';
import { ElicitDialog } from 'elicitkit/dialog';
import 'elicitkit/styles.css';
import { onRespond, seatMap } from './components.js';
createRoot(document.querySelector('main')).render(
  createElement(ElicitDialog, { title: 'Pick a seat', nonce: '${nonce}', onCancel: onRespond },
    createElement(SeatPicker, { seatMap, onRespond })),
);
`,
  'told.js': `
import * as z from 'zod';
z.config({ jitless: true });
`,
  'question.js': `import './told.js';\n${question}`,
  'untold.js': question,
};
