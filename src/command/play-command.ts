import { randomBytes } from 'node:crypto';
import { watchFile } from 'node:fs';
import { basename } from 'node:path';
import { CommandError } from './command-error.ts';
import { isAnyAddress, listen, onSignal, portOf } from './listen.ts';
import { loadTools } from './load-tools.ts';
import { createPlayHandler } from './play-handler.ts';
import { readPage } from './play-page.ts';

/** `elicitkit play`. */
export async function start(
  { port: given, host, 'allow-host': allowed }: { port: string; host: string; 'allow-host': readonly string[] },
  [file, ...more]: readonly string[],
): Promise<number> {
  if (file === undefined || more.length > 0) throw new CommandError('COMMAND_USAGE', 'Name one file.');
  const port = portOf(given);
  const { tools, provider } = await loadTools(file);

  const token = randomBytes(24).toString('base64url');
  const hosts = isAnyAddress(host) ? allowed : [...allowed, host];
  const handler = createPlayHandler({ file: basename(file), tools, provider, token, hosts, page: readPage() });
  const { origin, end } = await listen(handler, { port, host });
  const shown = new URL(origin);
  if (isAnyAddress(host)) shown.hostname = 'localhost';
  process.stdout.write(`Open ${shown.origin}/?token=${token}\n`);
  watchFile(file, { interval: 500 }, () =>
    process.stderr.write(`${basename(file)} has changed. Start the command again to play it.\n`),
  );
  await new Promise<void>((resolve) => onSignal(resolve));
  await end(handler.close);
  return 0;
}
