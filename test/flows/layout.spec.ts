import { expect, test } from './chat-page.ts';
import { violationsOf } from './violations.ts';
import { readWidest, watchWidth } from './watch-width.ts';

test.describe('on a screen of 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('nothing is ever wider than the screen', async ({ chat, page }) => {
    await watchWidth(page);
    await chat.say('Book me a flight from NYC to LAX');
    await expect(chat.flights).toBeVisible();
    const price = chat.flights.locator('[data-elicit="price"]').first();
    await expect(price).toBeInViewport();
    await chat.pickFlight();
    await expect(chat.seats.getByRole('grid')).toBeVisible();
    const size = await chat.seats.locator('[data-elicit="seat"]').first().boundingBox();
    expect(size?.width).toBeGreaterThanOrEqual(24);
    await chat.pickSeat();
    await expect(chat.passes).toBeInViewport();
    await expect(chat.answers.last()).toHaveText(/Have a good flight!$/);
    await chat.say(`${'A very long word: '}${'a'.repeat(200)}`);
    await expect(page.locator('.bubble')).toHaveCount(2);
    await expect(chat.answers.last()).toHaveText(/^I can book flights\./);

    expect(await readWidest(page)).toBe(0);
  });
});

for (const width of [280, 345, 360]) {
  test.describe(`the first page, ${width} px wide`, () => {
    test.use({ viewport: { width, height: 600 } });

    test.beforeEach(async ({ page }) => {
      await page.goto('/');
    });

    test('begins at its title, with the actions beside the name', async ({ page }) => {
      await expect(page.getByRole('heading', { name: 'Where to?' })).toBeInViewport();
      await expect(page.getByRole('button', { name: 'Refund order 1042' })).not.toBeInViewport();
      const boxes = [page.getByRole('heading', { level: 1 }), page.getByRole('button', { name: 'New chat' })];
      const [title, action] = await Promise.all(boxes.map((each) => each.boundingBox()));
      expect(action?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
    });

    test('has a menu of themes, which it remembers', async ({ page }) => {
      const themes = page.getByRole('combobox', { name: 'Theme' });
      await themes.selectOption('Dark');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await page.reload();
      await expect(themes).toHaveValue('dark');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    });
  });
}

test.describe('with text of twice the size, at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  for (const path of ['/', '/questions.html#form', '/mcp/']) {
    test(`the header of ${path} grows with it, and nothing lies over anything`, async ({ page }) => {
      await page.goto(path);
      const title = page.getByRole('heading', { level: 1 });
      const before = await title.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
      await page.addStyleTag({ content: 'html { font-size: 200% }' });

      const after = await title.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
      expect(after).toBe(2 * before);
      const overlaps = await page.locator('.header').evaluate((header) => {
        const boxes = [...header.querySelectorAll('h1, nav a, button, .themes, .theme-menu')]
          .map((element) => {
            // The words of a small screen's buttons are hidden.
            if (element.matches('button, .themes, .theme-menu')) return element.getBoundingClientRect();
            const range = document.createRange();
            range.selectNodeContents(element);
            return range.getBoundingClientRect();
          })
          .filter(({ width }) => width > 0);
        return boxes.filter((one, index) =>
          boxes.some(
            (two, at) =>
              at > index &&
              one.left < two.right - 1 &&
              two.left < one.right - 1 &&
              one.top < two.bottom - 1 &&
              two.top < one.bottom - 1,
          ),
        ).length;
      });
      expect(overlaps).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    });
  }
});

for (const [width, height] of [
  [360, 740],
  [280, 653],
] as const) {
  test.describe(`${width} px wide, by keyboard`, () => {
    test.use({ viewport: { width, height } });

    test('a question for a seat comes with a row of seats in view, below the receipt', async ({ chat, page }) => {
      await chat.say('Book me a flight from NYC to LAX');
      await chat.flights.getByRole('radio').first().press('Space');
      await page.keyboard.press('Enter');
      await expect(chat.seats.getByRole('grid')).toBeVisible();
      await expect(chat.receipts.first()).toBeFocused();
      await expect(chat.receipts.first()).toBeInViewport();
      const isSeen = () =>
        chat.seats.evaluate((card) => {
          const boxOf = (part: string) => card.querySelector(`[data-elicit="${part}"]`)?.getBoundingClientRect();
          const [seat, dock] = [boxOf('seat'), boxOf('dock')];
          return seat !== undefined && dock !== undefined && seat.top >= 0 && seat.bottom <= dock.top;
        });
      await expect.poll(isSeen).toBe(true);
    });
  });
}

