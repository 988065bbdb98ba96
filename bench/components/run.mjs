// Measures the components against their peers, in turns in one Chromium, and prints the results as Markdown.
// `npm run bench:components` installs the peers beside this file first. Close other programs while it runs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, type as system } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = Number(process.env.BENCH_ROUNDS ?? 20);
const { dependencies: peers } = JSON.parse(readFileSync(`${here}package.json`, 'utf8'));

installPeers();
const outDir = mkdtempSync(join(tmpdir(), 'elicitkit-bench-'));
try {
  await buildPage();
  const server = await preview({
    root: here,
    configFile: false,
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const browser = await chromium.launch(launchOptions());
  try {
    print(await measure(browser, server.resolvedUrls.local[0]), browser.version());
  } finally {
    await browser.close();
    await server.close();
  }
} finally {
  rmSync(outDir, { recursive: true, force: true });
}

function installPeers() {
  const installed = Object.entries(peers).every(([name, version]) => {
    const file = `${here}node_modules/${name}/package.json`;
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
  });
  if (installed) return;
  if (spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: here, stdio: 'inherit' }).status !== 0) process.exit(1);
}

async function buildPage() {
  await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), openDuffelMap()],
    resolve: {
      alias: [
        { find: /^elicitkit$/, replacement: `${root}src/index.ts` },
        { find: /^elicitkit\/styles\.css$/, replacement: `${root}src/styles.css` },
        { find: /^elicitkit\/travel\/(.*)$/, replacement: `${root}src/travel-$1.ts` },
        { find: /^elicitkit\/(.*)$/, replacement: `${root}src/$1.ts` },
      ],
      dedupe: ['react', 'react-dom'],
    },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5000 },
  });
}

/** Duffel exports its seat map only inside a dialog for a whole order. Measured alone, it is at its best. */
function openDuffelMap() {
  return {
    name: 'open-duffel-map',
    transform(code, id) {
      if (!id.endsWith('@duffel/components/index.js')) return undefined;
      const [, name] = /[,;\s]([\w$]+)=\(\{seatMap:\w+,onSeatToggled:\w+,selectedServicesMap/.exec(code) ?? [];
      if (!name) throw new Error('The seat map of @duffel/components is not where it was. Look for it in index.js.');
      return `${code}\nmodule.exports.SeatMap=${name};`;
    },
  };
}

async function measure(browser, url) {
  const page = await open(await browser.newPage({ viewport: { width: 1100, height: 900 } }), url);
  const found = { maps: {}, lists: {} };
  for (const id of ['wide', 'two-deck']) {
    found.maps[id] = await compare(page, 'seats', id, ['elicitkit', 'duffel', 'seatchart']);
  }
  for (const count of [220, 1000]) found.lists[count] = await compare(page, 'list', count, ['elicitkit', 'duffel']);
  found.ask = await askInTurns(page);
  found.commits = await countCommits(browser, url);
  found.seatCounts = await page.evaluate(() => ({
    wide: window.bench.seatCount('wide'),
    'two-deck': window.bench.seatCount('two-deck'),
    shown: window.bench.seatCount('two-deck', 0),
  }));
  return found;
}

async function open(page, url) {
  page.on('pageerror', (error) => console.error(`The page: ${error.message}`));
  // Block other servers: their style sheets would arrive at random times.
  await page.route('**', (route) => (route.request().url().startsWith(url) ? route.continue() : route.abort()));
  await page.goto(url);
  await page.waitForFunction(() => 'bench' in window);
  return page;
}

/** How often React commits when a seat or a flight is selected. Counting needs a page of its own. */
async function countCommits(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  await page.addInitScript(() => {
    window.commits = 0;
    window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => (window.commits += 1),
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
    };
  });
  await open(page, url);
  const most = async (press) => {
    const counts = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const before = await page.evaluate(() => window.commits);
      await page.evaluate(press, turn);
      // Effects may commit in the next frames too.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      counts.push((await page.evaluate(() => window.commits)) - before);
    }
    return Math.max(...counts.slice(1));
  };
  await show(page, 'elicitkit', 'seats', 'wide');
  await page.evaluate(() => window.bench.showAllRows());
  const seat = await most((turn) => window.bench.select('elicitkit', turn));
  await show(page, 'elicitkit', 'list', 220);
  await page.evaluate(() => window.bench.showAllFlights());
  const flight = await most((turn) => window.bench.chooseFlight(turn));
  await page.close();
  return { seat, flight };
}

