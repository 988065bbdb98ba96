import { expect, it } from 'vitest';
import { playPushes, playRounds } from './hostile-servers.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? 1);

it('ends every call of a hostile server that asks in rounds, with its questions', async () => {
  const outcomes = await playRounds(15, seed);
  expect(outcomes.get('result')).toBeGreaterThan(0);
  expect(outcomes.get('change')).toBeGreaterThan(0);
});

it('ends every call of a hostile server that pushes its questions, with its questions', async () => {
  const outcomes = await playPushes(25, seed);
  expect(outcomes.get('result')).toBeGreaterThan(0);
  expect(outcomes.get('change')).toBeGreaterThan(0);
});
