import type { Locator, Page } from '@playwright/test';
import { expect, test } from './chat-page.ts';
import { pressUntil } from './press-until.ts';
import { violationsOf } from './violations.ts';
import { readWidest, watchWidth } from './watch-width.ts';
import { routeChat } from './route-chat.ts';

// A game takes several questions.
test.describe.configure({ timeout: 60_000 });

const wish = 'Play tic-tac-toe with me';

test('a person and the model move in turn until the person has three in a row', async ({ chat, page }) => {
  const game = gameOf(page);
  await page.getByRole('button', { name: wish }).click();
  await expect(game.question).toHaveText('You play X and begin. Where would you like to go?');
  await expect(game.cells).toHaveCount(9);

  await game.take(1);
  await expect(chat.receipts.first()).toContainText('You took row 1, column 1');
  await expect(game.question).toHaveText('O took row 2, column 2. Your move: you play X.');
  await expect(page.getByText('The centre is mine.')).toBeVisible();
  await expect(game.board.getByRole('button', { name: 'Row 2, column 2: O, the last move' })).toBeVisible();

  await game.take(9);
  await expect(game.question).toContainText('O took row 1, column 3');
  await game.take(7);
  await expect(game.question).toContainText('O took row 2, column 1');
  await game.take(8);

  const end = page.getByRole('article', { name: 'You won' });
  await expect(end).toContainText('Three in row 3');
  await expect(end.locator('.win-line')).toBeVisible();
  await expect(end.getByRole('cell').nth(8)).toHaveText('X, row 3, column 3, in the line that won');
  await expect(chat.answers.last()).toHaveText('Well played, you won! Another game?');
  await expect(chat.receipts).toHaveCount(4);
  expect(chat.posts).toHaveLength(5);
});

test('a model that reaches for a taken cell is asked again, and says so', async ({ chat, page }) => {
  const game = gameOf(page);
  await chat.say(wish);
  await game.take(5);
  await expect(page.getByText('I wanted the centre too! A corner, then.')).toBeVisible();
  await expect(game.question).toContainText('O took row 1, column 1');
});

test('the model begins if it is asked to, and wins if it is let', async ({ chat, page }) => {
  const game = gameOf(page);
  await chat.say('Play tic-tac-toe with me, you begin');
  await expect(game.question).toHaveText('X took row 2, column 2. Your move: you play O.');
  await game.take(2);
  await expect(game.question).toContainText('X took row 1, column 1');
  await game.take(3);
  await expect(page.getByRole('article', { name: 'The model won' })).toContainText('Three in a diagonal');
  await expect(chat.answers.last()).toHaveText('That one is mine. Another game?');
});

test('a game is played with the keyboard alone', async ({ chat, page }) => {
  const game = gameOf(page);
  await chat.say(wish);
  await expect(game.cells).toHaveCount(9);
  await pressUntil(page, 'Shift+Tab', game.cell(1));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(game.cell(5)).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowRight');
  await expect(game.cell(9)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(game.cell(7)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chat.receipts.first()).toBeFocused();

  // One tab stop, which the arrow keys move.
  await expect(game.question).toContainText('O took row 2, column 2');
  await pressUntil(page, 'Tab', game.cell(1));
  await page.keyboard.press('Control+End');
  await pressUntil(page, 'Tab', page.getByRole('button', { name: 'Give up' }), 1);
  await pressUntil(page, 'Shift+Tab', game.cell(9), 1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(game.board.getByRole('button', { name: 'Row 2, column 2' })).toBeFocused();
  await expect(game.said).toHaveText('Row 2, column 2 is taken.');
  expect(chat.posts).toHaveLength(2);

  await pressUntil(page, 'Tab', page.getByRole('button', { name: 'Give up' }), 1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'You gave up' })).toBeVisible();
  await expect(chat.answers.last()).toHaveText('Alright, we leave it there. Good game!');
});

test('the arrow keys follow the board from right to left', async ({ chat, page }) => {
  const game = gameOf(page);
  await chat.say(wish);
  await expect(game.cells).toHaveCount(9);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await game.cell(1).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(game.cell(2)).toBeFocused();
  const [first, second] = [await game.cell(1).boundingBox(), await game.cell(2).boundingBox()];
  expect(first?.x).toBeGreaterThan(second?.x ?? Number.NaN);
});

