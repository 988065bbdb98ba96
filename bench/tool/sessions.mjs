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
const limits = { anonymousSessions: Infinity };
const answer = { action: 'accept', content: { seat: '12A' } };

await run(function* () {
  const manager = createPluginSessionManager({ provider: {}, tools: [tool], limits });
  const answered = yield* many(manager, 'warm', 500);
  const before = performance.now();
  const inTime = yield* many(manager, 'timed', 2000);
  const rate = inTime / ((performance.now() - before) / 1000);
  if (answered !== 500 || inTime !== 2000) throw new Error('Not every session ended.');
  tell('asked, answered and ended in a second, one after the other', rate);

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

function* until(session, type) {
  const events = session.getEvents();
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
