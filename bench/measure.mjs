import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Run a measurement in a process of its own. How far it is, it tells on stderr, which is shown at once.
 *
 * @param {string} file
 * @param {string[]} given - its arguments
 * @returns {AsyncGenerator<any>} each line of JSON that it prints, as soon as it is printed
 */
export async function* measure(file, ...given) {
  const args = ['--expose-gc', '--max-old-space-size=8192', file, ...given];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line);
  const [status] = await closed;
  if (status !== 0) throw new Error(`${file} failed.`);
}
