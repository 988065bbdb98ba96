import given from 'virtual:given/form-cases';
import { describe, expect, it } from 'vitest';
import { expectationOf, isCurrent, outcomeOf, type FormCase } from './form-case.ts';

describe('the model of a form', () => {
  it.each((given as FormCase[]).filter(isCurrent))('$name', (one) => {
    expect(outcomeOf(one)).toEqual(expectationOf(one));
  });
});
