import { createRequire } from 'node:module';
import { chromium } from 'playwright';
import { fileFor, filesIn } from '../site/files.mjs';
import { launchOptions } from './ensure-browsers.mjs';
import { serveFolder } from './serve-folder.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** How each page is seen: on a phone in light, in a window in dark. */
const looks = /** @type {const} */ ([
  { width: 360, colorScheme: 'light' },
  { width: 1100, colorScheme: 'dark' },
]);

/** The pages whose contrast is measured, in both schemes: text and tables, pictures and code, our own components. */
const measured = ['', 'first-chat/', 'try/'];

/**
 * Opens every page of the built site in each look, without a network. Fails for errors in the console, requests that
 * fail or leave the site, dead links, pages wider than the screen, a search without results, a live example that does
 * not ask, and words that do not stand out.
 *
 * @param {string} folder
 * @param {string} base - the site's path on its server, with a slash at both ends
 */
export async function checkDocsSite(folder, base) {
  const started = performance.now();
  const files = filesIn(folder);
  const isPage = (/** @type {string} */ file) => /(^|\/)index\.html$/.test(file) && !file.startsWith('api/');
  const pages = [...files].filter(isPage).map((file) => file.replace(/index\.html$/, ''));
  const { url: home, close } = await serveFolder(folder, base);
  const browser = await chromium.launch(launchOptions());
  /** @type {string[]} */
  const problems = [];
  let where = '';
  const say = (/** @type {string} */ what) => problems.push(`${where}: ${what}`);

  for (const look of looks) {
    const page = await open(look);
    for (const path of [...pages, 'api/']) {
      where = `/${path} at ${look.width}, ${look.colorScheme}`;
      await page.goto(home + path);
      await examine(page, look.width);
      if (measured.includes(path)) await measure(page);
    }
    await page.context().close();
  }
  for (const [name, attempt] of Object.entries({ 'the search': search, 'the live example': order })) {
    where = name;
    const page = await open({ width: 360, colorScheme: 'light' });
    await attempt(page, home).catch((error) => say(String(error)));
    await page.context().close();
  }
  await browser.close();
  close();
  const seconds = Math.round((performance.now() - started) / 1000);
  if (problems.length > 0) throw new Error(`The site has ${problems.length} problems:\n${problems.join('\n')}`);
  console.log(`${pages.length} pages work in ${looks.length} looks and without a network (${seconds} s).`);

  /**
   * Opens a tab that records what goes wrong in it.
   *
   * @param {(typeof looks)[number]} look
   */
  async function open({ width, colorScheme }) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
    await context.route('**', (route) => {
      const url = route.request().url();
      if (url.startsWith(home) || /^(data|blob):/.test(url)) return route.continue();
      say(`asked for ${url}`);
      return route.abort();
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => say(String(error)));
    page.on('console', (message) => message.type() === 'error' && say(message.text()));
    page.on('response', (response) => {
      if (response.status() >= 400) say(`${response.status()} for ${response.url()}`);
    });
    return page;
  }

  /**
   * @param {import('playwright').Page} page
   * @param {number} width
   */
  async function examine(page, width) {
    const { wide, links } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - window.innerWidth,
      links: Array.from(document.links, ({ href }) => href),
    }));
    if (wide > 0) say(`is ${wide} px wider than a screen of ${width} px`);
    for (const link of new Set(links)) if (isLost(link)) say(`a link leads nowhere: ${link}`);
  }

  /** @param {import('playwright').Page} page */
  async function measure(page) {
    await page.addScriptTag({ path: axe });
    for (const { colorScheme } of looks) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      const faint = await page.evaluate(async () => {
        const { violations } = await window.axe.run({ runOnly: ['color-contrast'] });
        return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
      });
      for (const html of faint) say(`does not stand out in ${colorScheme}: ${html}`);
    }
  }

  /** Headings are the concern of the check in the build. */
  function isLost(/** @type {string} */ link) {
    if (!link.startsWith(home)) return link.startsWith(new URL(home).origin);
    return !files.has(fileFor(decodeURIComponent(link.slice(home.length).replace(/[?#].*$/, ''))));
  }
}

/**
 * @param {import('playwright').Page} page
 * @param {string} home
 */
async function search(page, home) {
  await page.goto(home);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByPlaceholder('Search').fill('undo');
  await page.getByRole('dialog').getByRole('link', { name: 'Change an earlier answer' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Change an earlier answer' }).waitFor();
}

/**
 * @param {import('playwright').Page} page
 * @param {string} home
 */
async function order(page, home) {
  await page.goto(`${home}try/`);
  await page.getByRole('button', { name: 'Ask' }).click();
  for (const answer of ['large', 'at eight']) {
    await page.getByRole('radio', { name: answer }).check();
    await page.locator('[data-elicit=commit]').first().click();
  }
  await page.getByText('Ordered. One large mushroom pizza, at eight.').waitFor();
}
