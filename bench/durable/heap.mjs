// The heap of a suspended call in memory, by how many there are. Prints JSON for each number.
import { openChat } from './chat.mjs';

for (const calls of [100, 1000, 5000]) {
  const { chat, post } = openChat({ limits: { parkAfter: 1 } });
  // What happens once: compiled code, and the engine's tables.
  for (let nth = 0; nth < 200; nth += 1) await post({ conversationId: `warm ${nth}`, messages: say('hello', nth) });
  await settled();
  const before = heap();
  for (let nth = 0; nth < calls; nth += 1) {
    const { question } = await post({ conversationId: `${nth}`, messages: say('ask', nth) });
    if (question === undefined) throw new Error('It did not ask.');
  }
  await settled();
  console.log(JSON.stringify({ calls, bytes: (heap() - before) / calls }));
  await chat.close();
}

function say(content, nth) {
  return [{ role: 'user', content, id: `m${nth}` }];
}

function settled() {
  return new Promise((resolve) => setTimeout(resolve, 1000));
}

/** Used heap, in bytes. */
function heap() {
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}
