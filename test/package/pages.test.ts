import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import postcss, { type AcceptedPlugin } from 'postcss';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { bundlePage, differences, inherited, looksOf, openWith, parts, readLooks } from './pages.ts';
import { createProject, devVersion, temporaryFolder } from './project.ts';

const folder = temporaryFolder();
const own = `
globalThis.showOwn = (element) => draw(element, <form>
  <fieldset><legend>Legend</legend><label>Name <input type="text" /></label> <input type="checkbox" /> <select /></fieldset>
  <h2>Heading</h2><p>Words, <strong>strong</strong> and <small>small</small></p><ul><li>Item</li></ul>
  <table><tbody><tr data-part="row"><td data-part="cell">Cell</td></tr></tbody></table>
  <button type="button" className="btn btn-primary rounded-full bg-red-500" data-part="commit">Press</button>
</form>);`;
let browser: Browser;
let page: Page;
let built: Awaited<ReturnType<typeof bundlePage>>;
let sheets: Record<'tailwind3' | 'tailwind3Forms' | 'tailwind4' | 'tailwind4Forms' | 'bootstrap', string>;
let bare: Awaited<ReturnType<typeof looksOf>>;

beforeAll(async () => {
  createProject(folder, [
    inject('tarball'),
    ...['react', 'react-dom', 'effection', 'zod'].map(devVersion),
    'tailwindcss@3.4.19',
    'tailwindcss-4@npm:tailwindcss@4.3.5',
    '@tailwindcss/forms@0.5.11',
    'bootstrap@5.3.9',
  ]);
  built = await bundlePage(folder, own);
  sheets = {
    tailwind3: await tailwind3([]),
    tailwind3Forms: await tailwind3([load('@tailwindcss/forms')]),
    tailwind4: await tailwind4(`@import 'tailwindcss';`),
    tailwind4Forms: await tailwind4(`@import 'tailwindcss'; @plugin '@tailwindcss/forms';`),
    bootstrap: readFileSync(join(folder, 'node_modules/bootstrap/dist/css/bootstrap.min.css'), 'utf8'),
  };
  browser = await chromium.launch(launchOptions());
  page = await browser.newPage({ viewport: { width: 900, height: 900 } });
  await openWith(page, built.script, built.sheet);
  bare = await looksOf(page);
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => page.goto('about:blank'));

describe('the parts look as on a bare page', () => {
  it('would tell of another look', async () => {
    await openWith(page, built.script, built.sheet, '[data-elicit] { letter-spacing: 1px; }');
    expect(differences(await looksOf(page), bare).length).toBeGreaterThan(parts.length);
  });

  it.each(['tailwind3', 'tailwind3Forms', 'tailwind4', 'tailwind4Forms', 'bootstrap'] as const)(
    'with %s before and after',
    async (name) => {
      await openWith(page, built.script, sheets[name], built.sheet);
      expect(differences(await looksOf(page), bare)).toEqual([]);
      await openWith(page, built.script, built.sheet, sheets[name]);
      expect(differences(await looksOf(page), bare)).toEqual([]);
    },
  );

  it('with Tailwind 4, in a layer before its utilities, which win', async () => {
    const layers = '@layer theme, base, elicitkit, components, utilities;';
    await openWith(page, built.script, layers, sheets.tailwind4, `@layer elicitkit { ${built.sheet} }`);
    expect(differences(await looksOf(page), bare)).toEqual([]);
    expect(await withClass('text-red-500 rounded-full p-9')).toEqual(
      await bareWithClass('text-red-500 rounded-full p-9'),
    );
  });

  it('in a shadow root', async () => {
    await openWith(page, built.script, sheets.bootstrap);
    await page.evaluate((css) => {
      const root = (document.querySelector('#ours') as Element).attachShadow({ mode: 'open' });
      root.innerHTML = `<style>${css}</style><div></div>`;
      show(root.lastElementChild as Element);
    }, built.sheet);
    expect(differences(await page.evaluate(readLooks, [parts, inherited.source] as const), bare)).toEqual([]);
  });

  it('in a frame', async () => {
    await openWith(page, built.script, sheets.bootstrap);
    await page.evaluate((css) => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      Object.assign(frame.style, { width: '900px', height: '900px' });
      const inside = frame.contentDocument as Document;
      inside.open();
      inside.write(`<!doctype html><html lang="en"><style>${css}</style><body><div id="ours"></div></body></html>`);
      inside.close();
      const ours = inside.querySelector('#ours') as HTMLElement;
      Object.assign(ours.style, { position: 'absolute', inset: '0 auto auto 0', width: '520px' });
      show(ours);
    }, built.sheet);
    const frame = page.frames().at(-1);
    await frame?.locator('[data-elicit=seat]').first().waitFor();
    expect(differences((await frame?.evaluate(readLooks, [parts, inherited.source] as const)) ?? {}, bare)).toEqual([]);
  });
});

