// Measures what a tool's operations cost in the runtime alone, and what its sessions do, and prints it as Markdown.
// `npm run bench:tool` builds first. Close other programs while it runs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, type as system } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = Number(process.env.BENCH_ROUNDS ?? 60);
const calls = Number(process.env.BENCH_CALLS ?? 10_000);

// The runtime has no entry of its own in the package, so bundle it beside what measures it.
const outdir = mkdtempSync(join(root, 'node_modules/.bench-tool-'));
try {
  await build({
    entryPoints: [`${here}operations.mjs`],
    outfile: join(outdir, 'operations.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  });
  const times = measure(join(outdir, 'operations.mjs'), String(rounds));
  const sessions = measure(`${here}sessions.mjs`, String(calls));
  print(times, sessions);
} finally {
  rmSync(outdir, { recursive: true });
}

/** Run a measurement in a process of its own. */
function measure(file, argument) {
  const args = ['--expose-gc', '--max-old-space-size=8192', file, argument];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function print(times, { rate, hot, cooled }) {
  console.log(`\n${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${system()}, \
Node ${process.version}; medians of ${rounds} rounds in turns; \`npm run bench:tool\`.\n`);
  console.log('| one of a tool’s | elicitkit, µs | Effection alone, µs | ratio |');
  console.log('| --- | --- | --- | --- |');
  for (const { what, ours, bare } of times) {
    console.log(`| ${what} | ${number(ours)} | ${number(bare)} | ${number(ours / bare)} × |`);
  }
  console.log('\n| sessions, without a network | |');
  console.log('| --- | --- |');
  console.log(`| asked, answered and ended in a second, one after the other | ${Math.round(rate)} |`);
  console.log(`| heap of one at a question, of ${calls}, kB | ${number(hot)} |`);
  console.log(`| the same, cooled: its journal alone, kB | ${number(cooled)} |`);
}

function number(value) {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}
