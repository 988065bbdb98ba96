import { describe, expect, it } from 'vitest';
import { cases } from './cases.ts';
import { expectationOf, outcomeOf } from './form-case.ts';

describe.each(Object.entries(cases))('%s', (_row, rows) => {
  it.each(rows)('$name', (given) => {
    expect(outcomeOf(given)).toEqual(expectationOf(given));
    // An own property called `__proto__` counts too.
    expect(JSON.stringify(outcomeOf(given).expectContent)).toBe(JSON.stringify(given.expectContent));
  });
});
