import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Program {
  /** Wait until the program has printed something. Throws if it ends first, or after a minute. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  end(): Promise<void>;
}

/** Start a program and its children in a group that ends as one, with this process at the latest. */
export function startProgram(path: string, args: readonly string[], env: Record<string, string> = {}): Program {
  const child = spawn(path, args, {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isGone = false;
  const read = (chunk: Buffer) => void (output += String(chunk));
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      output += String(error);
      resolve();
    });
  }).then(() => void (isGone = true));
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // The group is gone.
    }
  };
  const kill = () => signal('SIGKILL');
  process.prependOnceListener('exit', kill);
  return {
    async printed(pattern) {
      for (const end = Date.now() + 60_000; Date.now() < end && !isGone; await sleep(50)) {
        const found = pattern.exec(output);
        if (found) return found;
      }
      throw new Error(`${path} did not print ${String(pattern)}:\n${output.slice(-2000)}`);
    },
    async end() {
      signal('SIGTERM');
      await Promise.race([gone, sleep(3000)]);
      kill();
      await gone;
      process.off('exit', kill);
    },
  };
}
