import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pathOfApp } from '../mcp/read-mcp-apps.ts';
import { buildApps } from './build-apps.ts';
import { CommandError } from './command-error.ts';

/** `elicitkit apps`. */
export async function start(
  { out, language }: { out: string; language: readonly string[] },
  [verb, file, ...more]: readonly string[],
): Promise<number> {
  if (verb !== 'build' || file === undefined || more.length > 0) {
    throw new CommandError('COMMAND_USAGE', 'Name one file: elicitkit apps build ./plugins.tsx');
  }
  const apps = await buildApps(file, language);
  for (const app of apps) {
    const path = join(out, pathOfApp(app));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, app.html);
    const size = (gzipSync(app.html, { level: 9 }).length / 1000).toFixed(1);
    process.stdout.write(`${path}  ${size} kB gzipped\n`);
  }
  return 0;
}
