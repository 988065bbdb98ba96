import givenCases from 'virtual:given/form-cases';
import { describe, expect, it } from 'vitest';
import { expectationOf, outcomeOf } from './form-case.ts';

describe('the model of a form', () => {
  it.each(givenCases)('$name', (given) => {
    expect(outcomeOf(given)).toEqual(expectationOf(given));
  });
});
