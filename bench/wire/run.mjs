// Measures what hostile lines cost a client and hostile bodies a server, and prints it as Markdown.
// `npm run bench:wire` builds first. It measures processor time, which other programs affect little.
import { cpus, type as platform } from 'node:os';
import * as z from 'zod';
import { readChatStream } from '../../dist/client/wire/read-chat-stream.js';
import { createLineReader } from '../../dist/client/wire/read-line.js';
import { createMcpTool } from '../../dist/plugin.js';
import { lineBounds } from '../../dist/protocol/bounds.js';
import { createChatHandler } from '../../dist/server.js';
import { answers, bodies, lines } from './hostile.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const encoder = new TextEncoder();
const chunkSize = 65_536;
let failed = false;

console.log(
  `${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0].model}, ${platform()}, Node ${process.version}; the least of ${rounds} rounds; \`npm run bench:wire\`.\n`,
);
await measureLines();
await measureBodies();
if (failed) process.exit(1);

async function measureLines() {
  console.log(
    '| line | refused as | decode and JSON.parse, ms | refuse, ms | ratio |\n| --- | --- | --- | --- | --- |',
  );
  for (const [name, line] of Object.entries(lines)) {
    const bytes = encoder.encode(`${line}\n`);
    let parse = Infinity;
    let refuse = Infinity;
    let code;
    // Take turns, so that other load affects both. Repeat quick ones, up to 0.3 s.
    for (let round = 0, spent = 0; round < 3 || spent < 300; round += 1) {
      const parsing = await timed(() => parsed(bytes));
      const refusing = await timed(async () => (code = await refused(bytes)));
      parse = Math.min(parse, parsing);
      refuse = Math.min(refuse, refusing);
      spent += parsing + refusing;
    }
    const ratio = refuse / parse;
    if (ratio > 3 || code === undefined) failed = true;
    console.log(`| ${name} | ${code} | ${short(parse)} | ${short(refuse)} | ${ratio.toFixed(2)} |`);
  }
}

function parsed(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The code of the first problem, in words. */
async function refused(bytes) {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkSize) }, (_, nth) =>
    bytes.subarray(nth * chunkSize, (nth + 1) * chunkSize),
  );
  // No more of a stream than is read: a real one costs more than a short line.
  const next = async () => ({ done: chunks.length === 0, value: chunks.shift() });
  const body = { getReader: () => ({ read: next, cancel: async () => undefined }) };
  let problem;
  const sink = { onTold: () => undefined, onProblem: (error) => (problem ??= error) };
  const end = await readChatStream(body, sink, createLineReader(lineBounds()));
  return (problem ?? end)?.code.toLowerCase().replaceAll('_', ' ');
}

async function measureBodies() {
  console.log('\n| body of 1 MiB or less | status | event loop held, ms |\n| --- | --- | --- |');
  for (const [name, [text, status]] of Object.entries(bodies)) {
    const chat = createChat();
    await tell(name, status, () => post(chat, text));
    await chat.close();
  }
  for (const [name, [rows, status]] of Object.entries(answers)) {
    const chat = createChat();
    await tell(name, status, async () => {
      const conversationId = crypto.randomUUID();
      const asked = await post(chat, JSON.stringify({ conversationId, messages: [{ role: 'user', content: 'ask' }] }));
      const [, sessionId, elicitId] = /"sessionId":"(.+?)","callId":".+?","toolName":"rows","elicitId":"(.+?)"/.exec(
        asked.text,
      );
      const content = `{"rows":${rows}}`;
      const answer = `{"sessionId":"${sessionId}","callId":"${sessionId}","elicitId":"${elicitId}","result":{"action":"accept","content":${content}}}`;
      return post(chat, `{"conversationId":"${conversationId}","messages":[],"pluginElicitResponses":[${answer}]}`);
    });
    await chat.close();
  }
}

async function tell(name, status, work) {
  let least = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const { held, result } = await holding(work);
    if (result.status !== status)
      throw new Error(`${name}: ${result.status} instead of ${status}. ${result.text.slice(0, 200)}`);
    least = Math.min(least, held);
  }
  if (least >= 50) failed = true;
  console.log(`| ${name} | ${status} | ${short(least)} |`);
}

/** The longest time that the event loop was blocked. */
async function holding(work) {
  let held = 0;
  let isOver = false;
  let last = processorTime();
  const tick = () => {
    const now = processorTime();
    held = Math.max(held, now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  const result = await work();
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return { held, result };
}

async function post(chat, text) {
  const headers = { 'content-type': 'application/json' };
  const response = await chat(new Request('http://bench.test/', { method: 'POST', headers, body: text }));
  return { status: response.status, text: await response.text() };
}

function createChat() {
  const rows = createMcpTool('rows')
    .description('Asks for rows')
    .parameters(z.object({}))
    .elicits({ pick: z.object({ rows: z.array(z.object({ id: z.string(), name: z.string(), count: z.number() })) }) })
    .execute(function* (_, ctx) {
      yield* ctx.elicit('pick', { message: 'Which?' });
    });
  const provider = {
    async *stream(messages) {
      const isAsked = messages.at(-1)?.content === 'ask';
      return { text: '', toolCalls: isAsked ? [{ name: 'rows', arguments: {} }] : [] };
    },
  };
  return createChatHandler({ provider, tools: [rows], limits: { perProcess: 1000 } });
}

/** In milliseconds, including the garbage collector's threads. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function timed(work) {
  const from = processorTime();
  await work();
  return processorTime() - from;
}

function short(milliseconds) {
  return milliseconds.toFixed(milliseconds < 10 ? 2 : 1);
}
