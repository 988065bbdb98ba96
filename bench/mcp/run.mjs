// Measures the round trip of one elicitation over MCP, in both eras, beside servers that are written by hand on the
// official SDK, and prints it as Markdown. `npm run bench:mcp` builds first. Close other programs while it runs.
import { cpus, type as system } from 'node:os';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serve } from '@hono/node-server';
import { bookFlights, ours, pushing, rounds as inRounds, sizes } from './servers.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 200);
const versions = await Promise.all(
  ['@modelcontextprotocol/server', '@modelcontextprotocol/client'].map(async (name) => {
    const { default: about } = await import(`../../node_modules/${name}/package.json`, { with: { type: 'json' } });
    return `${name} ${about.version}`;
  }),
);

const found = [];
for (const { era, peer } of [
  { era: '2025-11-25', peer: pushing },
  { era: '2026-07-28', peer: inRounds },
]) {
  const [mine, theirs] = [await open(ours(), era), await open(peer(), era)];
  const [times, peerTimes] = [[], []];
  for (let round = 0; round < rounds + 20; round += 1) {
    const [a, b] = [await timed(mine), await timed(theirs)];
    // The first rounds warm up.
    if (round < 20) continue;
    times.push(a);
    peerTimes.push(b);
  }
  found.push({ era, mine: median(times), theirs: median(peerTimes) });
  await Promise.all([mine.close(), theirs.close()]);
}

console.log(`\n${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${system()}, \
Node ${process.version}, ${versions.join(', ')}; medians of ${rounds} rounds in turns, over loopback; \`npm run bench:mcp\`.\n`);
console.log('| one question and its answer | elicitkit, ms | by hand on the SDK, ms | ratio |');
console.log('| --- | --- | --- | --- |');
for (const { era, mine, theirs } of found) {
  console.log(`| ${era} | ${mine.toFixed(2)} | ${theirs.toFixed(2)} | ${(mine / theirs).toFixed(2)} × |`);
}
console.log('\n| a booking of two questions | characters of `requestState` after each |');
console.log('| --- | --- |');
for (const [name, lengths] of Object.entries(await sizes(bookFlights)))
  console.log(`| ${name} | ${lengths.join(', ')} |`);
process.exit(0);

/** A client of this era, connected over loopback. */
async function open({ fetch, close }, era) {
  const server = await new Promise((resolve) => {
    const listening = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(listening));
  });
  const modern = { versionNegotiation: { mode: { pin: era } } };
  const client = new Client(
    { name: 'bench', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, ...(era >= '2026-07-28' && modern) },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { seat: '7C' } }));
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${server.address().port}/mcp`)));
  return {
    call: () => client.callTool({ name: 'ask', arguments: { flight: 'FL001' } }),
    async close() {
      await client.close();
      await close();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function timed({ call }) {
  const begun = performance.now();
  const { content } = await call();
  const time = performance.now() - begun;
  if (content[0]?.text !== 'Seat 7C.') throw new Error(`The tool said ${JSON.stringify(content)}.`);
  return time;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
