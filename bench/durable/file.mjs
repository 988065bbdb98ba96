// A file store with many suspended calls: how long it takes to open, and how long reads and commits wait while it writes
// its file anew. Prints JSON, and on stderr how far it is. A second argument names another built checkout.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const calls = Number(process.argv[2] ?? 100_000);
const dist = process.argv[3] ?? new URL('../../dist', import.meta.url).pathname;
const { fileStore } = await import(pathToFileURL(join(dist, 'store-file.js')).href);
const folder = mkdtempSync(join(tmpdir(), 'elicit-bench-'));
const file = join(folder, 'conversations.jsonl');
const expiresAt = Date.now() + 86_400_000;

try {
  await fill();
  console.log(JSON.stringify(await measure()));
} finally {
  rmSync(folder, { recursive: true });
}

async function fill() {
  const store = fileStore(folder, { compactAbove: Infinity });
  for (let done = 0; done < calls; done += 200) {
    await Promise.all(Array.from({ length: Math.min(200, calls - done) }, (_, nth) => store.commit(call(done + nth))));
    if (done % 20_000 === 0) console.error(`${done} of ${calls} calls are in the file`);
  }
  await store.close();
}

async function measure() {
  const bytes = statSync(file).size;
  const store = fileStore(folder);
  const open = await timed(() => store.read(['none']));
  console.error(`opened ${(bytes / 1e6).toFixed(0)} MB in ${open.toFixed(0)} ms`);
  gc();
  const heap = process.memoryUsage().heapUsed;
  const { ino } = statSync(file);
  const waits = { read: createHistogram(), commit: createHistogram(), turn: monitorEventLoopDelay({ resolution: 1 }) };
  const begun = performance.now();
  // The file has no end of a rewrite, so the first commit begins one.
  const changed = store.commit(call(0));
  const isOver = () => statSync(file).ino !== ino;
  waits.turn.enable();
  await Promise.all([
    again(waits.read, () => store.read([keyOf(calls), keyOf(1)]), isOver),
    again(waits.commit, () => store.commit(call(Math.floor(Math.random() * calls))), isOver),
    changed,
  ]);
  const rewrite = performance.now() - begun;
  waits.turn.disable();
  console.error(`written anew in ${rewrite.toFixed(0)} ms`);
  await store.close();
  return { calls, bytes, open, heap: heap / calls, rewrite, waits: mapOf(waits, summary) };
}

function call(nth) {
  const key = keyOf(nth);
  return {
    put: [
      { key, value: 'x'.repeat(1500), expiresAt },
      { key: `conv-of/${key}`, value: key, expiresAt },
    ],
    append: [{ key: `${key}/messages/0`, items: ['m'.repeat(300)], expiresAt }],
    due: [{ key, queue: 'chat', at: expiresAt + ((nth * 7919) % 1_000_003) }],
  };
}

function keyOf(nth) {
  return `conv/${nth.toString(16).padStart(20, '0')}`;
}

/** Do it again and again until the file is replaced, at least once. */
async function again(waits, work, isOver) {
  do waits.record(Math.ceil((await timed(work)) * 1e6));
  while (!isOver());
}

async function timed(work) {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** In milliseconds. */
function summary(histogram) {
  const [median, most, longest] = [50, 99.9, 100].map((share) => histogram.percentile(share) / 1e6);
  return { count: histogram.count, median, most, longest };
}

function mapOf(given, change) {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, change(value)]));
}
