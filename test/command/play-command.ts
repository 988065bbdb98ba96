import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { buildPage } from '../../scripts/build-page.mjs';

const folder = resolve('node_modules/.cache/elicitkit-play');
const command = `${folder}/src/command/elicitkit.js`;

/** The file of tools, as it is built for the command. */
export const tools = `${folder}/test/command/tools.js`;

/** Build the command, its page, and the file of tools, which imports the package by name. */
export async function buildPlay(): Promise<void> {
  await build({
    // Each of these stays a file of its own, where it finds what lies beside it.
    entryPoints: ['src/command/elicitkit.ts', 'src/command/play-command.ts', 'test/command/tools.ts'],
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { 'elicitkit/ask': resolve('src/ask.ts'), 'elicitkit/plugin': resolve('src/plugin.ts') },
    outbase: '.',
    outdir: folder,
  });
  writeFileSync(`${folder}/package.json`, '{"type":"module","version":"1.2.3"}');
  buildPage(`${folder}/src/play`);
}

/** Run the command until it ends. */
export function play(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'play', ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** A command that runs. */
export interface Playing {
  /** What it has printed: the address, with the token. */
  readonly address: URL;
  /** What it has written to standard error so far. */
  said(): string;
  /** End it as Ctrl-C does. @returns its exit code */
  end(): Promise<number | null>;
}

/** Run the command, and wait until it listens. */
export async function startPlay(...args: string[]): Promise<Playing> {
  const child: ChildProcess = spawn(process.execPath, [command, 'play', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let said = '';
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  const address = await new Promise<URL>((done, fail) => {
    child.stdout?.on('data', (chunk) => {
      out += String(chunk);
      const [, url] = /^Open (\S+)\n/m.exec(out) ?? [];
      if (url !== undefined) done(new URL(url));
    });
    void ended.then((code) => fail(new Error(`It ended with ${code}: ${said}`)));
  });
  return {
    address,
    said: () => said,
    end: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}
