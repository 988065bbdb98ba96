// Checks the built Storybook as used offline from a sub-folder of a server:
//   npm run build-storybook && npm run storybook:check
// Serves storybook-static under a long path, blocks all other requests, and opens every documentation page at the size
// of a phone. Fails on errors, dead links, requests outside the folder, pages wider than the screen, props without a
// description, warnings of the manager, and a first page with nothing to answer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { root } from './doors.mjs';
import { launchOptions } from './ensure-browsers.mjs';
import { serveStorybook } from './serve-storybook.mjs';

const folder = process.argv[2] ?? join(root, 'storybook-static');
const atOnce = 2;
const phone = { width: 360, height: 800 };
/** Logged on purpose, by React and the client, in stories about what goes wrong. */
const meant = /The list of flights is broken|No form can ask|could not be reached|was not delivered/;
const started = performance.now();
const { url: home, close } = await serveStorybook(folder);
const entries = Object.values(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')).entries);
const pages = entries.filter(({ type }) => type === 'docs').map(({ id }) => id);
const browser = await chromium.launch(launchOptions());
/** @type {string[]} */
const problems = [];

await inManager();
await inFrames();
const waiting = [...pages];
await Promise.all(Array.from({ length: atOnce }, walk));
await browser.close();
close();

const seconds = Math.round((performance.now() - started) / 1000);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`${problems.length} problems in ${pages.length} pages.`);
  process.exit(1);
}
console.log(`${pages.length} pages work in a sub-folder and without a network (${seconds} s).`);

/**
 * All of Storybook with its sidebar: it loads without a warning, its first page asks something that can be answered, and
 * a link of a page opens another page.
 */
async function inManager() {
  const page = await open('the sidebar');
  page.on('console', (message) => {
    if (message.type() === 'warning') problems.push(`the sidebar warns: ${message.text()}`);
  });
  await page.goto(home);
  const preview = page.frameLocator('#storybook-preview-iframe');
  await preview.getByRole('heading', { level: 1, name: 'Try it' }).waitFor();
  await preview.getByRole('radio', { name: 'large' }).click();
  await preview.getByRole('button', { name: 'Confirm' }).click();
  await preview.getByText('Ordered: one large mushroom pizza.').first().waitFor();
  await preview.getByRole('link', { name: 'Write a plugin' }).first().click();
  await preview.getByRole('heading', { level: 1, name: 'Write a plugin' }).waitFor();
  await page.waitForURL(/path=\/docs\/start-write-a-plugin--docs/);
  await page.context().close();
}

/** A story in a frame of a document has the theme of the toolbar, also once another is chosen. */
async function inFrames() {
  const page = await open('a document with a frame');
  await page.goto(`${home}?path=/docs/travel-flightlist--docs&globals=theme:dark`);
  const frame = page.frameLocator('#storybook-preview-iframe').locator('iframe[id^=iframe--]').first();
  const framed = frame.contentFrame();
  // It loads when it is near.
  await frame.scrollIntoViewIfNeeded();
  await framed.locator('[data-theme=dark] [data-elicit-root]').first().waitFor();
  await page.getByRole('button', { name: 'Colours dark' }).click();
  await page.getByRole('option', { name: 'light', exact: true }).click();
  await page.getByRole('button', { name: 'Colours light' }).waitFor();
  await frame.scrollIntoViewIfNeeded();
  await framed.locator('[data-theme=light] [data-elicit-root]').first().waitFor();
  await page.context().close();
}

/** Opens the remaining pages one after another in one tab. */
async function walk() {
  let id = '';
  const page = await open(() => id, phone);
  while ((id = waiting.pop() ?? '') !== '') {
    try {
      await page.goto(`${home}iframe.html?id=${id}&viewMode=docs`);
      await page.locator('#storybook-docs h1').first().waitFor({ timeout: 30_000 });
      if (await page.evaluate(() => document.body.className.includes('sb-show-errordisplay'))) {
        problems.push(`${id}: ${await page.locator('#error-message').textContent()}`);
      }
      const dead = await deadLinks(page);
      problems.push(...dead.map((link) => `${id}: a link to ${link} leads nowhere`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wide > 0) problems.push(`${id}: is ${wide} px wider than a screen of ${phone.width} px`);
      const bare = await propsWithoutWords(page);
      problems.push(...bare.map((name) => `${id}: says nothing of the prop ${name}`));
    } catch (error) {
      problems.push(`${id}: did not come up: ${String(error).split('\n')[0]}`);
    }
  }
  await page.context().close();
}

/**
 * A page's links to missing pages, and to anchors that the page lacks.
 *
 * @param {import('playwright').Page} page
 * @returns {Promise<string[]>}
 */
async function deadLinks(page) {
  // Both at once: a story may be drawn again between two looks, with other ids.
  const { links, ids } = await page.locator('#storybook-docs').evaluate((docs) => ({
    links: Array.from(docs.querySelectorAll('a[href]'), (link) => link.getAttribute('href') ?? ''),
    ids: Array.from(docs.querySelectorAll('[id]'), ({ id }) => id),
  }));
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    if (link.startsWith('#')) return !ids.includes(decodeURIComponent(link.slice(1)));
    const id = /^(?:\?path=\/docs\/|iframe\.html\?id=)([\w-]+)/.exec(link)?.[1];
    return !entries.some((entry) => entry.id === id);
  });
}

/**
 * Props in a component's table that have a type but no description.
 *
 * @param {import('playwright').Page} page
 * @returns {Promise<string[]>}
 */
function propsWithoutWords(page) {
  return page
    .locator('.docblock-argstable-body tr:not(:has(> td:first-child button)):has(> td:nth-child(2))')
    .evaluateAll((rows) =>
      rows
        // The description is an element of its own, above the one of the type.
        .filter(({ cells: [, says] }) => says.children.length < 2)
        .map(({ cells: [name] }) => name.textContent),
    );
}

/**
 * Opens a tab that records everything that goes wrong in it.
 *
 * @param {string | (() => string)} where
 * @param {import('playwright').ViewportSize} [viewport]
 */
async function open(where, viewport) {
  const context = await browser.newContext({ ...(viewport && { viewport }) });
  const say = (/** @type {string} */ what) => problems.push(`${typeof where === 'string' ? where : where()}: ${what}`);
  await context.route('**', (route) => {
    const url = route.request().url();
    if (url.startsWith(home) || /^(data|blob|about):/.test(url)) return route.continue();
    say(`asked for ${url}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => say(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !meant.test(message.text())) say(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) say(`${response.status()} for ${response.url()}`);
  });
  return page;
}
