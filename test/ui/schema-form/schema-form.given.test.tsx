import given from 'virtual:given/form-cases';
import { describe, expect, it } from 'vitest';
import '../../../src/styles.css';
import { isEnterable } from './enter.ts';
import { expectationOnPage, outcomeOnPage } from './entered.tsx';
import { isCurrent, type FormCase } from './form-case.ts';

describe('every given case that a browser can enter', () => {
  it.each((given as FormCase[]).filter(isCurrent).filter(isEnterable))('$name', async (one) => {
    expect(await outcomeOnPage(one)).toEqual(expectationOnPage(one));
  });
});
