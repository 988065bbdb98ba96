// Follows the README as a newcomer would: runs its start command as written, opens the printed address, and asks for a
// flight without booking it. Fails if the install warns of engines or deprecations, and on errors or warnings in the
// page's console.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { root } from './doors.mjs';

const command = /^```sh\n(?<command>.*npm start)\n```$/m.exec(readFileSync(`${root}README.md`, 'utf8'))?.groups
  ?.command;
if (!command) throw new Error('The README has no block of its own for a command that ends in `npm start`.');

const server = spawn('bash', ['-c', command], { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
let printed = '';
try {
  const url = await printedUrl();
  if (/EBADENGINE|npm warn deprecated/.test(printed)) throw new Error('The install warns.');
  await open(url);
  console.log(`${command}: ${url} answers, and the console is empty.`);
} catch (error) {
  console.error(printed);
  console.error(error);
  process.exitCode = 1;
} finally {
  if (server.pid) process.kill(-server.pid);
}

function printedUrl() {
  return new Promise((resolve, reject) => {
    const read = (chunk) => {
      printed += stripVTControlCharacters(String(chunk));
      const url = /Local:\s+(http:\S+)/.exec(printed)?.[1];
      if (url) resolve(url);
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.on('exit', (code) => reject(new Error(`${command} ended with ${code} before it printed an address.`)));
  });
}

async function open(url) {
  const { chromium } = await import('playwright');
  const { launchOptions } = await import('./ensure-browsers.mjs');
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage();
    const told = [];
    page.on('console', (message) => /^(?:error|warning)$/.test(message.type()) && told.push(message.text()));
    page.on('pageerror', (error) => told.push(String(error)));
    await page.goto(url);
    await page.getByRole('textbox').fill('Book me a flight from NYC to LAX');
    await page.keyboard.press('Enter');
    await page.getByRole('radio').first().waitFor();
    await page.goto(new URL('mcp/', url).href);
    await page.getByRole('button').first().waitFor();
    await page.waitForLoadState('networkidle');
    if (told.length > 0) throw new Error(`The console says:\n${told.join('\n')}`);
  } finally {
    await browser.close();
  }
}
