import { expect, it } from 'vitest';
import { playPushes, playRounds } from '../mcp-client/hostile-servers.ts';

const runs = Number(process.env['SOAK_RUNS'] ?? 400);

it.each([
  ['asks in rounds', playRounds],
  ['pushes its questions', playPushes],
])(
  `ends ${runs} calls of a hostile server that %s`,
  async (how, play) => {
    const outcomes = await play(runs, 7);
    console.info(`${how}: ${JSON.stringify(Object.fromEntries(outcomes))}`);
    // A call whose answer was changed has an end besides.
    outcomes.delete('change');
    expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(runs);
  },
  900_000,
);
