import { expect, McpPage } from './mcp-page.ts';
import { test as base } from './quiet-page.ts';

const test = base.extend<{ mcp: McpPage }>({
  mcp: async ({ page, context }, use, info) => {
    info.slow();
    await context.route(/^https:\/\/(example\.com|modelcontextprotocol\.io)\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
    );
    const mcp = new McpPage(page);
    await mcp.open();
    await use(mcp);
  },
});

for (const server of ['Airline', 'Old airline']) {
  test.describe(`the MCP server "${server}", by keyboard alone,`, () => {
    test('books the flight and the seat that are chosen', async ({ mcp, page }) => {
      const call = await mcp.start(server, /book_flight/);
      await expect(call.getByText(`Asked by ${server} (`)).toBeVisible();
      await mcp.press(call.getByRole('radio').first(), 'Space');
      await page.keyboard.press('Enter');

      await expect(call.getByRole('grid')).toBeVisible();
      await mcp.press(call.locator('[data-elicit="seat"][tabindex="0"]'), 'Space');
      await expect(call.getByRole('button', { pressed: true })).toHaveCount(1);
      await mcp.press(call.getByRole('button', { name: 'Confirm' }));
      await expect(mcp.result(server)).toHaveText(/^Booked \w+ \d+, NYC → LAX, seat \w+, for \$[\d.]+\.$/);
      await expect(mcp.call(server).getByRole('heading', { name: 'Boarding pass' })).toBeVisible();
    });

    for (const [button, heard, said] of [
      ['Skip', 'decline', 'the person does not want to say'],
      ['Cancel this request', 'cancel', 'the person closed the question before saying'],
    ] as const) {
      test(`hears a ${heard}, of its first question and of its second`, async ({ mcp, page }) => {
        const first = await mcp.start(server, /book_flight/);
        if (heard === 'cancel') await mcp.press(first.getByRole('button', { name: 'More' }));
        await mcp.press(first.getByRole('button', { name: button }));
        await expect(mcp.result(server)).toContainText(`Not booked: ${said} which flight.`);

        await page.reload();
        const second = await mcp.start(server, /book_flight/);
        await mcp.press(second.getByRole('radio').first(), 'Space');
        await page.keyboard.press('Enter');
        await expect(second.getByRole('grid')).toBeVisible();
        if (heard === 'cancel') await mcp.press(second.getByRole('button', { name: 'More' }));
        await mcp.press(second.getByRole('button', { name: button }));
        await expect(mcp.result(server)).toContainText(`Not booked: ${said} which seat.`);
      });
    }
  });
}

test.describe('one tool, in the app and over MCP, by keyboard alone,', () => {
  const doors = ['In the app', 'Over MCP'];

  test('asks the same twice, and writes the same ticket', async ({ mcp, page }) => {
    const card = mcp.card('One tool, two doors');
    await mcp.press(card.getByRole('button', { name: 'Call both' }));
    const seen: Record<string, string>[] = [];
    for (const name of doors) {
      const door = card.getByRole('article', { name, exact: true });
      await mcp.press(door.getByRole('radio').first(), 'Space');
      const flights = await door.locator('[data-elicit="flight-list"]').innerText();
      await page.keyboard.press('Enter');
      await expect(door.getByRole('grid')).toBeVisible();
      const seats = await door.getByRole('grid').innerText();
      await mcp.press(door.locator('[data-elicit="seat"][tabindex="0"]'), 'Space');
      await mcp.press(door.getByRole('button', { name: 'Confirm' }));
      await expect(door.getByRole('heading', { name: 'Boarding pass' })).toBeVisible();
      const booked = await door.locator('.result').innerText();
      seen.push({ flights, seats, booked });
    }
    expect(seen[0]?.['booked']).toMatch(/^Booked \w+ \d+, NYC → LAX, seat \w+/);
    expect(seen[1]).toEqual(seen[0]);
    await expect(card.getByText('Two tickets, the same but for their numbers.')).toBeVisible();
    expect(await mcp.violations()).toEqual([]);
  });

  test('ends the same when the person wants neither', async ({ mcp }) => {
    const card = mcp.card('One tool, two doors');
    await mcp.press(card.getByRole('button', { name: 'Call both' }));
    for (const name of doors) {
      const door = card.getByRole('article', { name, exact: true });
      await mcp.press(door.getByRole('button', { name: 'Skip' }));
      await expect(door.locator('.result')).toContainText('Not booked: the person does not want to say which flight.');
    }
    await expect(card.getByRole('button', { name: 'Call both' })).toBeEnabled();
  });
});

