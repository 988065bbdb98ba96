// Measures what many calls cost the server, and prints it as Markdown. `npm run bench:server` builds first.
// Close other programs while it runs.
import { spawnSync } from 'node:child_process';
import { cpus, type as system } from 'node:os';
import { fileURLToPath } from 'node:url';

const measure = fileURLToPath(new URL('measure.mjs', import.meta.url));
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const few = Number(process.env.BENCH_CALLS ?? 1000);

const sizes = [few, 10 * few];
const close = sizes.map((calls) => best('close', calls));
const heaps = sizes.map((calls) => best('heap', calls));
const long = best('long', few);

console.log(`${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${system()}, Node \
${process.version}; least of ${rounds} rounds, each in a process of its own; \`npm run bench:server\`.
`);
table(
  ['`chat.close()`', ...sizes.map((calls) => `${count(calls)} open calls`), 'ratio'],
  [
    row('time, ms', close, 'time'),
    row('processor time, ms', close, 'cpu'),
    row('longest hold of the event loop, ms', close, 'hold'),
    row('nine of ten holds are shorter than, ms', close, 'usual'),
    row('longest garbage collection, ms', close, 'gc'),
  ],
);
table(
  ['heap, kB a call', ...sizes.map((calls) => `${count(calls)} calls`), 'ratio'],
  [
    row('suspended at a question', heaps, 'suspended'),
    row('ended, its streams still kept', heaps, 'justEnded'),
    row('ended, its turn remembered', heaps, 'remembered'),
    row('ended, its answer alone remembered', heaps, 'answers'),
  ],
);
const early = { turn: long.turnEarly, piece: long.pieceEarly };
const late = { turn: long.turnLate, piece: long.pieceLate };
table(
  ['processor time in one long conversation, µs', 'early', 'late', 'ratio'],
  [
    row(`a turn: ${count(few / 5)} to ${count((few * 2) / 5)}, the last of ${count(2 * few)}`, [early, late], 'turn'),
    row(`a piece of an answer: ${count(5 * few)} on, the last of ${count(50 * few)}`, [early, late], 'piece'),
  ],
);

/** The minimum of each figure: the rest is noise of the machine. */
function best(kind, calls) {
  const runs = Array.from({ length: rounds }, () => {
    const args = ['--expose-gc', '--max-old-space-size=8192', measure, kind, String(calls)];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  });
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, Math.min(...runs.map((run) => run[name]))]));
}

function row(title, [first, second], name) {
  const [a, b] = [first[name], second[name]];
  return [title, number(a), number(b), a > 0 ? `${(b / a).toFixed(2)} ×` : '–'];
}

function number(value) {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}

function count(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  console.log([line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n'));
}
