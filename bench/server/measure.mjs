// One measurement in its own process: `node --expose-gc measure.mjs close|heap|long <calls>`. Prints JSON.
import { PerformanceObserver } from 'node:perf_hooks';
import * as z from 'zod';
import { createMcpTool } from '../../dist/plugin.js';
import { createChatHandler } from '../../dist/server.js';

const [kind, given] = process.argv.slice(2);
const calls = Number(given);
/** How long until every conversation at rest has left memory, in milliseconds: longer than `parkAfter`. */
const untilParked = 8000;

const ask = createMcpTool('ask')
  .description('Ask something')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) })
  .execute(function* (_, ctx) {
    return yield* ctx.elicit('seat', { message: 'Which seat?' });
  });

const provider = {
  async *stream(messages) {
    if (messages.at(-1).role === 'tool') return { text: 'Done.', toolCalls: [] };
    return { text: 'One moment.', toolCalls: [{ name: 'ask', arguments: {} }] };
  },
};

const measures = { close: measureClose, heap: measureHeap, long: measureLong };
console.log(JSON.stringify(await measures[kind]()));

async function measureClose() {
  const chat = createChat();
  await openCalls(chat);
  // Let the event loop finish the work of opening: it is not part of closing.
  await pause(100);
  gc();
  const holds = watchHolds();
  const cpu = process.cpuUsage();
  const began = performance.now();
  await chat.close();
  const time = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return { time, cpu: (user + system) / 1000, ...(await holds()) };
}

async function measureHeap() {
  // Warm up what is allocated only once, such as compiled code and the engine's tables.
  const warm = createChat();
  await answer(warm, await openCalls(warm, 100));
  await warm.close();

  // The two handlers differ only in how many turns they remember.
  const [chat, forgetful] = [createChat({}), createChat({ rememberedTurns: 0 })];
  const before = heap();
  const asked = await openCalls(chat);
  const suspended = heap() - before - sizeOf(asked);
  await answer(chat, asked);
  asked.length = 0;
  const justEnded = heap() - before;
  await pause(untilParked);
  const remembered = heap() - before;
  await chat.close();
  const again = heap();
  const more = await openCalls(forgetful);
  await answer(forgetful, more);
  more.length = 0;
  await pause(untilParked);
  const answers = heap() - again;
  await forgetful.close();
  const each = (bytes) => bytes / calls / 1000;
  return {
    suspended: each(suspended),
    justEnded: each(justEnded),
    remembered: each(remembered),
    answers: each(answers),
  };
}

/** What one conversation costs as it grows, in microseconds of the processor: early, and once it is long. */
async function measureLong() {
  const talk = {
    async *stream() {
      yield { type: 'text', content: 'Well.' };
      return { text: 'Well.', toolCalls: [] };
    },
  };
  const turns = createChatHandler({ provider: talk, tools: [] });
  let revision;
  const turn = async (nth) => {
    const message = { role: 'user', content: `Message ${nth}`, id: `m${nth}` };
    const text = await post(turns, { conversationId: 'long', messages: [message], revision });
    revision = JSON.parse(text.trim().split('\n').at(-2)).revision;
  };
  const spent = timesOf(2 * calls);
  for (let nth = 0; nth <= 2 * calls; nth += 1) {
    spent.at(nth);
    await turn(nth);
  }
  await turns.close();

  const pieces = 50 * calls;
  const told = timesOf(pieces);
  const tell = {
    async *stream() {
      for (let nth = 0; nth <= pieces; nth += 1) {
        told.at(nth);
        yield { type: 'text', content: 'Well. ' };
      }
      return { text: 'Well. '.repeat(pieces + 1), toolCalls: [] };
    },
  };
  const answers = createChatHandler({ provider: tell, tools: [] });
  await post(answers, { conversationId: 'long', messages: [{ role: 'user', content: 'Go on' }] });
  await answers.close();
  return { ...spent.as('turn'), ...told.as('piece') };
}

/** Microseconds of the processor for each of so many: of the second tenth, since the first warms up, and of the last. */
function timesOf(count) {
  const marks = new Map();
  const each = (from, to) => ((marks.get(to) - marks.get(from)) / (to - from)) * 1000;
  return {
    at(nth) {
      const { user, system } = process.cpuUsage();
      if (nth % (count / 10) === 0) marks.set(nth, (user + system) / 1000);
    },
    as: (name) => ({
      [`${name}Early`]: each(count / 10, count / 5),
      [`${name}Late`]: each(count * 0.9, count),
    }),
  };
}

function createChat(limits = {}) {
  const many = 10 * calls;
  const onEvent = (event) => {
    if (event.type === 'error') throw event.error;
  };
  return createChatHandler({
    provider,
    tools: [ask],
    onEvent,
    limits: { perProcess: many, rememberedTurns: many, ...limits },
  });
}

async function openCalls(chat, count = calls) {
  const asked = [];
  for (let index = 0; index < count; index += 1) {
    const conversationId = `conversation ${index}`;
    // In sequence, as in `answer`: opening all at once is another measurement.
    const text = await post(chat, { conversationId, messages: [{ role: 'user', content: 'Book a seat' }] });
    const { sessionId, callId, elicitId } = JSON.parse(
      text.split('\n').find((line) => line.includes('"plugin_elicit_request"')),
    ).event;
    asked.push({ conversationId, sessionId, callId, elicitId });
  }
  return asked;
}

async function answer(chat, asked) {
  for (const { conversationId, ...ids } of asked) {
    const result = { action: 'accept', content: { seat: '12A' } };
    const text = await post(chat, { conversationId, messages: [], pluginElicitResponses: [{ ...ids, result }] });
    if (!text.includes('"complete"')) throw new Error(text);
  }
}

async function post(chat, body) {
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://bench.test/', { method: 'POST', headers, body: JSON.stringify(body) });
  return (await chat(request)).text();
}

/** The longest and usual time between two turns of the event loop, and the longest garbage collection. */
function watchHolds() {
  let gcTime = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) gcTime = Math.max(gcTime, duration);
  });
  observer.observe({ entryTypes: ['gc'] });
  const holds = [];
  let last = performance.now();
  let isOver = false;
  const turn = () => {
    const now = performance.now();
    holds.push(now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  turn();
  return async () => {
    await pause(10);
    isOver = true;
    observer.disconnect();
    holds.sort((a, b) => a - b);
    return { hold: holds.at(-1), usual: holds[Math.floor(0.9 * holds.length)], gc: gcTime };
  };
}

/** The approximate size of the ids that this script itself keeps. */
function sizeOf(asked) {
  return asked.reduce((size, ids) => size + 100 + JSON.stringify(ids).length, 0);
}

function heap() {
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}

function gc() {
  globalThis.gc();
}

function pause(time) {
  return new Promise((resolve) => {
    setTimeout(resolve, time);
  });
}
