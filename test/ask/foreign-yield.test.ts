import { run } from 'effection';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createAskTool, type AskContext } from '../../src/ask.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const declared = createAskTool('greet').description('Greet').parameters(z.object({}));
const play = (body: (_: object, ask: AskContext) => Generator<unknown, unknown>) =>
  run(() =>
    runTool(
      declared.execute(body as never),
      {},
      createMockClient({ elicitResponses: [{ action: 'accept', content: 'Ada' }] }),
    ),
  );

it.each<[string, (ask: AskContext) => unknown, RegExp]>([
  ['{ ask: … }', () => ({ ask: 'text', message: 'Name?' }), /yielded \{ ask: 'text' \}\. Write yield\* ask\.text\(/],
  ['{ emit: … }', () => ({ emit: 'status' }), /Write yield\* ask\.progress\(/],
  ['a promise', () => Promise.reject(new Error('late')), /yield\* ask\.step\(/],
  ['an operation', (ask) => ask.text('Name?'), /Write yield\* instead of yield/],
  ['null', () => null, /yielded null/],
  ['a number', () => 7, /yielded number/],
])('a yield of %s ends the call with what to write', async (_, value, message) => {
  const failed = play(function* (_params, ask) {
    yield value(ask);
  });
  await expect(failed).rejects.toMatchObject({ code: 'ASK_YIELD', message: expect.stringMatching(message) });
});

it('the error comes where the yield stands, so the body can clean up and go on', async () => {
  const seen: unknown[] = [];
  const result = await play(function* (_, ask) {
    try {
      yield { ask: 'text' };
    } catch (error) {
      seen.push((error as { code: string }).code);
      try {
        yield 1;
      } catch (again) {
        seen.push((again as { code: string }).code);
      }
    } finally {
      seen.push('cleaned');
    }
    return yield* ask.text('Name?');
  });
  expect(result).toBe('Ada');
  expect(seen).toEqual(['ASK_YIELD', 'ASK_YIELD', 'cleaned']);
});