test('the stroke through the line that won starts in its first cell, from right to left too', async ({
  chat,
  page,
}) => {
  const game = gameOf(page);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await chat.say('Play tic-tac-toe with me, you begin');
  await game.take(2);
  await expect(game.question).toContainText('X took row 1, column 1');
  await game.take(3);
  const end = page.getByRole('article', { name: 'The model won' });
  const isInside = await end.locator('.win-line line').evaluate((line: SVGLineElement) => {
    const { x, y } = new DOMPoint(line.x1.baseVal.value, line.y1.baseVal.value).matrixTransform(
      line.getScreenCTM() ?? undefined,
    );
    const cell = line.closest('.final-board')?.querySelector('td')?.getBoundingClientRect();
    return cell !== undefined && x > cell.left && x < cell.right && y > cell.top && y < cell.bottom;
  });
  expect(isInside).toBe(true);
});

test('a game is left when the person cancels it, or writes something else', async ({ chat, page }) => {
  const game = gameOf(page);
  await chat.say(wish);
  await expect(game.cells).toHaveCount(9);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Cancel this request' }).click();
  await expect(chat.answers.last()).toHaveText('Alright, no game. What else can I do for you?');

  await chat.say(wish);
  await expect(game.cells).toHaveCount(9);
  await chat.say('Thanks');
  await expect(chat.answers.last()).toHaveText('You are welcome!');
  await expect(game.cells).toHaveCount(0);
});

test('a game is stopped, and another one begun', async ({ chat, page }) => {
  const game = gameOf(page);
  await chat.say(wish);
  await expect(game.cells).toHaveCount(9);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(chat.receipts).toContainText('Stopped');
  // The composer sends nothing while the call is being stopped.
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await chat.say(wish);
  await expect(game.cells).toHaveCount(9);
});

test.describe('when the server refuses a move', () => {
  // Where a host has no `onError`, the console hears of it.
  test.use({ allowedErrors: [/Failed to load resource|Not today\./] });

  const refusal = { status: 400, json: { error: { code: 'NOT_TODAY', message: 'Not today.' } } };

  test('the move stays on the board, and is sent again', async ({ chat, page }) => {
    const game = gameOf(page);
    await chat.say(wish);
    await expect(game.cells).toHaveCount(9);
    await routeChat(page, (route) => route.fulfill(refusal), 1);
    await game.take(1);
    const again = page
      .getByRole('region', { name: 'A game of tic-tac-toe' })
      .getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(page.locator('.tic-tac-toe [data-cell="1"]')).toHaveAccessibleName('Row 1, column 1: X');
    expect(await violationsOf(page)).toEqual([]);

    await again.click();
    await expect(game.question).toContainText('O took row 2, column 2');
    await expect(chat.receipts.first()).toContainText('You took row 1, column 1');
  });
});

test('a game goes on after a reload', async ({ chat, page }) => {
  const game = gameOf(page);
  await chat.say(wish);
  await game.take(1);
  await expect(game.question).toContainText('O took row 2, column 2');
  await page.reload();

  await expect(game.question).toContainText('O took row 2, column 2');
  await expect(chat.receipts.first()).toContainText('You took row 1, column 1');
  await game.take(9);
  await expect(game.question).toContainText('O took row 1, column 3');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}, on a screen of 360 px`, () => {
    test.use({ viewport: { width: 360, height: 740 }, colorScheme, reducedMotion: 'reduce' });

    test('a game fits the screen and breaks no rule of accessibility', { tag: '@long' }, async ({ chat, page }) => {
      const game = gameOf(page);
      await watchWidth(page);
      await chat.say(wish);
      for (const [cell, taken] of [
        [1, 'row 2, column 2'],
        [9, 'row 1, column 3'],
        [7, 'row 2, column 1'],
      ] as const) {
        await game.take(cell);
        await expect(game.question).toContainText(`O took ${taken}`);
        await expect(game.board).toBeInViewport({ ratio: 1 });
      }
      expect(await violationsOf(page)).toEqual([]);
      await game.take(8);
      await expect(chat.answers.last()).toHaveText('Well played, you won! Another game?');
      expect(await violationsOf(page)).toEqual([]);
      expect(await readWidest(page)).toBe(0);
    });
  });
}

interface GamePage {
  /** What is being asked now. */
  readonly question: Locator;
  readonly board: Locator;
  readonly cells: Locator;
  /** The words under the board. */
  readonly said: Locator;
  /** A free cell, from 1 to 9. */
  cell(cell: number): Locator;
  /** Moves to a free cell. */
  take(cell: number): Promise<void>;
}

function gameOf(page: Page): GamePage {
  const board = page.getByRole('grid', { name: 'Board' });
  const cell = (number: number) =>
    board.getByRole('button', {
      name: `Row ${Math.ceil(number / 3)}, column ${((number - 1) % 3) + 1}: empty`,
      exact: true,
    });
  return {
    question: page.locator('[data-elicit="elicit-card"] [data-elicit="message"]'),
    board,
    cells: board.getByRole('button'),
    said: page.locator('.tic-tac-toe output'),
    cell,
    take: (number) => cell(number).click(),
  };
}
