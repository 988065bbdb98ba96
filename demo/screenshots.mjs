// Takes pictures of the demo's main moments, at 360 and 1100 px, light and dark:
//   node demo/screenshots.mjs /tmp/pictures
// Builds the page, serves it on a free port, and saves the pictures for a person to look at. Not part of any test.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { launchOptions } from '../scripts/ensure-browsers.mjs';

const folder = process.argv[2];
// At a scale of 1.5, the README's docs/images/booking.png is 3-seat-chosen-1100-light, and
// docs/images/change-an-answer.png is 21-seats-reopened-1100-light, and docs/images/desk.png is 23-desk-1100-light.
const scale = Number(process.argv[3] ?? 2);
if (folder === undefined) {
  console.error('Name a folder: node demo/screenshots.mjs <folder> [scale]');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });

process.argv.push('--memory');
const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
await build({ configFile, logLevel: 'warn' });
const server = await preview({ configFile });
const url = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch(launchOptions());
for (const colorScheme of ['light', 'dark']) {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1100, height: 900 },
  ]) {
    const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: scale, locale: 'en-US' });
    const take = (page, moment) =>
      page.screenshot({ path: `${folder}/${moment}-${viewport.width}-${colorScheme}.png` });
    await showBooking(await context.newPage(), take);
    await showDecline(await context.newPage(), take);
    await showTrip(await context.newPage(), take);
    await showPlan(await context.newPage(), take);
    await showGame(await context.newPage(), take);
    await showCards(await context.newPage(), take);
    await showBothDoors(await context.newPage(), take);
    await context.close();
    const another = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: scale, locale: 'en-US' });
    await showChange(await another.newPage(), take);
    await showDesk(await another.newPage(), await another.newPage(), take);
    await another.close();
  }
}
await browser.close();
await server.close();

/** What waits for the manager, whose customer waits in another window. */
async function showDesk(chat, desk, take) {
  await chat.goto(url);
  await chat.getByRole('button', { name: 'Refund order 1042' }).click();
  await chat.getByText('Waiting for Manager', { exact: true }).waitFor();
  await take(chat, '22-waits-for-others');
  await desk.goto(`${url}desk.html`);
  await desk
    .getByRole('button', { name: /Refund order 1042/ })
    .first()
    .click();
  await desk.getByText('Approve', { exact: true }).click();
  await take(desk, '23-desk');
}

