import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as axeCore from 'axe-core';
import { chromium, type Browser, type Frame, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { buildApps } from '../../src/command/build-apps.ts';
import * as tools from '../inspector/tools.mjs';
import { openSite, type AppSite, type PageOptions } from './apps/site.ts';

let site: AppSite;
let browser: Browser;
beforeAll(async () => {
  const cards = ['book_flight', 'order'];
  const apps = await buildApps('test/inspector/plugins.jsx', []);
  const served = [tools.bookFlight, tools.order];
  site = await openSite({ tools: served, apps: apps.filter(({ tool }) => cards.includes(tool)) });
  browser = await chromium.launch(launchOptions());
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

type Options = PageOptions & { width?: number };

/** A page that has called a tool. */
async function call(tool: string, { width = 700, ...options }: Options = {}) {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const seen: string[] = [];
  page.on('popup', (popup) => seen.push(`a window for ${popup.url()}`));
  page.on('dialog', (dialog) => {
    seen.push(`a dialog that says ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    Object.assign(window, { refused: [] });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      (window as unknown as { refused: string[] }).refused.push(`${effectiveDirective} ${blockedURI}`);
    });
  });
  await page.goto(site.page(tool, options));
  await page.getByRole('button', { name: 'Call' }).click();
  const app = page.frameLocator('iframe').frameLocator('iframe');
  const told = page.getByRole('status').or(page.locator('output'));
  const ofPage = (name: 'errors' | 'refused') =>
    page.evaluate((key) => (window as unknown as Record<string, string[]>)[key] ?? [], name);
  return {
    page,
    app,
    seen,
    useForm: page.getByRole('button', { name: 'Use a form instead' }),
    field: page.getByRole('textbox', { name: 'Word' }),
    errors: () => ofPage('errors'),
    refused: () => ofPage('refused'),
    result: (text: string) => told.getByText(text).waitFor(),
    async answerForm(word: string) {
      await page.getByRole('textbox', { name: 'Word' }).fill(word);
      await page.getByRole('button', { name: 'Send' }).click();
      await told.getByText(`Said ${word}.`).waitFor();
    },
  };
}

async function violationsIn(frame: Page | Frame): Promise<string[]> {
  await frame.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8'));
  return frame.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const { violations } = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

describe.each(['modern', 'legacy'] as const)("a server's app in an outlet: %s", (era) => {
  it('books with its flight list and its seat map, after a refused answer', async () => {
    const { page, app, result, errors, refused } = await call('book_flight', { era });
    await app.getByRole('radio', { name: /SH 142/ }).check();
    await app.locator('[data-elicit="commit"]').click();
    // Each asking has a frame of its own. Look into it once the last one is gone.
    await page.getByText('That flight is full.').first().waitFor();
    await app.getByText('That flight is full.').waitFor();
    await app.getByRole('radio', { name: /SH 420/ }).check();
    await app.locator('[data-elicit="commit"]').click();
    await page.getByText('Which seat?').first().waitFor();
    await app.getByRole('gridcell', { name: /8C/ }).click();
    await app.locator('[data-elicit="commit"]').click();
    await result('Booked SH420, seat 8C.');
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await errors()).toEqual([]);
    // The SDK of MCP tries whether it may make functions.
    expect((await refused()).filter((each) => !each.endsWith(' eval') && !each.startsWith('require-trusted'))).toEqual(
      [],
    );
  });

  it('answers, declines and cancels like a form', async () => {
    const { app, result, errors } = await call('honest', { era });
    await app.getByRole('button', { name: 'Say yes' }).click();
    await result('Said yes.');
    expect(await errors()).toEqual([]);
    await (await call('decline', { era })).result('Not said: decline.');
    await (await call('cancel', { era })).result('Not said: cancel.');
  });

  it('is not asked for without a frame: the form asks', async () => {
    const { page, answerForm } = await call('honest', { era, apps: false });
    await answerForm('no');
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describe('what stays outside of the frame', () => {
  it('is the question, Skip, and the button for the form, by keys alone', async () => {
    const { page, app, useForm, answerForm, errors } = await call('silent');
    await app.getByText('Wait.').waitFor();
    await page
      .getByText(/^Out: /)
      .first()
      .waitFor();
    await useForm.press('Enter');
    await answerForm('typed');
    expect(await errors()).toEqual([]);
    const other = await call('silent');
    await other.page.getByRole('button', { name: 'Skip' }).press('Enter');
    await other.result('Not said: decline.');
  });

  it.each<[string, (shown: Awaited<ReturnType<typeof call>>) => Promise<void>]>([
    [
      'an answer',
      async ({ app, result }) => {
        await app.getByRole('button', { name: 'Say yes' }).click();
        await result('Said yes.');
      },
    ],
    [
      'Skip',
      async ({ page, app, result }) => {
        await app.getByRole('button', { name: 'Say yes' }).waitFor();
        await page.getByRole('button', { name: 'Skip' }).click();
        await result('Not said: decline.');
      },
    ],
    [
      'the form',
      async ({ app, useForm, answerForm }) => {
        await app.getByRole('button', { name: 'Say yes' }).waitFor();
        await useForm.click();
        await answerForm('typed');
      },
    ],
  ])('tells an app before %s takes its page away, and waits until it has put things by', async (_what, leave) => {
    const shown = await call('farewell');
    const said: string[] = [];
    shown.page.on('console', (message) => said.push(message.text()));
    await leave(shown);
    expect(said.filter((each) => /^(told|left)/.test(each))).toEqual(['told: ui/resource-teardown', 'left']);
    expect(await shown.errors()).toEqual([]);
  });

  it('is within reach, however high an app says that it is', async () => {
    const { page, app, useForm } = await call('tall');
    await app.getByRole('button', { name: 'Say yes' }).waitFor();
    const [frame, button] = await Promise.all([page.locator('iframe').boundingBox(), useForm.boundingBox()]);
    expect(frame?.height).toBeLessThanOrEqual(640);
    expect(frame?.width).toBeLessThanOrEqual(700);
    expect(button?.y).toBeGreaterThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
  });

  it.each(['light', 'dark'] as const)(
    'breaks no rule of accessibility, nor does the app, at 280 px in %s',
    async (theme) => {
      const { page, app } = await call('book_flight', { theme, width: 280 });
      await app.getByRole('radio').first().waitFor();
      expect(await app.locator('html').getAttribute('data-theme')).toBe(theme);
      expect(await violationsIn(page)).toEqual([]);
      expect(await violationsIn(page.frames().at(-1) as Frame)).toEqual([]);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide).toBeLessThanOrEqual(0);
    },
  );
});

describe('an app that does not do as it should loses to the form', () => {
  it.each([
    ['lie', 'It answered what was not asked.'],
    ['gibberish', 'It answered what was not asked.'],
    ['refuse', 'It was refused: No such method.'],
    ['flood', 'It sent more than 50 messages in a second.'],
    ['huge', 'It sent a message of more than 1048576 characters.'],
    ['strange', 'It sent what is no JSON.'],
    ['fill', 'It sent more than 2097152 characters in a second.'],
    ['odd', 'It was refused: It does not say why.'],
    ['navigate', 'It led its frame to another page.'],
    ['goes', 'It was refused: The host took the page away.'],
  ])('%s', async (tool, why) => {
    const { page, errors, answerForm } = await call(tool);
    await page.getByText('The page of Acme did not work. This form asks the same.').waitFor();
    expect(await errors()).toEqual([
      `MCP_APP_FAILED: Acme: The form took the place of ui://elicitkit/${tool}/pick. ${why}`,
    ]);
    await answerForm('all the same');
    // Once, whatever else it did.
    expect(await errors()).toHaveLength(1);
    expect(site.leaks).toEqual([]);
  });

  it.each(['mute', 'early'])('%s, once it has not begun in time', async (tool) => {
    const { page, errors, answerForm } = await call(tool);
    await page.getByText('The page of Acme did not work.').waitFor();
    expect(await errors()).toEqual([expect.stringContaining('It did not begin within 15000 ms.')]);
    await answerForm('all the same');
    expect(site.leaks).toEqual([]);
  });
});

describe('the form that took the place of an app', () => {
  it('stays when its answer is refused', async () => {
    const { page, app, useForm, field, answerForm } = await call('picky');
    await app.getByText('Wait.').waitFor();
    await useForm.click();
    await field.fill('no');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Not that.').first().waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await answerForm('yes');
  });
});

describe('an app', () => {
  it('is asked once, however often it says that it is there', async () => {
    const { result, errors } = await call('twice');
    await result('Said once.');
    expect(await errors()).toEqual([]);
  });

  it('goes on while the language changes, and its answer counts', async () => {
    const { page, app, result, errors } = await call('honest');
    await app.getByRole('button', { name: 'Say yes' }).waitFor();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Stattdessen ein Formular verwenden' }).waitFor();
    await app.getByRole('button', { name: 'Say yes' }).click();
    await result('Said yes.');
    expect(await errors()).toEqual([]);
  });

  it('reaches nothing outside: no window, no page, no server, no storage', async () => {
    const { page, app, seen, errors, result } = await call('leave');
    await app.getByRole('button', { name: 'Say yes' }).click();
    await result('Said yes.');
    expect(page.url()).toContain('tool=leave');
    expect(seen).toEqual([]);
    expect(await errors()).toEqual([]);
    expect(site.leaks).toEqual([]);
  });

  it('cannot speak for its frame or its host', async () => {
    const { app, errors, result } = await call('spoof');
    await app.getByRole('button', { name: 'Say yes' }).click();
    await result('Said yes.');
    expect(await errors()).toEqual([]);
  });

  it('opens a link only once the person has agreed', async () => {
    const { page, app, seen, errors } = await call('link');
    await page.getByText('Acme asks you to open a page').waitFor();
    await app.getByText('Waiting.').waitFor();
    await page.getByRole('button', { name: 'Skip' }).first().click();
    await app.getByText('"isError":true').waitFor();
    expect(seen).toEqual([]);
    const other = await call('link');
    await other.page.context().route('https://acme.example/**', (route) => route.fulfill({ body: 'Terms' }));
    const opening = other.page.waitForEvent('popup');
    await other.page.getByRole('link', { name: /Open page/ }).click();
    expect((await opening).url()).toBe('https://acme.example/terms');
    await other.app.getByText('"isError":false').waitFor();
    expect(await other.page.getByText('Acme asks you').count()).toBe(0);
    expect(await errors()).toEqual([]);
  });

  it('opens no link that is no web page', async () => {
    const { page, seen } = await call('script');
    await page.getByText('This page cannot be opened').waitFor();
    expect(seen).toEqual([]);
  });
});

describe("a tool's app", () => {
  it.each(['modern', 'legacy'] as const)(
    'gets the call and its result, and calls what is for apps: %s',
    async (era) => {
      const { app, errors } = await call('clock', { era, at: '/clock' });
      await app.getByText('"clock"{"city":"Rome"}[{"type":"text","text":"noon"}]').waitFor();
      await app.locator('#called', { hasText: 'noon' }).waitFor();
      await app.locator('#refused', { hasText: 'Apps may not call secret.' }).waitFor();
      expect(await errors()).toEqual([]);
    },
  );

  it('stays after a result that comes late', async () => {
    const { page, app, errors } = await call('slow', { at: '/clock' });
    await app.getByText('"clock"').or(app.getByText('"slow"')).waitFor();
    await page.clock.install();
    await app.getByText('"late"').waitFor();
    await page.clock.fastForward(60_000);
    expect(await app.getByText('"late"').count()).toBe(1);
    expect(await errors()).toEqual([]);
  });

  it('is not shown where apps are not: the result is', async () => {
    const { page, result } = await call('clock', { apps: false, at: '/clock' });
    await result('noon');
    expect(await page.locator('iframe').count()).toBe(0);
  });
});