test.describe('in a low window', () => {
  test.use({ viewport: { width: 800, height: 480 } });

  test('the newest is in view, and a new question begins at its top', async ({ chat, page }) => {
    await chat.say('Book me a flight from NYC to LAX');
    await expect(chat.flights.getByRole('heading')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Choose a flight' })).toBeInViewport();
    await chat.pickFlight();
    await expect(chat.receipts.first()).toBeInViewport();
    await expect(chat.seats.getByRole('heading')).toBeInViewport();
    // In so low a window the dock would hide the map: it stands below it.
    await expect(page.getByRole('button', { name: 'Choose a seat' })).toBeVisible();
    await chat.pickSeat();
    await expect(chat.passes).toBeInViewport();
    await expect(chat.answers.last()).toBeInViewport();
  });

  test('who scrolled up is left alone until they want the newest', async ({ chat, page }) => {
    await chat.say('Book me a flight from NYC to LAX');
    await chat.pickFlight();
    await chat.pickSeat();
    await expect(chat.answers.last()).toHaveText(/Have a good flight!$/);
    const scroller = page.locator('.scroller');

    await chat.composer.fill('What can you do?');
    await chat.composer.press('Enter');
    await expect(chat.answers.last()).toContainText('I am');
    await scroller.hover();
    await page.mouse.wheel(0, -3000);
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(0);
    await expect(chat.answers.last()).toHaveText(/which seat\.$/);
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(0);

    await page.getByRole('button', { name: 'Go to the newest message' }).click();
    await expect(chat.answers.last()).toBeInViewport();
  });

  test('nothing in view moves when a card becomes its receipt', async ({ chat, page }) => {
    await chat.say('Book me a flight from NYC to LAX');
    await chat.pickFlight();
    await expect(chat.seats).toBeVisible();
    const flight = chat.receipts.first();
    await expect(flight).toBeInViewport();
    const before = await flight.boundingBox();

    // Not by the mouse, which may scroll a little to get there.
    await page.getByRole('button', { name: 'Skip' }).dispatchEvent('click');
    await expect(chat.receipts).toHaveCount(2);
    expect((await flight.boundingBox())?.y).toBe(before?.y);
    await expect(chat.answers.last()).toHaveText(/whenever you like\.$/);
    expect((await flight.boundingBox())?.y).toBe(before?.y);
  });

  test('what is left of a card is in view, wherever in the card one was', async ({ chat, page }) => {
    await chat.say('Book me a flight from NYC to LAX');
    await expect(chat.flights).toBeVisible();
    await page.getByRole('button', { name: 'More' }).click();
    const cancel = page.getByRole('button', { name: 'Cancel this request' });
    await cancel.scrollIntoViewIfNeeded();
    await cancel.click();
    await expect(chat.receipts).toBeInViewport();
    await expect(chat.answers.last()).toHaveText(/nothing was booked/);
    await expect(chat.answers.last()).toBeInViewport();
  });
});

test.describe('in a theme that the person chose against their system', () => {
  test.use({ reducedMotion: 'reduce' });

  for (const [system, chosen] of [
    ['dark', 'Light'],
    ['light', 'Dark'],
  ] as const) {
    test(`${chosen} on a ${system} system reads well`, async ({ chat, page }) => {
      await page.emulateMedia({ colorScheme: system });
      await page.getByRole('radio', { name: chosen }).check({ force: true });
      await chat.say('Book me a flight from NYC to LAX');
      await expect(chat.flights).toBeVisible();
      await page.getByRole('button', { name: 'More' }).click();
      expect(await violationsOf(page)).toEqual([]);
      for (const path of ['/questions.html#form', '/mcp/']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await violationsOf(page), path).toEqual([]);
      }
    });
  }
});
