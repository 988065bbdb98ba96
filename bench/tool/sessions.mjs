// Sessions in a second, and the heap of one that waits at a question. Prints JSON: what, and how many.
import { run } from 'effection';
import * as z from 'zod';
import { createMcpTool } from '../../dist/plugin.js';
import { createPluginSessionManager } from '../../dist/server.js';

const calls = Number(process.argv[2]);
const tool = createMcpTool('ask')
  .description('Ask something')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) })
  .execute(function* (_, ctx) {
    return yield* ctx.elicit('seat', { message: 'Which seat?' });
  });
const asks = createMcpTool('asks')
  .description('Ask without end')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) })
  .execute(function* (_, ctx) {
    for (;;) yield* ctx.elicit('seat', { message: 'Which seat?' });
  });
const limits = { perProcess: Infinity };
const answer = { action: 'accept', content: { seat: '12A' } };

await run(function* () {
  const manager = createPluginSessionManager({ provider: {}, tools: [tool], limits });
  const answered = yield* many(manager, 'warm', 500);
  const before = performance.now();
  const inTime = yield* many(manager, 'timed', 2000);
  const rate = inTime / ((performance.now() - before) / 1000);
  if (answered !== 500 || inTime !== 2000) throw new Error('Not every session ended.');
  tell('asked, answered and ended in a second, one after the other', rate);

  yield* long(manager, 'rehearsed');
  let early = 0;
  let late = 0;
  for (let nth = 0; nth < 5; nth += 1) {
    const took = yield* long(manager, `long_${nth}`);
    early += sum(took.slice(10, 110));
    late += sum(took.slice(1450, 1550));
  }
  tell('question 1,500 of a call, in the processor time of question 10', late / early);

  const empty = heap();
  const sessions = [];
  for (let nth = 0; nth < calls; nth += 1) {
    const session = yield* manager.create({ tool, params: {}, callId: `kept_${nth}` });
    yield* until(session, 'waiting');
    sessions.push(session);
  }
  tell(`heap of one at a question, of ${calls}, kB`, (heap() - empty) / calls);
  for (const session of sessions) if (!(yield* session.cool())) throw new Error('A session did not cool.');
  tell('the same, cooled: its journal alone, kB', (heap() - empty) / calls);
  yield* manager.close();
});

function tell(what, value) {
  console.log(JSON.stringify([what, value]));
}

/** Begin, answer and end sessions, one after the other. */
function* many(manager, name, count) {
  let ended = 0;
  for (let nth = 0; nth < count; nth += 1) {
    const callId = `${name}_${nth}`;
    const session = yield* manager.create({ tool, params: {}, callId });
    yield* until(session, 'waiting');
    yield* session.respondToElicit(`${callId}:elicit:0`, answer);
    const { outcome } = yield* until(session, 'ended');
    if (outcome.status === 'completed') ended += 1;
    yield* manager.release(callId);
  }
  return ended;
}

/** Begin a call of 1,550 questions and answer them. Returns the processor time that each took, in microseconds. */
function* long(manager, callId) {
  const session = yield* manager.create({ tool: asks, params: {}, callId });
  const events = session.getEvents();
  const took = [];
  yield* next(events, 'waiting');
  for (let nth = 0; nth < 1550; nth += 1) {
    const before = cpuTime();
    const { outcome } = yield* session.respondToElicit(`${callId}:elicit:${nth}`, answer, { answerId: `${nth}` });
    yield* next(events, 'waiting');
    took.push(cpuTime() - before);
    if (outcome !== 'recorded') throw new Error(`Question ${nth} was not answered.`);
  }
  yield* session.abort();
  yield* manager.release(callId);
  return took;
}

function cpuTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function* until(session, type) {
  return yield* next(session.getEvents(), type);
}

function* next(events, type) {
  for (;;) {
    const { event } = (yield* events.next()).value;
    if (event.type === type) return event;
  }
}

/** Used heap, in kB of 1 000 bytes. */
function heap() {
  gc();
  gc();
  return process.memoryUsage().heapUsed / 1000;
}
