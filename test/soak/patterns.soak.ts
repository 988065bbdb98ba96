import { expect, it } from 'vitest';
import { agreesWithRegExp, mostSteps } from '../form/pattern-fuzz.ts';

const numRuns = Number(process.env['SOAK_PATTERNS'] ?? 50_000);
const seed = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);

it(`runs ${numRuns} random patterns as RegExp does, in steps that grow with the text`, () => {
  const run = agreesWithRegExp({ seed, numRuns });
  const { perChar } = mostSteps({ seed, numRuns: Math.ceil(numRuns / 20) });
  console.info(`seed ${seed}: ${run} patterns agree with RegExp; at most ${perChar.toFixed(0)} steps a character`);
  expect(run).toBeGreaterThan(numRuns / 2);
  expect(perChar).toBeLessThan(1001);
}, 1_800_000);
