import { chromium, type Browser, type Locator } from 'playwright';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { buildPlay, startPlay, type Playing } from '../command/play-command.ts';
import { buildDocumented, documentedTools } from './documented.ts';
import { ada } from './person.ts';
import { apart, unfinished } from './tools-in.ts';

const documented = apart(await documentedTools());
let server: Playing;
let browser: Browser;
beforeAll(async () => {
  const [file] = await Promise.all([
    buildDocumented(`
      ${documented.map((_, nth) => `export const tool${nth} = documented[${nth}].tool;`).join('\n')}
      export { provider } from './test/everywhere/provider.ts';
    `),
    buildPlay(),
  ]);
  [server, browser] = await Promise.all([startPlay(file, '--port', '0'), chromium.launch(launchOptions())]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.end();
});

it.each(documented)('on the page of elicitkit play, $name comes to its end', async ({ tool, params }) => {
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  onTestFinished(() => page.close());
  page.setDefaultTimeout(8_000);
  await page.goto(`${server.address.href}#${tool.name}`);
  await page.getByRole('heading', { name: tool.name, level: 2 }).waitFor();
  if (Object.keys(params).length > 0) {
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    await page.getByLabel('Arguments, as JSON').fill(JSON.stringify(params));
  }
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const call = page.getByRole('article', { name: `${tool.name}, call 1` });
  const outcome = call.locator('.outcome');
  const seen: string[] = [];
  for (let asked = 1; ; asked += 1) {
    // The question that was answered last leaves its form until the server has confirmed it.
    const next = call.locator('[data-elicit="schema-form"]:not([data-seen]), .outcome').last();
    await next.waitFor();
    if (await outcome.isVisible()) break;
    await next.evaluate((element, name) => element.setAttribute('data-seen', name), String(asked));
    const form = call.locator(`[data-seen="${asked}"]`);
    seen.push(await form.innerText());
    await fillIn(form, asked);
    await form.getByRole('button').last().click();
  }

  expect(await outcome.innerText()).not.toMatch(unfinished);
  expect(await call.getByText('Done', { exact: true }).isVisible()).toBe(true);
  // Nothing was asked twice.
  expect(new Set(seen).size).toBe(seen.length);
});

/** No option is chosen twice. */
async function fillIn(form: Locator, asked: number): Promise<void> {
  const question = await form.innerText();
  for (const [nth, field] of (await form.locator('[data-field]').all()).entries()) {
    const choices = field.locator('input[type=radio], input[type=checkbox]');
    const list = field.locator('select');
    if ((await list.count()) > 0) {
      const options = await list.locator('option:not([value=""])').all();
      await list.selectOption((await options[(asked + nth) % options.length]!.getAttribute('value'))!);
    } else if ((await choices.count()) > 0) {
      // They say yes to what they may.
      const yes = field.getByRole('radio', { name: 'Yes', exact: true });
      const one = choices.nth((asked + nth) % (await choices.count()));
      await ((await yes.count()) > 0 ? yes : one).check();
    } else {
      const input = field.locator('input, textarea').first();
      const type = await input.getAttribute('type');
      const isNumber = ((await input.getAttribute('inputmode')) ?? '') !== '';
      const words = `${question}\n${await field.innerText()}`;
      const about = type === 'email' || type === 'date' ? { format: type } : { type: isNumber ? 'number' : 'string' };
      const typed = ada(words, { ...about, minimum: Number(/at least (\d+)/i.exec(words)?.[1] ?? 2) });
      await input.fill(String(typed));
    }
  }
}
