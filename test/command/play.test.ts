import { appendFileSync, copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as axeCore from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { buildPlay, play, startPlay, tools, type Playing } from './play-command.ts';

let server: Playing;
let browser: Browser;
beforeAll(async () => {
  await buildPlay();
  [server, browser] = await Promise.all([startPlay(tools, '--port', '0'), chromium.launch(launchOptions())]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.end();
});

/** A tab at the printed address. It fails if the page complains, or asks another host for anything. */
async function open(tool: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options });
  // The page's policy refuses a script tag.
  await context.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core') });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== server.address.origin && protocol !== 'data:') complaints.push(request.url());
  });
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  await page.goto(`${server.address.href}#${tool}`);
  await page.getByRole('heading', { name: tool, level: 2 }).waitFor();
  return page;
}

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();
const callOf = (page: Page, name: string) => page.getByRole('article', { name });
/** Wait until the call shows these words. */
const shows = (call: Locator, words: string) => call.getByText(words).filter({ visible: true }).first().waitFor();
const answer = async (page: Page, name: string, text: string) => {
  await callOf(page, name).getByRole('textbox').fill(text);
  await callOf(page, name).getByRole('button', { name: 'Send' }).click();
};
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('the address', () => {
  it('carries a token, which the page keeps and takes out of it', async () => {
    expect(server.address.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}$/);
    const page = await open('reserve');
    expect(page.url()).toBe(`${server.address.origin}/#reserve`);
    await page.reload();
    await page.getByRole('heading', { name: 'reserve', level: 2 }).waitFor();
  });

  it('without the token says where the right one is', async () => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(server.address.origin);
    await expect
      .poll(() => page.getByRole('alert').textContent({ timeout: 10_000 }))
      .toBe('Open the address that "elicitkit play" has printed last.');
  });
});