async function showBooking(page, take) {
  await ask(page);
  await take(page, '1-asked');
  await page
    .getByRole('radio', { name: /SkyHigh/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('[data-elicit="seat-picker"]').waitFor();
  await rest(page);
  await take(page, '2-flight-picked');
  await page
    .getByRole('button', { name: /window.*included$/ })
    .first()
    .click();
  await rest(page);
  await take(page, '3-seat-chosen');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('article', { name: 'Boarding pass' }).waitFor();
  await page.getByRole('main').getByText('Have a good flight!').waitFor();
  await rest(page);
  await take(page, '4-booked');
}

async function showDecline(page, take) {
  await ask(page);
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('main').getByText('I will look again.').waitFor();
  await rest(page);
  await take(page, '5-declined');
}

async function showTrip(page, take) {
  await page.goto(url);
  await page.getByRole('button', { name: /^Book a return trip for two/ }).waitFor();
  await take(page, '0-welcome');
  await page.getByRole('button', { name: /^Book a return trip for two/ }).click();
  await page.locator('[data-elicit="flight-list"]').waitFor();
  await rest(page);
  await take(page, '6-trip-asked');
  await page
    .getByRole('radio', { name: /SkyHigh/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Continue' }).click();
  const seats = page.getByRole('group', { name: /^Who sits where/ });
  await seats.waitFor();
  await rest(page);
  await take(page, '7-trip-seats');
  await page.getByRole('tab', { name: 'Upper deck' }).click();
  await rest(page);
  await take(page, '8-trip-upper-deck');
  await page.getByRole('tab', { name: 'Main deck' }).click();
  const exits = seats.getByRole('button', { name: /exit row, .*\$/ });
  await exits.nth(0).click();
  await exits.nth(1).click();
  await rest(page);
  await take(page, '9-trip-exit-row');
  await page.getByRole('checkbox', { name: 'I understand' }).check();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('group', { name: /^Who sits where on the way back/ }).waitFor();
  const free = seats.getByRole('button', { name: /included$/ });
  await free.nth(0).click();
  await free.nth(1).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('group', { name: 'Book this trip' }).waitFor();
  await rest(page);
  await take(page, '10-trip-total');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('main').getByText('Have a good trip!').waitFor();
  await rest(page);
  await take(page, '11-trip-booked');
}

async function showPlan(page, take) {
  await page.goto(url);
  await page.getByRole('button', { name: /^Plan a trip/ }).click();
  await page.getByRole('radio', { name: /best times$/ }).check();
  await rest(page);
  await take(page, '12-plan-asked');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Keep this plan' }).click();
  await page.getByRole('main').getByText('Nothing is booked or paid.').waitFor();
  await rest(page);
  await take(page, '13-plan-kept');
}

async function showGame(page, take) {
  await page.goto(url);
  await page.getByRole('button', { name: /^Play tic-tac-toe/ }).click();
  for (const [cell, taken] of [
    ['Row 1, column 1', 'O took row 2, column 2'],
    ['Row 3, column 3', 'O took row 1, column 3'],
    ['Row 3, column 1', 'O took row 2, column 1'],
  ]) {
    await page.getByRole('button', { name: `${cell}: empty` }).click();
    await page.getByText(taken).first().waitFor();
  }
  await rest(page);
  await take(page, '14-game-asked');
  await page.getByRole('button', { name: 'Row 3, column 2: empty' }).click();
  await page.getByRole('main').getByText('Another game?').waitFor();
  await rest(page);
  await take(page, '15-game-won');
}

async function showCards(page, take) {
  await page.goto(url);
  await page.getByRole('button', { name: /^Draw five cards/ }).click();
  await page.locator('.card-table').getByRole('radio').nth(1).check();
  await rest(page);
  await take(page, '16-cards-asked');
  await page.getByRole('button', { name: 'Pick this card' }).click();
  await page.locator('.card-outcome').waitFor();
  await page
    .getByRole('main')
    .getByText(/You won!|draw again/)
    .waitFor();
  await rest(page);
  await take(page, '17-card-picked');
}

async function showBothDoors(page, take) {
  await page.goto(`${url}mcp/`);
  const doors = ['In the app', 'Over MCP'].map((name) => page.getByRole('article', { name }));
  await page.getByRole('button', { name: 'Call both' }).click();
  for (const door of doors) await door.getByRole('radio').nth(1).check();
  await rest(page);
  await take(page, '18-two-doors-asked');
  for (const door of doors) {
    await door.getByRole('button', { name: 'Continue' }).click();
    await door.locator('[data-elicit="seat"][tabindex="0"]').press(' ');
    await door.getByRole('button', { name: 'Confirm' }).click();
    await door.getByRole('heading', { name: 'Boarding pass' }).waitFor();
  }
  await rest(page);
  await take(page, '19-two-doors-booked');
}

async function showChange(page, take) {
  await page.goto(url);
  await page.getByRole('button', { name: /^Book a return trip for two/ }).click();
  const pickFlight = async (airline) => {
    const flights = page.locator('[data-elicit="flight-list"]');
    await flights.getByRole('radio', { name: airline }).first().check();
    await flights.getByRole('button', { name: 'Continue' }).click();
  };
  await pickFlight(/SkyHigh/);
  await seatBothWays(page);
  await page.getByRole('button', { name: /^Change: SkyHigh/ }).click();
  await rest(page);
  await take(page, '20-flight-reopened');
  await pickFlight(/Meridian/);
  await seatBothWays(page);
  await page
    .getByRole('button', { name: /^Change: Seats/ })
    .first()
    .click();
  await page
    .locator('[data-elicit="receipt"]')
    .first()
    .evaluate((receipt) => {
      receipt.style.scrollMargin = '16px';
      receipt.scrollIntoView({ block: 'start' });
    });
  await rest(page);
  await take(page, '21-seats-reopened');
}

async function seatBothWays(page) {
  const seats = page.getByRole('group', { name: /^Who sits where/ });
  for (const way of ['on the way out', 'on the way back']) {
    await seats.filter({ hasText: way }).waitFor();
    const free = seats.getByRole('grid').getByRole('button', { name: /included$/ });
    await free.first().press(' ');
    await free.first().press(' ');
    await page.getByRole('button', { name: /^Confirm / }).click();
  }
  await page.getByRole('group', { name: 'Book this trip' }).waitFor();
}

async function ask(page) {
  await page.goto(url);
  await page.getByRole('button', { name: 'Book me a flight from NYC to LAX' }).click();
  await page.locator('[data-elicit="flight-list"]').waitFor();
  await rest(page);
}

/** Waits until nothing moves, with the pointer over nothing. */
async function rest(page) {
  await page.mouse.move(0, 0);
  // The animation of an element that goes is cancelled.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
}
