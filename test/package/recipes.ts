import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { chromium, type Page } from 'playwright';
import { expect, onTestFinished, vi } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { devVersion, root, writeFiles } from './project.ts';

// Packages that recipes install but that are not in our devDependencies.
const pinned: Readonly<Record<string, string>> = { tsx: '4.23.15' };

/** The packages that a document says to install, in fixed versions. */
export function packagesOf(document: string): string[] {
  const commands = [...read(document).matchAll(/^npm install (?:-D )?(.+)$/gm)].map(([, names = '']) => names);
  expect(commands).not.toEqual([]);
  return commands
    .flatMap((command) => command.split(' '))
    .filter((name) => name !== 'elicitkit')
    .map((name) => (pinned[name] === undefined ? devVersion(name) : `${name}@${pinned[name]}`));
}

/** The commands of a document that copy the examples into a project. */
export function copyCommand(document: string): string {
  const [, command] = /^```sh\n(EXAMPLES=[^]*?)^```/m.exec(read(document)) ?? [];
  if (command === undefined) throw new Error(`${document} copies no examples.`);
  return command;
}

/** Writes an example into a project, with changes that a test needs to observe it. */
export function putExample(
  name: string,
  project: string,
  { folder = '.', as = name, change = (code: string) => code }: PutOptions = {},
): void {
  writeFiles(project, { [join(folder, as)]: change(read(`docs/examples/${name}`)) });
}

interface PutOptions {
  /** The folder in the project. @default the project's own folder */
  folder?: string;
  /** The file's name in the project. @default the same */
  as?: string;
  change?: (code: string) => string;
}

/** Replaces the text once. Throws if it is missing. */
export const replacing = (from: string, to: string) => (code: string) => {
  expect(code).toContain(from);
  return code.replace(from, to);
};

/** A program that runs until the test ends. */
export interface Running {
  /** Everything it has printed. */
  printed(): string;
  /** Waits for this output. Fails with what it printed instead. */
  until(text: string | RegExp): Promise<void>;
  /** Ends it at once, as a crash does. */
  stop(): Promise<void>;
}

interface StartOptions {
  execPath?: string;
  /** Registers its stop, where the test does not stop it itself. @default when the test ends */
  onEnd?: (stop: () => Promise<void>) => void;
}

/** Starts a program of a project as a process group, and stops the whole group when the test ends. */
export function start(
  project: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { execPath = process.execPath, onEnd = onTestFinished }: StartOptions = {},
): Running {
  const child = spawn(execPath, args, {
    cwd: project,
    env: { ...cleanEnv(), NEXT_TELEMETRY_DISABLED: '1', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let isOver = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (printed += stripVTControlCharacters(data.toString())));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exited.then(() => (isOver = true));
  async function stop() {
    if (!isOver) process.kill(-child.pid!, 'SIGKILL');
    await exited;
  }
  onEnd(stop);
  return {
    stop,
    printed: () => printed,
    async until(text) {
      const has = () => (typeof text === 'string' ? printed.includes(text) : text.test(printed));
      // Hooks wait too, where `expect.poll` does not work.
      await vi.waitUntil(() => has() || isOver, { timeout: 120_000 });
      if (!has()) throw new Error(`${args.join(' ')} ended without ${String(text)}:\n${printed}`);
    },
  };
}

/** The environment without the variables that Vitest and npm add: the program belongs to another project. */
function cleanEnv(): NodeJS.ProcessEnv {
  const ours = /^(npm_|vitest|vite_|node_env$|test$|dev$|prod$|mode$|base_url$|ssr$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Opens a page in Chromium, and fails the test for errors or warnings on its console. */
export async function openPage(url: string): Promise<Page> {
  const browser = await chromium.launch(launchOptions());
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // A new app has no icon yet.
    if (!message.location().url.endsWith('/favicon.ico')) errors.push(message.text());
  });
  onTestFinished(async () => {
    await browser.close();
    expect(errors).toEqual([]);
  });
  // A dev server compiles the page when it is first asked for it.
  await page.goto(url, { timeout: 120_000 });
  return page;
}

/** Asks the README's chat for a flight, and waits for the question. */
export async function askForFlight(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Book a flight' }).click();
  await page.getByRole('radio', { name: /SH 142/ }).check();
}

/** Answers the question and returns the model's last reply. */
export async function pickFlight(page: Page): Promise<string> {
  const said = page.getByText(/^assistant: /);
  const before = await said.count();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => said.count(), { timeout: 60_000 }).toBeGreaterThan(before);
  return said.last().innerText();
}

/**
 * Edits the tool while its question is open, waits until the server has reloaded it, and answers. The open call ends
 * with the old code, and the next one runs the edited code.
 */
export async function editWhileAsked(page: Page, url: string, server: Running, tool: string): Promise<string[]> {
  await askForFlight(page);
  const code = readFileSync(tool, 'utf8');
  const edited = replacing('tip: tip.text', "tip: 'edited'")(code);
  writeFiles('/', { [tool]: `${edited}console.log('The edited tool is loaded');\n` });
  await expect
    .poll(
      async () => {
        // Any request makes the server load changes.
        await (await fetch(`${url}/api/chat`)).text();
        return server.printed();
      },
      { timeout: 60_000 },
    )
    .toContain('The edited tool is loaded');
  const first = await pickFlight(page);
  await askForFlight(page);
  return [first, await pickFlight(page)];
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
