import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A demo whose process can be killed, and which comes back at the same address with what it kept. */
export interface MortalDemo {
  readonly url: string;
  /** Kills the process in the middle of whatever it does, and starts another one. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Serves the page that Playwright's own server has built. */
export async function openMortalDemo({ config = 'demo/vite.config.ts', env = {} }: Served = {}): Promise<MortalDemo> {
  const folder = mkdtempSync(join(tmpdir(), 'elicit-demo-'));
  const served = { config, env: { ELICITKIT_FOLDER: join(folder, 'kept'), ...env } };
  let { child, url } = await begin(served);
  async function end(): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  return {
    url,
    async restart() {
      await end();
      ({ child, url } = await begin(served, new URL(url).port));
    },
    async close() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server's Vite config, and its variables. */
interface Served {
  config?: string;
  env?: Record<string, string>;
}

async function begin(
  { config, env: own }: Required<Served>,
  port?: string,
): Promise<{ child: ChildProcess; url: string }> {
  const command = ['node_modules/vite/bin/vite.js', 'preview', '--config', config, '--host', '127.0.0.1'];
  const at = port === undefined ? [] : ['--port', port, '--strictPort'];
  const env = { ...process.env, ...own, NO_COLOR: '1', NODE_NO_WARNINGS: '1' };
  const child = spawn(process.execPath, [...command, ...at], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return await new Promise((resolve, reject) => {
    let said = '';
    // Read on to the end: a process whose output nobody takes would stop.
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      const [, url] = /Local:\s+(http:\/\/[\w.:]+)/.exec(said) ?? [];
      if (url !== undefined) resolve({ child, url });
    });
    child.once('exit', () => reject(new Error(`The demo did not start: ${said}`)));
  });
}
