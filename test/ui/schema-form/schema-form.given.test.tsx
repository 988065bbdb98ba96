import cases from 'virtual:given/form-cases';
import { describe, it } from 'vitest';
import '../../../src/styles.css';
import { isEnterable } from './enter.ts';
import { expectEntered } from './expect-entered.tsx';

describe('every given case that a browser can enter', () => {
  it.each(cases.filter(isEnterable))('$name', expectEntered);
});
