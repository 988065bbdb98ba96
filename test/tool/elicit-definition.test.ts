import { expect, it } from 'vitest';
import * as z from 'zod';
import { issuesOf } from '../../src/protocol/issues-of.ts';

it('issuesOf gives the path and words of everything that is wrong', () => {
  const schema = z.object({ seats: z.array(z.object({ row: z.number({ error: 'Which row?' }) })), name: z.string() });
  const { error } = schema.safeParse({ seats: [{ row: 1 }, {}] });
  expect(issuesOf(error!)).toEqual([
    { path: ['seats', 1, 'row'], message: 'Which row?' },
    { path: ['name'], message: expect.stringContaining('expected string') },
  ]);
});

it('issuesOf gives the answer as a whole an empty path, and symbols as text', () => {
  expect(issuesOf(z.string().safeParse(1).error!)[0]!.path).toEqual([]);
  const symbol = Symbol('seat');
  const named = z.custom(() => false, { path: [symbol] });
  expect(JSON.parse(JSON.stringify(issuesOf(named.safeParse(1).error!)[0]!.path))).toEqual(['Symbol(seat)']);
});