test.describe('the reference server, by keyboard alone,', () => {
  const server = 'Everything';
  const rawOf = async (mcp: McpPage) => {
    const result = mcp.result(server);
    await expect(result).toContainText('Raw result: ');
    const [, raw = ''] = (await result.innerText()).split('Raw result: ');
    return JSON.parse(raw) as unknown;
  };

  test('reports thirteen fields as they were filled in, in every shape, defaults among them', async ({ mcp, page }) => {
    const call = await mcp.start(server, /trigger-elicitation-request/);
    await expect(call.locator('[data-elicit="field"]')).toHaveCount(13);
    await expect(call.getByRole('heading', { name: 'Please provide inputs for the following fields:' })).toBeVisible();
    await expect(call.getByText('Your full, legal name')).toBeVisible();
    const { keyboard } = page;
    const fill = async (name: RegExp, text: string) => {
      await mcp.press(call.getByLabel(name), 'Control+A');
      await keyboard.type(text);
    };
    await fill(/^String(?! with)/, 'Ada Lovelace');
    await mcp.press(call.getByRole('radio', { name: 'Yes' }), 'Space');
    await expect(call.getByLabel(/^String with default/)).toHaveValue('It was a dark and stormy night.');
    await fill(/^String with email/, 'ada@example.com');
    await fill(/^String with uri/, 'https://ada.example/');
    await mcp.press(call.getByLabel(/^String with date/), '1');
    await keyboard.type('2101815');
    await fill(/^Integer/, '7');
    await mcp.press(call.getByLabel(/^Untitled Single/), 'R');
    await mcp.press(call.getByRole('checkbox', { name: 'Bass' }), 'Space');
    await mcp.press(call.getByRole('radio', { name: 'Superman' }), 'ArrowDown');
    await mcp.press(call.getByRole('checkbox', { name: 'Trout' }), 'Space');
    await mcp.press(call.getByRole('radio', { name: 'Cats' }), 'ArrowDown');
    await mcp.press(call.getByRole('button', { name: 'Send' }));

    await expect(mcp.result(server)).toContainText('User provided the requested information!');
    expect(await rawOf(mcp)).toEqual({
      action: 'accept',
      content: {
        name: 'Ada Lovelace',
        check: true,
        firstLine: 'It was a dark and stormy night.',
        email: 'ada@example.com',
        homepage: 'https://ada.example/',
        birthdate: '1815-12-10',
        integer: 7,
        number: 3.14,
        untitledSingleSelectEnum: 'Rachel',
        untitledMultipleSelectEnum: ['Guitar', 'Bass'],
        titledSingleSelectEnum: 'hero-2',
        titledMultipleSelectEnum: ['fish-1', 'fish-3'],
        legacyTitledEnum: 'pet-2',
      },
    });
  });

  test('is not answered before what is wrong is put right', async ({ mcp, page }) => {
    const call = await mcp.start(server, /trigger-elicitation-request/);
    await mcp.press(call.getByLabel(/^String with email/), 'a');
    await mcp.press(call.getByRole('button', { name: 'Send' }));
    await expect(call.getByRole('textbox', { name: /^String(?! with)/ })).toBeFocused();
    await expect(mcp.result(server)).toBeEmpty();
    await page.keyboard.type('Ada');
    await mcp.press(call.getByLabel(/^String with email/), 'Control+A');
    await page.keyboard.press('Delete');
    await mcp.press(call.getByRole('button', { name: 'Send' }));
    expect(await rawOf(mcp)).toMatchObject({ action: 'accept', content: { name: 'Ada' } });
  });

  for (const [button, action, report] of [
    ['Skip', 'decline', 'User declined to provide'],
    ['Cancel this request', 'cancel', 'User cancelled the elicitation'],
  ] as const) {
    test(`hears that its form got a ${action}`, async ({ mcp }) => {
      const call = await mcp.start(server, /trigger-elicitation-request/);
      if (action === 'cancel') await mcp.press(call.getByRole('button', { name: 'More' }));
      await mcp.press(call.getByRole('button', { name: button }));
      await expect(mcp.result(server)).toContainText(report);
      expect(await rawOf(mcp)).toEqual({ action });
    });
  }

  test('has its page opened, and hears that it was', async ({ mcp, context }) => {
    const call = await mcp.start(server, /trigger-url-elicitation.*go on\.$/);
    await expect(call.getByText('https://example.com/sign-in')).toBeVisible();
    const opening = context.waitForEvent('page');
    await mcp.press(call.getByRole('link', { name: /^Open page/ }));
    await expect(await opening).toHaveURL('https://example.com/sign-in');
    await expect(mcp.result(server)).toContainText('User completed the URL elicitation flow.');
    expect(await rawOf(mcp)).toEqual({ action: 'accept' });
  });

  for (const [button, action, report] of [
    ['Skip', 'decline', 'User declined to open the URL'],
    ['Cancel this request', 'cancel', 'User cancelled the URL elicitation'],
  ] as const) {
    test(`hears that its page got a ${action}, which nothing has opened or fetched`, async ({ mcp, context }) => {
      const fetched: string[] = [];
      context.on('request', (request) => fetched.push(request.url()));
      const call = await mcp.start(server, /trigger-url-elicitation.*go on\.$/);
      if (action === 'cancel') await mcp.press(call.getByRole('button', { name: 'More' }));
      await mcp.press(call.getByRole('button', { name: button }));
      await expect(mcp.result(server)).toContainText(report);
      expect(await rawOf(mcp)).toEqual({ action });
      expect(context.pages()).toHaveLength(1);
      expect(fetched.length).toBeGreaterThan(0);
      expect(fetched.filter((url) => url.includes('example.com'))).toEqual([]);
    });
  }

  test('has a page opened that a call needs first, and is called again', async ({ mcp, page, context }) => {
    const call = await mcp.start(server, /trigger-url-elicitation.*errorPath/);
    const open = async (url: string) => {
      await expect(call.getByText(url, { exact: true })).toBeVisible();
      const opening = context.waitForEvent('page');
      await mcp.press(call.getByRole('link', { name: /^Open page/ }));
      const opened = await opening;
      await expect(opened).toHaveURL(new RegExp(`^${url}`));
      await opened.close();
      await page.bringToFront();
    };
    await open('https://modelcontextprotocol.io/');
    await mcp.press(call.getByRole('button', { name: "I'm done: ask Everything again" }));
    await open('https://example.com/sign-in');
    await expect(mcp.result(server)).toContainText('URL: https://example.com/sign-in');
  });

  test('has its call fail, in sight, where the page that it needs is not opened', async ({ mcp }) => {
    const call = await mcp.start(server, /trigger-url-elicitation.*errorPath/);
    await mcp.press(call.getByRole('button', { name: 'Skip' }));
    await expect(call.getByRole('alert')).toContainText('MCP_DECLINED');
  });
});
