import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Agent, Answered } from '../../docs/examples/agents/take-answer.ts';

process.env['DATA'] = mkdtempSync(join(tmpdir(), 'elicitkit-take-answer-'));
const { currentRun, takeAnswer } = await import('../../docs/examples/agents/take-answer.ts');
const { keepAnswer } = await import('../../docs/examples/agents/database.ts');

/** A framework that asks these questions at once, and is done when all have their answers. */
function playAgent(...ids: string[]) {
  const open = new Set(ids);
  const resumed: (string | undefined)[] = [];
  const agent: Agent = {
    look: async () => (open.size > 0 ? { waitsFor: [...open].map(question) } : { output: 'done' }),
    async goOn(_runId, answered?: Answered) {
      resumed.push(answered?.id);
      open.delete(answered?.id ?? '');
    },
  };
  return { agent, resumed, open };
}
const question = (id: string) => ({ id, message: id });
const accept = (id: string, answerId = 'a') => ({ id, answerId, result: { action: 'accept', content: {} } });

it('each answer resumes its own question, once', async () => {
  const { agent, resumed } = playAgent('one', 'two', 'three');
  const first = await takeAnswer(agent, 'each', accept('two'));
  expect(first).toEqual({ run: { waitsFor: [question('one'), question('three')] } });
  expect(await takeAnswer(agent, 'each', accept('two'))).toEqual(first);
  expect(await takeAnswer(agent, 'each', accept('two', 'b'))).toMatchObject({ counted: { action: 'accept' } });
  await Promise.all([takeAnswer(agent, 'each', accept('three')), takeAnswer(agent, 'each', accept('one'))]);
  expect(await currentRun(agent, 'each')).toEqual({ output: 'done' });
  expect(resumed).toEqual(['two', 'three', 'one']);
});

it('answers that were kept before a crash are all given, each to its question', async () => {
  const { agent, resumed } = playAgent('one', 'two', 'three');
  for (const id of ['three', 'one']) await keepAnswer('crash', id, { answerId: id, result: { action: 'decline' } });
  expect(await currentRun(agent, 'crash')).toEqual({ waitsFor: [question('two')] });
  expect(resumed).toEqual(['one', 'three']);
});

it('a run that its answer does not move is an error after one try, and the answer is kept for another', async () => {
  const { agent, resumed, open } = playAgent('one', 'two');
  const stuck: Agent = { ...agent, goOn: async (_runId, answered) => void resumed.push(answered?.id) };
  const taken = takeAnswer(stuck, 'stuck', accept('one'));
  await expect(taken).rejects.toThrow('The run stuck does not go on: it has got the answer to one, and asks it again.');
  expect(resumed).toEqual(['one']);
  expect(open.size).toBe(2);
  expect(await takeAnswer(agent, 'stuck', accept('one'))).toEqual({ run: { waitsFor: [question('two')] } });
});

it('a run that was cut off and stays so is an error after one try', async () => {
  const tries: unknown[] = [];
  const agent: Agent = { look: async () => ({}), goOn: async (...given) => void tries.push(given) };
  await expect(currentRun(agent, 'cut')).rejects.toThrow('it neither waits for an answer nor ends');
  expect(tries).toEqual([['cut', undefined]]);
});

it('an answer to what the run does not ask is told as such, and kept for nothing', async () => {
  const { agent, resumed } = playAgent('one');
  const counted = { action: 'cancel', reason: 'interrupted' };
  const run = { waitsFor: [question('one')] };
  expect(await takeAnswer(agent, 'foreign', accept('other'))).toEqual({ run, counted });
  expect(await takeAnswer(agent, 'foreign', accept('other'))).toEqual({ run, counted });
  expect(resumed).toEqual([]);
});
