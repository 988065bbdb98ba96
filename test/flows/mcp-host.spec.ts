import type { BrowserContext } from '@playwright/test';
import { expect, McpPage } from './mcp-page.ts';
import { test as base } from './quiet-page.ts';

const test = base.extend<{ mcp: McpPage }>({
  mcp: async ({ page }, use, info) => {
    info.slow();
    const mcp = new McpPage(page);
    await mcp.open();
    await use(mcp);
  },
});
const names = ['Airline', 'Old airline', 'Everything'];
const declined = 'Not booked: the person does not want to say which flight.';
const cancelled = 'Not booked: the person closed the question before saying which flight.';

test.describe('the page of MCP servers', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [360, 1100]) {
      test(`breaks no rule of accessibility, nor its width, at ${width} px in ${theme}`, async ({ mcp, page }) => {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 800 });
        const isWhole = async (when: string) => {
          expect(await mcp.violations(), when).toEqual([]);
          expect(await mcp.overflow(), when).toBeLessThanOrEqual(0);
        };
        for (const name of names) await expect(mcp.state(name)).toHaveText('Connected');
        const flights = await mcp.start('Airline', /book_flight/);
        await expect(flights.getByRole('radio').first()).toBeVisible();
        const form = await mcp.start('Everything', /trigger-elicitation-request/);
        await expect(form.getByRole('button', { name: 'Send' })).toBeVisible();
        const both = mcp.card('One tool, two doors');
        await both.getByRole('button', { name: 'Call both' }).click();
        await expect(both.locator('[data-elicit="flight-list"]')).toHaveCount(2);
        await isWhole('asked');
        await form.getByLabel(/^String(?! with)/).fill('Ada');
        await form.getByRole('button', { name: 'Send' }).click();
        await expect(mcp.result('Everything')).toContainText('Raw result');
        await flights.getByRole('button', { name: 'Stop', exact: true }).click();
        await expect(flights.getByRole('alert')).toContainText('You stopped it.');
        await isWhole('answered');
      });
    }
  }

  test('leads to the other pages, and they lead back', async ({ page, mcp }) => {
    await mcp.press(page.getByRole('link', { name: 'Questions' }));
    await expect(page.getByRole('heading', { name: 'Questions', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Chat' }).click();
    await expect(page.getByRole('heading', { name: 'Flight desk' })).toBeVisible();
    await page.getByRole('link', { name: 'MCP' }).click();
    await expect(page.getByRole('heading', { name: 'MCP servers' })).toBeVisible();
  });

  test.describe('where a server cannot be reached', () => {
    // The browser itself tells of each request that fails.
    test.use({ allowedErrors: [/^Failed to load resource/] });

    test('says that a server is lost, and connects anew', async ({ mcp, page, context }) => {
      await expect(mcp.state('Old airline')).toHaveText('Connected');
      // Where it was started anew, it knows of no session.
      await context.route('**/api/mcp', (route) => route.fulfill({ status: 404 }));
      await mcp.start('Old airline', /book_flight/);
      await expect(mcp.state('Old airline')).toHaveText('Connection lost');
      await expect(mcp.call('Old airline').getByRole('alert')).not.toBeEmpty();
      await expect(mcp.state('Everything')).toHaveText('Connected');
      expect(await mcp.violations()).toEqual([]);
      await context.unroute('**/api/mcp');
      await mcp.press(mcp.card('Old airline').getByRole('button', { name: 'Reconnect' }));
      await expect(mcp.state('Old airline')).toHaveText('Connected');
      const call = await mcp.start('Old airline', /book_flight/);
      await expect(call.getByRole('radio').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Reconnect' })).toHaveCount(0);
    });

    test('keeps an answer that a server could not be given, and sends it again when told to', async ({
      mcp,
      page,
      context,
    }) => {
      const network = await controlNetwork(context);
      const call = await mcp.start('Airline', /book_flight/);
      await mcp.press(call.getByRole('radio').first(), 'Space');
      network.isCut = true;
      await page.keyboard.press('Enter');
      await expect(call.getByText('did not say that it has the answer')).toBeVisible();
      await expect(mcp.state('Airline')).toHaveText('Connection lost');
      network.isCut = false;
      await mcp.press(call.getByRole('button', { name: 'Try again', exact: true }));
      await expect(call.getByRole('grid')).toBeVisible();
      await expect(mcp.state('Airline')).toHaveText('Connected');
    });

    test('keeps an answer while it connects anew, in vain at first', async ({ mcp, page, context }) => {
      const network = await controlNetwork(context);
      const call = await mcp.start('Airline', /book_flight/);
      await mcp.press(call.getByRole('radio').first(), 'Space');
      network.isCut = true;
      await page.keyboard.press('Enter');
      const again = call.getByRole('button', { name: 'Try again', exact: true });
      await expect(again).toBeVisible();
      const reconnect = mcp.card('Airline').getByRole('button', { name: 'Reconnect' });
      const probed = page.waitForEvent('requestfailed');
      await mcp.press(reconnect);
      await probed;
      await expect(mcp.state('Airline')).toHaveText('Connection lost');
      network.isCut = false;
      await mcp.press(reconnect);
      await expect(mcp.state('Airline')).toHaveText('Connected');
      await mcp.press(again);
      await expect(call.getByRole('grid')).toBeVisible();
    });
  });

  test('asks for several servers at once, each by its name, and gives each what it was answered', async ({ mcp }) => {
    // Each takes the focus when it comes: it is there before the next one is called.
    const start = async (name: string, tool: RegExp) => {
      const call = await mcp.start(name, tool);
      await expect(call.locator('[data-elicit="elicit-card"]')).toBeFocused();
      return call;
    };
    const airline = await start('Airline', /book_flight/);
    const old = await start('Old airline', /book_flight/);
    const everything = await start('Everything', /trigger-elicitation-request/);
    for (const [name, call] of [
      ['Airline', airline],
      ['Old airline', old],
      ['Everything', everything],
    ] as const) {
      await expect(call.getByText(`Asked by ${name} (`)).toBeVisible();
      await expect(call.getByText(/^Asked by /)).toHaveCount(1);
    }
    await old.getByRole('button', { name: 'Skip' }).click();
    await expect(mcp.result('Old airline')).toContainText(declined);
    await airline.getByRole('button', { name: 'More' }).click();
    await airline.getByRole('button', { name: 'Cancel this request' }).click();
    await expect(mcp.result('Airline')).toContainText(cancelled);
    await expect(mcp.result('Everything')).toBeEmpty();
    await everything.getByRole('button', { name: 'Skip' }).click();
    await expect(mcp.result('Everything')).toContainText('User declined');
  });

  test('says of a question that nobody knows its call, where two calls of an older server run', async ({ mcp }) => {
    const first = await mcp.start('Everything', /trigger-elicitation-request/);
    await expect(first.getByRole('button', { name: 'Send' })).toBeVisible();
    await mcp
      .card('Everything')
      .getByRole('button', { name: /trigger-url-elicitation.*go on\.$/ })
      .press('Enter');
    const unknown = mcp.page.locator('[data-elicit="elicit-item"]', {
      hasText: 'It does not say which call it asks for.',
    });
    await expect(unknown).toHaveCount(1);
    await unknown.getByRole('button', { name: 'Skip' }).click();
    await expect(mcp.result('Everything')).toContainText('User declined to open the URL');
    await expect(mcp.card('Everything').getByRole('button', { name: 'Send' })).toHaveCount(1);
  });

  for (const server of ['Airline', 'Old airline']) {
    test(`is asked by "${server}" anew after it was reloaded, and not before`, async ({ mcp, page }) => {
      const call = await mcp.start(server, /book_flight/);
      await expect(call.getByRole('radio').first()).toBeVisible();
      await page.reload();
      await expect(mcp.state(server)).toHaveText('Connected');
      await expect(page.locator('[data-elicit="elicit-item"]')).toHaveCount(0);
      const again = await mcp.start(server, /book_flight/);
      await mcp.press(again.getByRole('button', { name: 'Skip' }));
      await expect(mcp.result(server)).toContainText(declined);
    });

    test(`shows a question of "${server}" in the tab that called, and in no other`, async ({ mcp, context }) => {
      const other = new McpPage(await context.newPage());
      await other.open();
      await expect(other.state(server)).toHaveText('Connected');
      const call = await mcp.start(server, /book_flight/);
      await expect(call.getByRole('radio').first()).toBeVisible();
      const theirs = await other.start(server, /book_flight/);
      await other.press(theirs.getByRole('button', { name: 'Skip' }));
      await expect(other.result(server)).toContainText(declined);
      await expect(call.getByRole('radio').first()).toBeVisible();
      await mcp.press(call.getByRole('button', { name: 'More' }));
      await mcp.press(call.getByRole('button', { name: 'Cancel this request' }));
      await expect(mcp.result(server)).toContainText(cancelled);
    });
  }
});

/** A network that can be cut. The browser asks about each request from the start, not only once it is to be cut. */
async function controlNetwork(context: BrowserContext): Promise<{ isCut: boolean }> {
  const network = { isCut: false };
  await context.route('**/api/mcp', (route) => (network.isCut ? route.abort() : route.continue()));
  return network;
}
