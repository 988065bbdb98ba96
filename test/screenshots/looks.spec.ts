import { readFileSync } from 'node:fs';
import { expect, test as base, type Page } from '@playwright/test';

// What they look like is compared with the pictures beside this file. Where a change is meant:
//   npx playwright test --project screenshots --update-snapshots
// and look at every picture that changed before you commit it.

// One page for all pictures of a worker: what Storybook loads stays in its cache, and a story is played once.
const test = base.extend<object, { worker: Page }>({
  worker: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '', locale = '', timezoneId = '' } = project.use;
      const page = await browser.newPage({ baseURL, locale, timezoneId });
      await use(page);
      await page.close();
    },
    { scope: 'worker' },
  ],
  page: ({ worker }, use) => use(worker),
});

interface Story {
  id: string;
  /** What there is to see. */
  shown?: string;
  /** What is there when it has been played. */
  played?: string;
  /** Loaded for each look: an open dialog keeps the look it was opened in. */
  isLoadedAgain?: boolean;
  /** So tall that no footer sticks. */
  height?: number;
}

/** The pictures of one story, one after the other in one page. */
function inOneWorker(story: string, tests: () => void): void {
  test.describe(story, () => {
    test.describe.configure({ mode: 'default' });
    tests();
  });
}

const inPage = '#storybook-root > *';
const stories: readonly (string | Story)[] = [
  'travel-flightlist--selected',
  'travel-seatpicker--selected',
  'travel-passengerseatpicker--half-way',
  'questions-choicelist--selected',
  'questions-confirm--failed-with-issues',
  'questions-schemaform--issues-of-the-server',
  'chat-receipt--answered',
  'chat-elicitoutlet--failed',
  'questions-urlconsent--default',
  {
    id: 'chat-elicitdialog--pending',
    shown: '[data-elicit=dialog-overlay]',
    played: '[role=dialog] [type=radio]',
    isLoadedAgain: true,
  },
  {
    id: 'chat-change-an-answer--being-changed',
    played: '[data-state=revisited]',
    isLoadedAgain: true,
    height: 2000,
  },
  { id: 'chat-elicitdialog--put-aside', played: '[data-elicit=receipt]' },
];

interface Look {
  globals: Record<string, string>;
  forcedColors?: 'active' | 'none';
}

/** What a look does not name. */
const plain = { skin: 'default', direction: 'ltr', width: 'as the story' };
const light: Look = { globals: { theme: 'light' } };
const dark: Look = { globals: { theme: 'dark' } };
const looks: Record<string, Look> = {
  light,
  dark,
  'high contrast': { globals: { theme: 'high contrast' } },
  narrow: { globals: { theme: 'light', width: '328' } },
  'right to left': { globals: { theme: 'light', direction: 'rtl' } },
  'forced colours': { globals: { theme: 'light' }, forcedColors: 'active' },
  meridian: { globals: { theme: 'light', skin: 'meridian' } },
  neutral: { globals: { theme: 'dark', skin: 'neutral' } },
  console: { globals: { theme: 'dark', skin: 'console' } },
  paper: { globals: { theme: 'light', skin: 'paper' } },
};

for (const each of stories) {
  const asked: Story = typeof each === 'string' ? { id: each } : each;
  const {
    id: story,
    shown = inPage,
    played = '#storybook-root [data-elicit-root]',
    isLoadedAgain,
    height = shown === inPage ? 1600 : 800,
  } = asked;
  inOneWorker(story, () => {
    for (const [name, look] of Object.entries(looks)) {
      test(`${story}, ${name}`, async ({ page }) => {
        if (isLoadedAgain) await page.goto('about:blank');
        await show(page, story, look, height);
        await page.locator(played).first().waitFor();
        await compare(page, shown, `${story}-${name.replaceAll(' ', '-')}.png`);
      });
    }
  });
}

