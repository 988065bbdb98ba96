// The time of one operation in the runtime alone, and of the same in Effection without it. Prints JSON, and on stderr how
// far it is.
import { action, createQueue, run, scoped, spawn } from 'effection';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { createBridgeHost } from '../../src/runtime/bridge-host.ts';
import { createRunClock } from '../../src/runtime/run-clock.ts';

const rounds = Number(process.argv[2]);
/** How often a run does its operation. */
const times = 200;

const declaration = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) });
const toolOf = (one) =>
  declaration.execute(function* (_, ctx) {
    for (let nth = 0; nth < times; nth += 1) yield* one(ctx);
  });
const bareOf = (one) =>
  function* () {
    for (let nth = 0; nth < times; nth += 1) yield* one();
  };

const ask = (ctx) => ctx.elicit('seat', { message: 'Which seat?' });
/** The least that an answer from outside takes: it comes in a macrotask of its own. */
const wait = () =>
  action((resolve) => {
    const immediate = setImmediate(resolve);
    return () => clearImmediate(immediate);
  });
function* one() {
  return 1;
}

const journals = { elicit: await journalOf(ask), step: await journalOf((ctx) => ctx.step('one', one)) };
const ways = [
  { what: 'elicit, with its answer', ours: () => play(toolOf(ask)), bare: bareOf(wait) },
  { what: 'step', ours: () => play(toolOf((ctx) => ctx.step('one', one))), bare: bareOf(wait) },
  { what: 'branch', ours: () => play(toolOf((ctx) => ctx.branch(one))), bare: bareOf(() => scoped(one)) },
  { what: 'elicit, replayed', ours: () => play(toolOf(ask), journals.elicit), bare: bareOf(wait) },
  {
    what: 'step, replayed',
    ours: () =>
      play(
        toolOf((ctx) => ctx.step('one', one)),
        journals.step,
      ),
    bare: bareOf(wait),
  },
];

const found = ways.map(() => ({ ours: [], bare: [] }));
for (let round = -10; round < rounds; round += 1) {
  if (round % 20 === 0) console.error(`${round} of ${rounds} rounds`);
  for (const [at, { ours, bare }] of ways.entries()) {
    const spent = { ours: await timeOf(ours), bare: await timeOf(bare) };
    if (round < 0) continue;
    found[at].ours.push(spent.ours);
    found[at].bare.push(spent.bare);
  }
}
for (const [at, { what }] of ways.entries()) {
  console.log(JSON.stringify({ what, ours: median(found[at].ours), bare: median(found[at].bare) }));
}

/** Run a tool, and answer what it asks. */
function* play(tool, journal = [], keep = () => undefined) {
  const events = createQueue();
  const host = createBridgeHost({
    tool,
    params: {},
    callId: 'call_1',
    journal,
    clock: createRunClock(),
    limits: {},
    maxContextBytes: 524_288,
    emit: events.add,
    *append(entry) {
      keep(entry);
      return entry;
    },
  });
  yield* spawn(function* () {
    for (;;) {
      const { value: event } = yield* events.next();
      if (event.type !== 'elicit') continue;
      const checked = yield* event.check({ action: 'accept', content: { seat: '12A' } });
      yield* event.settle(checked.settlement);
    }
  });
  yield* host.run();
}

async function journalOf(act) {
  const journal = [];
  await run(() => play(toolOf(act), [], (entry) => journal.push(entry)));
  if (journal.length !== times) throw new Error(`The journal has ${journal.length} entries.`);
  return journal;
}

/** Microseconds of one operation. */
async function timeOf(body) {
  const before = performance.now();
  await run(body);
  return ((performance.now() - before) / times) * 1000;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
