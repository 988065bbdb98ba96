// Makes the README's moving picture: node demo/moving-picture.mjs [file]. A tool asks, a person answers and changes an
// answer. Look at it before you commit it.
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import sharp from 'sharp';
import { createServer } from 'vite';
import { launchOptions } from '../scripts/ensure-browsers.mjs';

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = process.argv[2] ?? pathOf('../docs/images/pizza.webp');
const server = await createServer({
  configFile: false,
  root: pathOf('picture'),
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  server: { port: 0 },
});
await server.listen();
const browser = await chromium.launch(launchOptions());
const page = await browser.newPage({
  viewport: { width: 1120, height: 660 },
  deviceScaleFactor: 1.25,
  locale: 'en-US',
});
page.on('console', (message) => console.log(message.text()));
await page.goto(server.resolvedUrls.local[0]);
await page.addStyleTag({
  content:
    '*, *::before, *::after { transition: none !important; animation: none !important; caret-color: transparent !important; }',
});

const frames = [];
/** How long a frame is shown, in milliseconds. */
const delay = [];
async function show(milliseconds) {
  await page.waitForTimeout(400);
  frames.push(await page.screenshot());
  delay.push(milliseconds);
}
const choose = async (name) => {
  await page.getByRole('radio', { name }).check();
  await show(900);
  await page.locator('[data-elicit=commit]').first().click();
};

await page.getByRole('button', { name: 'Ask' }).click();
await page.getByText('How large').first().waitFor();
await page.getByRole('radio').first().waitFor();
await show(2200);
await choose('large');
await page.getByText('When shall').first().waitFor();
await show(1800);
await page.getByRole('button', { name: /^Change/ }).click();
await page.getByText('How large').first().waitFor();
await show(1800);
await choose('small');
await page.getByText('When shall').first().waitFor();
await show(1400);
await choose('at eight');
await page.getByText('Ordered. One').waitFor();
await show(3500);

await browser.close();
await server.close();
const { size } = await sharp(frames, { join: { animated: true } })
  .webp({ quality: 80, effort: 6, delay, loop: 0 })
  .toFile(file);
console.log(`${file}: ${frames.length} frames, ${Math.round(size / 1000)} kB`);
