import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, onTestFinished } from 'vitest';

const folder = resolve('node_modules/.cache/elicitkit-serve');
/** The command, as it is built. */
export const command = `${folder}/src/command/elicitkit.js`;
/** A file of tools that tell of their clean-up. */
export const tools = `${folder}/test/command/held-tools.js`;

/** Build the command, and the file of tools, which imports the package by name. */
export async function buildServe(): Promise<void> {
  await build({
    entryPoints: ['src/command/elicitkit.ts', 'test/command/held-tools.ts', 'test/command/unfit-tools.ts'],
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { 'elicitkit/plugin': resolve('src/plugin.ts') },
    outbase: '.',
    outdir: folder,
  });
  writeFileSync(`${folder}/package.json`, '{"type":"module","version":"1.2.3"}');
}

/** A command that serves. */
export interface Serving {
  readonly child: ChildProcess;
  /** What it has written to standard error so far. */
  said(): string;
  readonly ended: Promise<number | null>;
}

/** Run the command until the test ends. */
export function serve(...args: string[]): Serving {
  return serveFile(tools, ...args);
}

/** The same for another file of tools. */
export function serveFile(file: string, ...args: string[]): Serving {
  return runCommand('serve', file, ...args);
}

/** Run any command until the test ends. */
export function runCommand(...args: string[]): Serving {
  const child = spawn(process.execPath, [command, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => undefined);
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, said: () => said, ended };
}

/** Serve over HTTP until the test ends. */
export async function serveHttp(...more: string[]): Promise<Serving & { readonly url: URL }> {
  const serving = serve('--http', '0', ...more);
  const said = await new Promise<string>((done) => serving.child.stdout?.once('data', (data) => done(String(data))));
  return { ...serving, url: new URL(/http:\S+/.exec(said)?.[0] ?? '') };
}

/** Serve over standard input and output until the test ends. Nothing is read of the output unless the test does. */
export async function serveStdio() {
  const serving = serve('--stdio');
  const { stdin, stdout } = serving.child;
  if (stdin === null || stdout === null) throw new Error('It has no pipes.');
  const send = (...messages: object[]) =>
    stdin.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  return { ...serving, stdin, stdout, send };
}

/** What a stream of messages has brought so far. */
export function readMessages(stdout: NodeJS.ReadableStream) {
  const lines: string[] = [];
  let rest = '';
  stdout.on('data', (chunk) => {
    const all = (rest + String(chunk)).split('\n');
    rest = all.pop() ?? '';
    lines.push(...all);
  });
  return {
    messages: () => lines.map((line) => JSON.parse(line) as Heard),
    count: () => lines.length,
    async heard(fits: (message: Heard) => boolean): Promise<void> {
      await expect.poll(() => lines.some((line) => fits(JSON.parse(line) as Heard)), { timeout: 20_000 }).toBe(true);
    },
  };
}

interface Heard {
  id?: number;
  method?: string;
  result?: { resultType?: string };
  error?: { code: number };
}

export const initialize = {
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'raw', version: '1' },
  },
};

/** A call of 2026-07-28 that asks, and then waits for its next request. */
export const waitingCall = {
  id: 1,
  method: 'tools/call',
  params: {
    name: 'hold',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    },
  },
};