/** The time of a choice with four flights shown, and with all of them. */
async function chooseFlights(page, id, found) {
  await show(page, 'elicitkit', 'list', id);
  const choose = async () => {
    const times = [];
    for (let turn = -5; turn < rounds; turn += 1) {
      const spent = await page.evaluate((at) => window.bench.chooseFlight(at), turn + 5);
      if (turn >= 0) times.push(spent);
    }
    return median(times);
  };
  found.chooseFew = await choose();
  found.flights = await page.evaluate(() => window.bench.showAllFlights());
  found.chooseAll = await choose();
}

async function compare(page, kind, id, names) {
  const times = Object.fromEntries(names.map((name) => [name, []]));
  // Five warm-up rounds. Then take turns, so that a busy moment of the machine affects everyone.
  for (let round = -5; round < rounds; round += 1) {
    for (const name of names) {
      const spent = await page.evaluate(([n, k, i]) => window.bench.time(n, k, i), [name, kind, id]);
      if (round >= 0) times[name].push(spent);
    }
  }
  const found = {};
  for (const name of names) {
    await page.setViewportSize({ width: 1100, height: 900 });
    await show(page, name, kind, id);
    const first = await page.evaluate(() => window.bench.count());
    const stops = kind === 'seats' ? await tabStops(page, name) : undefined;
    const all = kind === 'seats' ? await wholeMap(page, name, id) : undefined;
    await page.setViewportSize({ width: 360, height: 800 });
    await show(page, name, kind, id);
    const narrow = await page.evaluate(() => window.bench.count());
    found[name] = {
      mount: Math.min(...times[name].map((spent) => spent.first)),
      mountAll: Math.min(...times[name].map((spent) => spent.all)),
      first,
      stops,
      all,
      narrow,
    };
  }
  await page.setViewportSize({ width: 1100, height: 900 });
  if (kind === 'seats') await selectInTurns(page, id, names, found);
  else await chooseFlights(page, id, found.elicitkit);
  return found;
}

/** The counts of the map once it shows all its rows. */
async function wholeMap(page, name, id) {
  await page.evaluate(() => window.bench.showAllRows());
  const [drawn, seats] = await page.evaluate((i) => [window.bench.drawn(), window.bench.seatCount(i, 0)], id);
  if (name === 'elicitkit' && drawn !== seats) throw new Error(`${drawn} of ${seats} seats are drawn, not all.`);
  return page.evaluate(() => window.bench.count());
}

async function selectInTurns(page, id, names, found) {
  for (const name of names) found[name].select = [];
  for (let round = 0; round < 3; round += 1) {
    for (const name of names) {
      await show(page, name, 'seats', id);
      await page.evaluate(() => window.bench.showAllRows());
      for (let turn = 0; turn < rounds; turn += 1) {
        const spent = await page.evaluate(([n, t]) => window.bench.select(n, t), [name, turn]);
        if (turn > 2) found[name].select.push(spent);
      }
    }
  }
  for (const name of names) found[name].select = median(found[name].select);
}

async function askInTurns(page) {
  const names = ['elicitkit', 'react-call'];
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -5; round < rounds; round += 1) {
    for (const name of names) {
      const spent = await page.evaluate(([n, t]) => window.bench.ask[n](t), [name, round + 10]);
      if (round >= 0) times[name].push(spent);
    }
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        showing: Math.min(...times[name].map(({ showing }) => showing)),
        answering: Math.min(...times[name].map(({ answering }) => answering)),
      },
    ]),
  );
}

async function show(page, name, kind, id) {
  await page.evaluate(([n, k, i]) => window.bench.show(n, k, i), [name, kind, id]);
}

/** How often Tab stops in the map and in all, with real key presses. */
async function tabStops(page, name) {
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
  });
  let all = 0;
  let inMap = 0;
  for (; all < 800; all += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(
      (n) => (document.activeElement === document.body ? 'out' : window.bench.isInMap(n) ? 'map' : 'else'),
      name,
    );
    if (at === 'out') break;
    if (at === 'map') inMap += 1;
  }
  return { all, inMap };
}

function print(found, version) {
  const cpu = cpus();
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}: ${cpu.length} × ${cpu[0]?.model.trim()}, ${system()}, Node ${process.version}, Chromium ${version}; ${rounds} warm rounds in turns; \`npm run bench:components\`.`,
  );
  console.log(
    `Peers: ${Object.entries(peers)
      .map(([name, at]) => `${name} ${at}`)
      .join(', ')}.`,
  );
  console.log('Duffel’s style sheet is on its servers and not in its package, so it is laid out without one.');
  console.log('seatchart has no decks and is given the one that the others show first.\n');
  for (const [id, title] of [
    ['wide', `${found.seatCounts.wide} seats, 3-4-3`],
    ['two-deck', `${found.seatCounts['two-deck']} seats on two decks, of which ${found.seatCounts.shown} show first`],
  ]) {
    printMap(title, found.maps[id], id === 'wide' ? found.seatCounts.wide : found.seatCounts.shown);
  }
  for (const [count, list] of Object.entries(found.lists)) printList(Number(count), list);
  console.log(
    `React commits, at most: ${found.commits.seat} when a seat is selected, ${found.commits.flight} when a flight of 220 offers is chosen.\n`,
  );
  printAsk(found.ask);
}

