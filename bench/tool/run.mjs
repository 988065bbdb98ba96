// Measures what a tool's operations cost in the runtime alone, and what its sessions do, and prints it as Markdown.
// `npm run bench:tool` builds first. Close other programs while it runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, type as system } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { measure } from '../measure.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = Number(process.env.BENCH_ROUNDS ?? 60);
const calls = Number(process.env.BENCH_CALLS ?? 5000);

console.log(`\n${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${system()}, \
Node ${process.version}; medians of ${rounds} rounds in turns; \`npm run bench:tool\`.\n`);
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
  console.log('| one of a tool’s | elicitkit, µs | Effection alone, µs | ratio |');
  console.log('| --- | --- | --- | --- |');
  for await (const { what, ours, bare } of measure(join(outdir, 'operations.mjs'), String(rounds))) {
    console.log(`| ${what} | ${number(ours)} | ${number(bare)} | ${number(ours / bare)} × |`);
  }
} finally {
  rmSync(outdir, { recursive: true });
}
console.log('\n| sessions, without a network | |');
console.log('| --- | --- |');
for await (const [what, value] of measure(`${here}sessions.mjs`, String(calls))) {
  console.log(`| ${what} | ${number(value)} |`);
}

function number(value) {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}