it('a class of a CSS module wins', async () => {
  await openWith(page, built.script, built.css);
  const margin = await page.evaluate(() => {
    show(document.querySelector('#ours') as Element, (globalThis as unknown as { mine: string }).mine);
    return getComputedStyle(document.querySelector('[data-elicit=choice-list]') as Element).marginTop;
  });
  expect(margin).toBe('40px');
});

it.each(['tailwind3', 'tailwind3Forms', 'tailwind4', 'tailwind4Forms', 'bootstrap'] as const)(
  'nothing of the page changes: %s',
  async (name) => {
    await openWith(page, built.script, sheets[name]);
    const [before, after] = await page.evaluate((css) => {
      const place = document.body.appendChild(document.createElement('main'));
      showOwn(place);
      const read = () =>
        [...place.querySelectorAll('*')].map((element) => {
          const style = getComputedStyle(element);
          return [...style]
            .filter((property) => !property.startsWith('--'))
            .map((property) => `${property}: ${style.getPropertyValue(property)}`)
            .join('; ');
        });
      const without = read();
      document.head.appendChild(document.createElement('style')).textContent = css;
      return [without, read()] as const;
    }, built.sheet);
    expect(before.length).toBeGreaterThan(15);
    expect(after).toEqual(before);
  },
);

/** How a main button looks with these classes. */
function withClass(classes: string): Promise<readonly string[]> {
  return page.evaluate((names) => {
    const button = document.querySelector('[data-elicit=confirm] [data-elicit=commit]') as Element;
    button.className = names;
    const { color, borderTopLeftRadius, paddingTop } = getComputedStyle(button);
    return [color, borderTopLeftRadius, paddingTop];
  }, classes);
}

/** How a `<b>` looks with these classes. */
function bareWithClass(classes: string): Promise<readonly string[]> {
  return page.evaluate((names) => {
    const element = document.body.appendChild(document.createElement('b'));
    element.className = names;
    const { color, borderTopLeftRadius, paddingTop } = getComputedStyle(element);
    return [color, borderTopLeftRadius, paddingTop];
  }, classes);
}

function load(name: string): unknown {
  return createRequire(join(folder, 'package.json'))(name);
}

async function tailwind3(plugins: readonly unknown[]): Promise<string> {
  const tailwind = load('tailwindcss') as (config: object) => AcceptedPlugin;
  const content = [{ raw: 'text-red-500 rounded-full p-9', extension: 'html' }];
  const { css } = await postcss([tailwind({ content, plugins })]).process('@tailwind base; @tailwind utilities;', {
    from: undefined,
  });
  return css;
}

async function tailwind4(input: string): Promise<string> {
  const { compile } = load('tailwindcss-4') as {
    compile: (css: string, options: object) => Promise<{ build: (candidates: readonly string[]) => string }>;
  };
  const base = join(folder, 'node_modules/tailwindcss-4');
  const { build } = await compile(input, {
    base,
    loadStylesheet: async (id: string) => ({
      base,
      path: id,
      content: readFileSync(join(base, id === 'tailwindcss' ? 'index.css' : id), 'utf8'),
    }),
    loadModule: async (id: string) => ({ base, path: id, module: load(id) }),
  });
  return build(['text-red-500', 'rounded-full', 'p-9']);
}
