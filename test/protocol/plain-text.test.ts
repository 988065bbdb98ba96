import { describe, expect, it } from 'vitest';
import { plainText } from '../../src/protocol/plain-text.ts';

describe('plainText', () => {
  it('takes out what turns the reading direction, and control characters', () => {
    expect(plainText('pay \u202Eevil\u202C \u2066x\u2069\u200F\u0000\u0007\u009B')).toBe('pay evil x');
  });

  it('keeps line breaks, tabs, markup as text, and every script', () => {
    const text = 'a\n\tb <b>c</b> שלום 👩‍👩‍👧';
    expect(plainText(text)).toBe(text);
  });

  it('cuts text that is longer than it may be', () => {
    expect(plainText('abcdef', 4)).toBe('abc…');
    expect(plainText('abcd', 4)).toBe('abcd');
  });
});
