import { expect, it } from 'vitest';
import { checkFlatContent } from '../../src/mcp-client/check-flat-content.ts';
import { createCompletions } from '../../src/mcp-client/completions.ts';

const schema = { type: 'object', properties: { nights: { type: 'number', minimum: 1 } } };

it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  'refuses %s, which JSON would send as null',
  (nights) => {
    expect(checkFlatContent(schema, { nights })).toEqual([
      { path: ['nights'], message: expect.stringContaining('number') },
    ]);
  },
);

it('takes a number', () => {
  expect(checkFlatContent(schema, { nights: 1.5 })).toEqual([]);
});

it('tells of a page’s completion those who wait for it still, and nobody twice', () => {
  const completions = createCompletions();
  const told: string[] = [];
  const forget = completions.expect('page', () => told.push('declined'));
  completions.expect('page', () => told.push('open'));
  forget();
  completions.hear({ elicitationId: 'page' });
  completions.hear({ elicitationId: 'page' });
  expect(told).toEqual(['open']);
});
