// Measures the cost of a question in a page, over loopback and on the wire, and prints it as Markdown.
// `npm run bench:latency` builds first and installs the peer beside this file. Close other programs while it runs.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg, type as system } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measureBytes } from './bytes.mjs';
import { measurePage } from './measure-page.mjs';
import { measureStack } from './stack.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const rounds = Number(process.env.BENCH_ROUNDS ?? 200);
const warmUps = 50;
const turns = [5, 40, 200];

const peers = installPeers();
const load = loadavg()[0];
const page = await measurePage({ rounds, warmUps });
const stack = await measureStack({ rounds: Math.ceil(rounds / 5), warmUps: 10 });
const bytes = await measureBytes(turns.at(-1));
const [long] = await measureBytes(1, 'A long story. '.repeat((3 * 1024 * 1024) / 14));

const cpu = cpus();
console.log(`\n${new Date().toISOString().slice(0, 10)}: ${cpu.length} × ${cpu[0]?.model.trim()}, ${system()}, Node \
${process.version}, Chromium ${page.version}; medians of ${rounds} warm rounds in turns, load ${load.toFixed(1)} before \
them; \`npm run bench:latency\`.`);
console.log(
  `Peers: ${Object.entries(peers)
    .map((entry) => entry.join(' '))
    .join(', ')}.\n`,
);
printPage(page.times);
printStack(stack);
printBytes();

/** @returns the packages compared, with their installed versions */
function installPeers() {
  const { dependencies } = read(`${here}package.json`);
  const others = read(`${here}../components/package.json`).dependencies;
  for (const [name, version] of Object.entries(dependencies)) {
    if (others[name] !== version) throw new Error(`bench/components measures ${name} ${others[name]}, not ${version}.`);
    const file = `${here}node_modules/${name}/package.json`;
    if (existsSync(file) && read(file).version === version) continue;
    if (spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: here, stdio: 'inherit' }).status !== 0) process.exit(1);
  }
  const ours = ['react', 'effection', '@modelcontextprotocol/sdk'];
  const installed = ours.map((name) => [name, read(`${here}../../node_modules/${name}/package.json`).version]);
  return { ...dependencies, ...Object.fromEntries(installed) };
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function printPage(times) {
  const least = times.useState;
  const none = times.elicitkit;
  table(
    'In a page, µs',
    ['', 'question → DOM', '× useState', 'click → resolved', '× useState'],
    Object.entries(times).map(([name, { shown, answered }]) => [
      name,
      micros(shown),
      ratio(shown, least.shown),
      micros(answered),
      ratio(answered, least.answered),
    ]),
  );
  const [hand, list] = [times['FlightList, by hand'], times['FlightList, elicitkit']];
  table(
    'The same flight list, × by hand',
    ['', 'question → DOM', 'click → resolved'],
    [['elicitkit', ratio(list.shown, hand.shown), ratio(list.answered, hand.answered)]],
  );
  const [some, many] = [times['elicitkit, 30 kept'], times['elicitkit, 500 kept']];
  table(
    'Goals of these',
    ['', 'ratio', 'goal', ''],
    [
      goal('show the list, × by hand', median(list.shown) / median(hand.shown), 2),
      goal('answer, × useState', median(none.answered) / median(least.answered), 1.7),
      goal('show with 500 kept, × with 30 kept', median(many.shown) / median(some.shown), 1.2),
      goal('answer with 500 kept, × with 30 kept', median(many.answered) / median(some.answered), 1.2),
    ],
  );
}

function printStack({ ours, sdk, both }) {
  const row = (title, { wall, cpu }) => [title, micros(wall), ratio(wall, sdk.wall), micros(cpu), ratio(cpu, sdk.cpu)];
  table(
    'A question and its answer over loopback, µs',
    ['', 'round trip', '× the SDK', 'of the processor', '× the SDK'],
    [
      row('the MCP SDK: elicitInput, its client', sdk),
      row('elicitkit: ctx.elicit, our client', ours),
      row('the MCP SDK’s server, `elicitkit/mcp-client`', both),
    ],
  );
  table(
    'Goals of these',
    ['', 'ratio', 'goal', ''],
    [
      goal('elicitkit, of the processor, × the SDK', median(ours.cpu) / median(sdk.cpu), 2),
      goal('`elicitkit/mcp-client`, of the processor, × the SDK', median(both.cpu) / median(sdk.cpu), 2),
    ],
  );
}

/** Bytes do not depend on the machine, so a broken limit fails the run. */
function printBytes() {
  const kB = (count) => (count / 1000).toFixed(2);
  const first = bytes[turns[0] - 1];
  const isFlat = ({ up, down, answer }) =>
    up <= first.up * 1.05 && down <= first.down * 1.05 && answer <= first.answer * 1.05;
  const row = (title, turn) => [
    title,
    kB(turn.up),
    kB(turn.down),
    kB(turn.answer),
    isFlat(turn) ? 'flat' : '**grown**',
  ];
  const rows = turns.map((nth) => [`turn ${nth}`, bytes[nth - 1]]);
  rows.push(['after 3 MiB of conversation', long]);
  table(
    'Bytes of a turn, kB',
    ['', 'requests, up', 'streams, down', 'request of the answer', ''],
    rows.map(([title, turn]) => row(title, turn)),
  );
  if (rows.every(([, turn]) => isFlat(turn))) return;
  console.error(`A turn takes over 5 % more bytes than turn ${turns[0]} did.`);
  process.exitCode = 1;
}

function goal(title, found, most) {
  return [title, found.toFixed(2), `≤ ${most}`, found <= most ? 'met' : '**missed**'];
}

function micros(times) {
  return (median(times) * 1000).toFixed(0);
}

function ratio(times, least) {
  return (median(times) / median(least)).toFixed(1);
}

function table(title, heads, rows) {
  console.log(`### ${title}\n`);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  console.log([line(heads), line(heads.map(() => '---')), ...rows.map(line), ''].join('\n'));
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