describe('a tool', () => {
  it('runs with its arguments, asks again after a wrong answer, and goes on after a reload', async () => {
    const page = await open('sign_up');
    await page.getByLabel('Event (optional)').fill('the fair');
    await run(page);
    const call = callOf(page, 'sign_up, call 1');
    await answer(page, 'sign_up, call 1', 'A');
    await shows(call, 'at least 2 characters');
    await answer(page, 'sign_up, call 1', 'Ada');
    await shows(call, 'Your email?');
    await call.getByRole('textbox').fill('ada@');

    await page.reload();
    await shows(call, 'Your email?');
    expect(await call.getByRole('textbox').inputValue()).toBe('ada@');
    expect(await page.getByLabel('Event (optional)').inputValue()).toBe('the fair');
    await answer(page, 'sign_up, call 1', 'ada@example.com');
    await call.getByRole('radio', { name: 'M', exact: true }).check();
    await call.getByRole('button', { name: 'Confirm' }).click();
    await shows(call, 'How many seats?');
    await answer(page, 'sign_up, call 1', '3');
    await shows(call, 'Which day?');
    await call.locator('input[type=date]').fill('2026-03-27');
    await call.getByRole('button', { name: 'Send' }).click();
    await call.getByRole('checkbox', { name: 'City tour' }).check();
    await call.getByRole('button', { name: 'Send' }).click();
    await shows(call, 'Anything else?');
    await call.getByRole('button', { name: 'Skip' }).click();
    await shows(call, 'Send the confirmation now?');
    await call.getByRole('radio', { name: 'Yes' }).check();
    await call.getByRole('button', { name: 'Confirm' }).click();
    await call.getByText('Done', { exact: true }).waitFor();
    expect(JSON.parse((await call.locator('.outcome').textContent()) ?? '')).toEqual({
      name: 'Ada',
      size: 'M',
      seats: 3,
      day: '2026-03-27',
      extras: ['tour'],
      sent: 'Sent to ada@example.com: See you at the fair!',
    });

    await page.reload();
    await shows(call, 'Sent to ada@example.com');
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByText('Run a tool.').waitFor();
    await page.reload();
    await page.getByText('Run a tool.').waitFor();
  });

  it('stays apart from another that asks at once, declined or stopped', async () => {
    const page = await open('reserve');
    await run(page);
    await run(page);
    await run(page);
    const [first, second, third] = [
      callOf(page, 'reserve, call 1'),
      callOf(page, 'reserve, call 2'),
      callOf(page, 'reserve, call 3'),
    ] as const;
    for (const call of [first, second, third]) {
      await shows(call, 'For how many?');
    }
    await first.getByRole('textbox').fill('2');
    await answer(page, 'reserve, call 2', '5');
    await shows(second, 'A table for 5 is reserved.');
    await third.getByRole('button', { name: 'Skip' }).click();
    await shows(third, 'the person declined');
    expect(await first.getByRole('textbox').inputValue()).toBe('2');
    await first.getByRole('button', { name: 'Stop reserve, call 1' }).click();
    await first.getByText('Stopped', { exact: true }).waitFor();

    await second.getByRole('button', { name: 'Run again reserve, call 2' }).click();
    await shows(callOf(page, 'reserve, call 4'), 'For how many?');
  });

  it('can be run, answered and stopped with the keyboard alone', async () => {
    const page = await open('log_in');
    await tabTo(page, page.getByRole('link', { name: 'reserve' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Run', exact: true }));
    await page.keyboard.press('Enter');
    const call = callOf(page, 'reserve, call 1');
    await tabTo(page, call.getByRole('textbox'));
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await shows(call, 'must be');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('4');
    await page.keyboard.press('Enter');
    await shows(call, 'A table for 4 is reserved.');
    await tabTo(page, page.getByRole('button', { name: 'Run again reserve, call 1' }));
    await page.keyboard.press('Enter');
    await callOf(page, 'reserve, call 2').getByRole('textbox').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Stop reserve, call 2' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => callOf(page, 'reserve, call 2').locator('.state').textContent()).toBe('Stopped');
  });

  it('has its answers changed until it has done something, with the keyboard alone', async () => {
    const page = await open('invite');
    await run(page);
    const call = callOf(page, 'invite, call 1');
    const change = (answer: string) => call.getByRole('button', { name: `Change: ${answer}` });
    await answer(page, 'invite, call 1', 'Ada');
    await call.getByRole('radio', { name: 'Saturday' }).check();
    await call.getByRole('button', { name: 'Confirm' }).click();
    await shows(call, 'What does Ada eat?');
    await change('Saturday').waitFor();
    await call.getByRole('textbox').fill('Soup');

    await tabTo(page, change('Ada'));
    await page.keyboard.press('Enter');
    const name = call.getByRole('textbox', { name: 'Who comes?' });
    await tabTo(page, name);
    expect(await name.inputValue()).toBe('Ada');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Bea');
    await page.keyboard.press('Enter');
    await shows(call, 'This answer was changed.');
    // It is asked anew, with what was answered.
    await expect.poll(() => call.getByRole('radio', { name: 'Saturday' }).isChecked()).toBe(true);
    await tabTo(page, call.getByRole('button', { name: 'Confirm' }));
    await page.keyboard.press('Enter');
    await shows(call, 'What does Bea eat?');
    await answer(page, 'invite, call 1', 'Stew');
    await shows(call, 'And to drink?');
    await expect.poll(() => call.getByRole('button', { name: /^Change/ }).count()).toBe(0);
    await answer(page, 'invite, call 1', 'Tea');
    await shows(call, 'Bea, table 2 on Saturday: Stew, Tea');
  });

  it('brings its question into view on a phone, all of it above the buttons', async () => {
    const page = await open('sign_up', { viewport: { width: 360, height: 740 } });
    // The focus stays in the field.
    await page.getByLabel('Event (optional)').press('Enter');
    const call = callOf(page, 'sign_up, call 1');
    await call.getByRole('textbox').waitFor();
    const bottom = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom);
    const isInView = async () =>
      (await bottom(call.getByRole('textbox'))) < (await bottom(call.getByRole('button', { name: 'Send' })));
    await expect.poll(isInView).toBe(true);
    expect(await bottom(call.getByRole('button', { name: 'Send' }))).toBeLessThan(740);
    expect(await bottom(call.getByRole('textbox'))).toBeGreaterThan(0);
  });

  it('says markup, which is shown as text', async () => {
    const page = await open('rude');
    await run(page);
    const call = callOf(page, 'rude, call 1');
    await shows(call, '<b id="injected">Your word?</b>');
    expect(await page.locator('.description').textContent()).toContain('<img src=x onerror=alert(1)>');
    await answer(page, 'rude, call 1', '<i>hm</i>');
    await shows(call, '<b id="injected"><i>hm</i></b>');
    expect(await page.locator('#injected').count()).toBe(0);
  });

  it('with objects shows them as groups, takes JSON in their place, and says what is wrong with it', async () => {
    const page = await open('deep');
    await page.getByRole('group', { name: 'Place' }).getByRole('group', { name: 'Towns' }).waitFor();
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const json = page.getByLabel('Arguments, as JSON');
    await json.fill('{"place":');
    await run(page);
    await page.getByText('This is not JSON').waitFor();
    await json.fill('[]');
    await run(page);
    await page.getByText('Arguments are a JSON object').waitFor();
    await json.fill('{"place":{"street":1}}');
    await run(page);
    await shows(callOf(page, 'deep, call 1'), 'place.street');
    await json.fill('{"place":{"street":"Main","towns":[{"name":"Rome"}]}}');
    await run(page);
    await expect
      .poll(() => callOf(page, 'deep, call 2').locator('.outcome').textContent())
      .toBe('{\n  "street": "Main",\n  "towns": 1\n}');
  });

  it('that asks for an object shows a group and its data, and keeps a long result short', async () => {
    const page = await open('seat', { viewport: { width: 360, height: 740 } });
    await run(page);
    const call = callOf(page, 'seat, call 1');
    await shows(call, '{"rows":30}');
    const row = call.getByRole('group', { name: 'Seat', exact: true }).getByRole('textbox', { name: 'Row' });
    await row.fill('0');
    await page.reload();
    await expect.poll(() => row.inputValue()).toBe('0');
    await call.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => row.getAttribute('aria-invalid')).toBe('true');
    expect(await violationsIn(page)).toEqual([]);
    await row.fill('7');
    await call.getByRole('button', { name: 'Send' }).click();
    const result = call.getByRole('region', { name: 'Result of seat, call 1' });
    await result.waitFor();
    expect(await result.evaluate(({ clientHeight, scrollHeight }) => scrollHeight > 2 * clientHeight)).toBe(true);
    expect(await sideways(page)).toBe(0);
    expect(await violationsIn(page)).toEqual([]);
    // The header covers the cards below it, with their buttons.
    const isCovered = await page.getByRole('button', { name: 'Run', exact: true }).evaluate((button) => {
      scrollBy(0, button.getBoundingClientRect().top - 30);
      const { left, top, width, height } = button.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('header') !== null;
    });
    expect(isCovered).toBe(true);
  });

  it('that asks a model or for a password says what is missing', async () => {
    const page = await open('judge');
    await run(page);
    await shows(callOf(page, 'judge, call 1'), 'There is no model here.');
    await page.getByRole('link', { name: 'needy' }).click();
    await page.getByText('This tool cannot run here. It needs a model.').waitFor();
    await page.getByRole('link', { name: 'log_in' }).click();
    await page.locator('.tool').getByLabel('Name').fill('Ada');
    await run(page);
    await expect
      .poll(() => callOf(page, 'log_in, call 2').locator('.outcome').textContent())
      .toContain('log_in asked for a password, and has no page for it.');
  });
});

it('the events are listed, open to their JSON, pause and clear, without the token', async () => {
  const page = await open('reserve');
  await run(page);
  const wire = page.getByRole('region', { name: 'Events' });
  await wire.getByText('plugin_elicit_request', { exact: true }).click();
  await wire.getByText('"message": "For how many?"').waitFor();
  await wire.locator('summary', { hasText: 'Sent call' }).click();
  await wire.getByText('"toolName": "reserve",').last().waitFor();
  const token = server.address.searchParams.get('token') ?? 'none';
  expect(await page.content()).not.toContain(token);
  await wire.getByRole('button', { name: 'Pause' }).click();
  await wire.getByRole('button', { name: 'Clear the events' }).click();
  await answer(page, 'reserve, call 1', '2');
  await shows(callOf(page, 'reserve, call 1'), 'A table for 2');
  await wire.getByText('more went by').waitFor();
  expect(await wire.getByRole('listitem').count()).toBe(0);
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it.each([1100, 360])('at %i px, nothing sticks out, and axe finds nothing', async (width) => {
    const page = await open('sign_up', { colorScheme, viewport: { width, height: 740 } });
    await run(page);
    const asked = callOf(page, 'sign_up, call 1').getByRole('textbox');
    await asked.focus();
    expect(await asked.evaluate(isInView)).toBe(true);
    await page.getByRole('link', { name: 'log_in' }).click();
    await page.locator('.tool').getByLabel('Name').fill('Ada');
    await run(page);
    const failed = callOf(page, 'log_in, call 2');
    await failed.getByText('Failed').waitFor();
    await failed.getByText('Arguments').click();
    expect(await violationsIn(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
    const isWide = width >= 1000;
    expect(await page.getByRole('region', { name: 'Events' }).isVisible()).toBe(isWide);
    if (!isWide) await page.getByRole('button', { name: 'Events' }).click();
    await page.locator('summary', { hasText: 'Sent call' }).first().click();
    expect(await violationsIn(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
  });
});

it('a theme that the person chose wins over the system, and stays', async () => {
  const page = await open('reserve', { colorScheme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.querySelector('.play')!).backgroundColor);
  const light = await ground();
  await page.getByRole('radio', { name: 'Dark' }).check();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.reload();
  await page.getByRole('heading', { name: 'reserve', level: 2 }).waitFor();
  expect(await ground()).toBe(dark);
});

describe('the command', () => {
  it.each([
    [[], 2, 'Name one file.'],
    [['none.js'], 1, 'There is no file'],
    [[tools, '--port', 'x'], 2, '"x" is not a port.'],
    [['package.json'], 1, 'package.json'],
  ])('says what is wrong with %j', (args, status, words) => {
    const told = play(...args);
    expect(told.stderr).toContain(words);
    expect({ ...told, stderr: '' }).toEqual({ status, stdout: '', stderr: '' });
  });

  it('ends when it is interrupted, with a call that waits, which its next run does not show', async () => {
    const other = await startPlay(tools, '--port', '0');
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${other.address.href}#reserve`);
    await run(page);
    await callOf(page, 'reserve, call 1').getByRole('textbox').waitFor();
    expect(await other.end()).toBe(0);

    const next = await startPlay(tools, '--port', other.address.port);
    onTestFinished(async () => void (await next.end()));
    await page.goto(next.address.href);
    await page.getByText('Run a tool.').waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
  });

  it('says that the file has changed', async () => {
    const file = `${tools}.copy.js`;
    copyFileSync(tools, file);
    const other = await startPlay(file, '--port', '0');
    onTestFinished(async () => void (await other.end()));
    // Once it watches, that is.
    const said = () => (appendFileSync(file, '\n'), other.said());
    await expect.poll(said, { timeout: 10_000 }).toContain('tools.js.copy.js has changed. Start the command again');
  });

  it('says that its port is taken', () => {
    const { status, stderr } = play(tools, '--port', server.address.port);
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringMatching(/Choose another/) as string });
  });
});

/** The accessibility rules that the page breaks, each with the elements that break it. */
function violationsIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** Whether nothing covers the middle of the element. */
function isInView(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === element;
}

/** Press Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${String(target)}.`);
}
