// Measures what a durable conversation costs, and prints it as Markdown. `npm run bench:durable` builds first. With
// ELICITKIT_REDIS and ELICITKIT_POSTGRES it measures those, too. Close other programs while it runs.
import { cpus, type as system } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measure } from '../measure.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const rounds = Number(process.env.BENCH_ROUNDS ?? 100);

console.log(`\n${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${system()}, \
Node ${process.version}; medians of ${rounds}; \`npm run bench:durable\`.`);

head(
  'store',
  'a commit of 300 characters, ms',
  'answer to next question, ms',
  'of it, with 1,500 and 3,000 answers before',
  'of the processor, ms',
  'of it, with 1,500 and 3,000 answers before',
  'answers a second, of 16 conversations at once',
  'commits',
  'characters written',
);
let atRest;
for await (const found of measure(`${here}stores.mjs`, String(rounds))) {
  if (found.atRest !== undefined) {
    atRest = found.atRest;
    continue;
  }
  const { name, bare, at, rate } = found;
  const few = at[10];
  const grown = (figure) => [1500, 3000].map((many) => `${(at[many][figure] / few[figure]).toFixed(2)} ×`).join(', ');
  row(
    name,
    bare.toFixed(3),
    few.time.toFixed(1),
    grown('time'),
    few.processor.toFixed(1),
    grown('processor'),
    rate.toFixed(0),
    few.commits,
    few.bytes.toFixed(0),
  );
}

head('suspended calls in memory', 'heap of each with its conversation, kB');
for await (const { calls, bytes } of measure(`${here}heap.mjs`)) {
  row(calls.toLocaleString('en'), (bytes / 1000).toFixed(1));
}
if (atRest !== undefined) console.log(`\nIn Postgres each takes ${(atRest / 1000).toFixed(1)} kB, indexes included.`);

head(
  'suspended calls in a file',
  'MB',
  'opened in, ms',
  'heap of each, kB',
  'written anew in, ms',
  'longest read, commit and turn of the event loop meanwhile, ms',
);
for (const given of ['10000', '100000']) {
  for await (const { calls, bytes, open, heap, rewrite, waits } of measure(`${here}file.mjs`, given)) {
    const longest = [waits.read, waits.commit, waits.turn].map((times) => times.longest.toFixed(0)).join(', ');
    row(
      calls.toLocaleString('en'),
      (bytes / 1e6).toFixed(0),
      open.toFixed(0),
      (heap / 1000).toFixed(1),
      rewrite.toFixed(0),
      longest,
    );
  }
}

function head(...cells) {
  console.log();
  row(...cells);
  row(...cells.map(() => '---'));
}

function row(...cells) {
  console.log(`| ${cells.join(' | ')} |`);
}