function printMap(title, { elicitkit: us, duffel, seatchart }, seats) {
  const perSeat = us.all.nodes / seats;
  table(
    `${title}`,
    ['elicitkit', 'Duffel', 'ratio', 'seatchart', 'ratio', 'goal', ''],
    [
      row(
        'mount and layout, ms',
        us.mount,
        duffel.mount,
        seatchart.mount,
        '≤ 0.25 of Duffel’s',
        us.mount <= duffel.mount * 0.25,
      ),
      row(
        'the same with all rows, ms',
        us.mountAll,
        duffel.mountAll,
        seatchart.mountAll,
        '≤ 0.6 of Duffel’s',
        us.mountAll <= duffel.mountAll * 0.6,
      ),
      row('nodes at first', us.first.nodes, duffel.first.nodes, seatchart.first.nodes),
      row('nodes with all rows', us.all.nodes, duffel.all.nodes, seatchart.all.nodes),
      row(
        'nodes a seat, all rows',
        perSeat,
        duffel.all.nodes / seats,
        seatchart.all.nodes / seats,
        '≤ 2.3',
        perSeat <= 2.3,
      ),
      row(
        'tab stops among the seats',
        us.stops.inMap,
        duffel.stops.inMap,
        seatchart.stops.inMap,
        '1',
        us.stops.inMap === 1,
      ),
      row('select a seat, ms (median)', us.select, duffel.select, seatchart.select, '≤ 5', us.select <= 5),
      row(
        'overflow at 360 px',
        us.narrow.overflow,
        undefined,
        seatchart.narrow.overflow,
        '0',
        us.narrow.overflow === 0,
      ),
    ],
  );
}

function printList(count, { elicitkit: us, duffel }) {
  const perCard = us.first.listed / us.first.cards;
  table(
    `${count} offers (${us.first.cards} cards at first, Duffel ${duffel.first.cards} rows)`,
    ['elicitkit', 'Duffel', 'ratio', 'goal', ''],
    [
      listRow('mount and layout, ms', us.mount, duffel.mount, count === 1000 ? '≤ 30' : undefined, us.mount <= 30),
      listRow('nodes at first', us.first.nodes, duffel.first.nodes),
      listRow('nodes a card', perCard, duffel.first.listed / duffel.first.cards, '≤ 25', perCard <= 25),
      listRow('choose a flight, four on show, ms (median)', us.chooseFew),
      listRow(`the same, all ${us.flights} flights on show`, us.chooseAll),
      listRow('overflow at 360 px', us.narrow.overflow, undefined, '0', us.narrow.overflow === 0),
    ],
  );
}

function printAsk({ elicitkit: us, 'react-call': them }) {
  table(
    'show and answer',
    ['elicitkit', 'react-call', 'ratio'],
    [
      ['asked, until it is on the page, ms', say(us.showing), say(them.showing), ratio(us.showing, them.showing)],
      [
        'pressed, until the asker has the answer, ms',
        say(us.answering),
        say(them.answering),
        ratio(us.answering, them.answering),
      ],
    ],
  );
}

function row(what, us, duffel, seatchart, goal, met) {
  return [what, say(us), say(duffel), ratio(us, duffel), say(seatchart), ratio(us, seatchart), ...verdict(goal, met)];
}

function listRow(what, us, them, goal, met) {
  return [what, say(us), say(them), ratio(us, them), ...verdict(goal, met)];
}

function verdict(goal, met) {
  return goal === undefined ? ['', ''] : [goal, met ? 'met' : '**missed**'];
}

function table(title, heads, rows) {
  console.log(`### ${title}\n`);
  console.log(`| | ${heads.join(' | ')} |`);
  console.log(`|${' --- |'.repeat(heads.length + 1)}`);
  for (const cells of rows) console.log(`| ${cells.join(' | ')} |`);
  console.log('');
}

function say(value) {
  if (value === undefined) return '–';
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
}

function ratio(us, them) {
  return us === undefined || !them ? '–' : `${(us / them).toFixed(2)} ×`;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
