// Measures what a durable conversation costs, and prints it as Markdown. `npm run bench:durable` builds first. With
// ELICITKIT_REDIS and ELICITKIT_POSTGRES it measures those, too. Close other programs while it runs.
import { spawnSync } from 'node:child_process';
import { cpus, type as system } from 'node:os';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const rounds = Number(process.env.BENCH_ROUNDS ?? 300);

const { found, atRest } = measure('stores.mjs', String(rounds));
const heap = measure('heap.mjs');
const files = [10_000, 100_000].map((calls) => measure('file.mjs', String(calls)));

console.log(`\n${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${system()}, \
Node ${process.version}; medians of ${rounds}; \`npm run bench:durable\`.\n`);
console.log(
  '| store | a commit of 300 characters, ms | answer to next question, ms | of it, with 1,000 answers before | commits | characters written |',
);
console.log('| --- | --- | --- | --- | --- | --- |');
for (const [name, { bare, at }] of Object.entries(found)) {
  const [few, many] = [at[10], at[1000]];
  console.log(
    `| ${name} | ${bare.toFixed(3)} | ${few.time.toFixed(1)} | ${(many.time / few.time).toFixed(2)} × | ${few.commits} | ${few.bytes.toFixed(0)} |`,
  );
}
console.log('\n| suspended calls in memory | heap of each with its conversation, kB |');
console.log('| --- | --- |');
for (const [calls, bytes] of Object.entries(heap))
  console.log(`| ${Number(calls).toLocaleString('en')} | ${(bytes / 1000).toFixed(1)} |`);
if (atRest !== undefined) console.log(`\nIn Postgres each takes ${(atRest / 1000).toFixed(1)} kB, indexes included.`);
console.log(
  '\n| suspended calls in a file | MB | opened in, ms | heap of each, kB | written anew in, ms | longest read, commit and turn of the event loop meanwhile, ms |',
);
console.log('| --- | --- | --- | --- | --- | --- |');
for (const { calls, bytes, open, heap: each, rewrite, waits } of files) {
  const longest = [waits.read, waits.commit, waits.turn].map((times) => times.longest.toFixed(0)).join(', ');
  console.log(
    `| ${calls.toLocaleString('en')} | ${(bytes / 1e6).toFixed(0)} | ${open.toFixed(0)} | ${(each / 1000).toFixed(1)} | ${rewrite.toFixed(0)} | ${longest} |`,
  );
}

/** Run a measurement in a process of its own. What it tells on the way is shown at once. */
function measure(file, ...given) {
  const args = ['--expose-gc', '--max-old-space-size=8192', `${here}${file}`, ...given];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${file} failed.`);
  return JSON.parse(stdout);
}