// Every state of a component side by side, and what is there once all of them are. So tall, no footer sticks.
const states: Record<string, string> = {
  'travel-flightlist': 'figure:last-child label',
  'travel-seatpicker': 'figure:last-child [data-elicit=commit]',
  'questions-choicelist': 'input[type=search]:focus',
  'questions-confirm': 'figure:last-child [data-elicit=commit]',
  'questions-schemaform': 'nav',
  'questions-urlconsent': 'figure:last-child [data-elicit=refusal]',
  'chat-receipt': 'figure:last-child [data-elicit=receipt]',
  'chat-elicitcard': 'figure:last-child [data-elicit=commit]',
  'questions-of-mcp-servers': '[data-elicit=footer][data-state=failed]',
};
for (const [component, played] of Object.entries(states)) {
  inOneWorker(`${component}, its states`, () => {
    for (const [name, look] of Object.entries({ light, dark })) {
      test(`${component}, its states, ${name}`, async ({ page }) => {
        await show(page, `${component}--states`, look, 5000, 1100);
        await page.locator(played).first().waitFor();
        await compare(page, inPage, `${component}--states-${name}.png`);
        // As wide as a chat: one below the other.
        const wide = '#storybook-root figure { grid-column: 1 / -1; inline-size: 720px; }';
        const style = await page.addStyleTag({ content: wide });
        await page.setViewportSize({ width: 1100, height: 12_000 });
        await compare(page, inPage, `${component}--states-wide-${name}.png`);
        await style.evaluate((element) => (element as Element).remove());
      });
    }
  });
}

// Each state of a dialog has a page of its own.
const dialogs = {
  pending: '[role=dialog] [type=radio]',
  several: '[role=dialog] [type=radio]:not(:checked)',
  sending: '[role=dialog] [data-elicit=commit][data-state=busy]',
  failed: '[role=dialog] [data-elicit=footer][data-state=failed]',
  'put-aside': '[data-elicit=receipt]',
  answered: '[data-elicit=receipt]',
};
for (const [name, look] of Object.entries({ light, dark })) {
  test(`chat-elicitdialog, its states, ${name}`, async ({ page }) => {
    await show(page, 'chat-elicitdialog--states', look, 2200, 1100, 'iframe');
    for (const [story, played] of Object.entries(dialogs)) {
      const frame = page.frameLocator(`#iframe--chat-elicitdialog--${story}`);
      // One after the other: pages of Storybook take their time.
      await frame.locator(played).first().waitFor();
    }
    await compare(page, inPage, `chat-elicitdialog--states-${name}.png`);
  });
}

async function compare(page: Page, shown: string, picture: string): Promise<void> {
  await expect(page.locator('.sb-errordisplay'), 'the story fails').toBeHidden();
  await expect(page.locator(shown).first()).toHaveScreenshot(
    picture,
    // Two Chromiums draw the edge of a letter or a curve differently; a colour or a place that changed is more.
    { threshold: 0.25, maxDiffPixelRatio: 0.02, animations: 'disabled', caret: 'hide' },
  );
}

/** Shows a story in a look. One that is there already is not loaded again: Storybook gives it the look's globals. */
async function show(
  page: Page,
  story: string,
  { globals, forcedColors = 'none' }: Look,
  height: number,
  width = Number(globals['width'] ?? 528) + 64,
  something = '[data-elicit-root]',
): Promise<void> {
  await page.emulateMedia({ forcedColors, reducedMotion: 'reduce', colorScheme: 'light' });
  await page.setViewportSize({ width, height });
  if (new URL(page.url()).searchParams.get('id') === story) {
    await page.evaluate(switchGlobals, { ...plain, ...globals });
    return;
  }
  const list = Object.entries(globals).map(([key, value]) => `${key}:${value.replaceAll(' ', '+')}`);
  // Other tests run axe.
  await page.goto(`iframe.html?viewMode=story&id=${story}&globals=a11y.manual:!true;${list.join(';')}`);
  await page.locator(something).first().waitFor();
  await page.waitForFunction(
    () => (globalThis as unknown as Storybook).__STORYBOOK_PREVIEW__.currentRender?.phase === 'finished',
  );
  await page.addStyleTag({ content: typeface });
  await page.evaluate(() => document.fonts.ready);
}

/** Runs in the page. Ends when the story has the new globals. */
async function switchGlobals(globals: Record<string, string>): Promise<void> {
  const { __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as unknown as Storybook;
  const finished = new Promise((resolve) => channel.once('storyFinished', resolve));
  channel.emit('updateGlobals', { globals });
  await finished;
}

interface Storybook {
  __STORYBOOK_PREVIEW__: { currentRender?: { phase?: string } };
  __STORYBOOK_ADDONS_CHANNEL__: {
    once(event: string, listener: (told: unknown) => void): void;
    emit(event: string, told: unknown): void;
  };
}

const file = readFileSync('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', 'base64');
const typeface = `
  @font-face { font-family: Pictures; font-weight: 100 900; src: url(data:font/woff2;base64,${file}) format('woff2'); }
  *, *::before, *::after { font-family: Pictures !important; }
`;
