import { describe, expect, it } from 'vitest';
import { compareMoney, decimalOf, formatMoney, isFree } from '../../src/travel/money.ts';

const format = (amount: string, currency: string, locale = 'en-US') =>
  formatMoney({ amount, currency }, locale).replaceAll('\u00A0', ' ');

describe('formatMoney', () => {
  it('gives each currency its own decimals', () => {
    expect(format('281.1', 'USD')).toBe('$281.10');
    expect(format('23450', 'JPY')).toBe('¥23,450');
    expect(format('112.750', 'KWD')).toBe('KWD 112.750');
  });

  it('groups digits as the reader does', () => {
    expect(format('123456.00', 'INR', 'en-IN')).toBe('₹1,23,456.00');
    expect(format('1234.5', 'EUR', 'de-DE')).toBe('1.234,50 €');
  });

  it('keeps digits that a float would lose', () => {
    expect(format('9007199254740993.01', 'USD')).toBe('$9,007,199,254,740,993.01');
  });

  it('shows what it cannot format as it came', () => {
    expect(format('12.00', 'miles')).toBe('12.00 miles');
    expect(format('ask us', 'USD')).toBe('ask us USD');
  });
});

describe('isFree', () => {
  it('is true for nothing only', () => {
    expect(isFree({ amount: '0.00', currency: 'USD' })).toBe(true);
    expect(isFree({ amount: '0.01', currency: 'USD' })).toBe(false);
    expect(isFree({ amount: '', currency: 'USD' })).toBe(false);
  });
});

describe('decimalOf', () => {
  it('writes numbers out', () => {
    expect([299, 259.5, 1e21, 1e-7].map(decimalOf)).toEqual(['299', '259.5', '1000000000000000000000', '0.0000001']);
  });
});

describe('compareMoney', () => {
  it('orders by amount, not by text', () => {
    expect(compareMoney({ amount: '99', currency: 'USD' }, { amount: '171.10', currency: 'USD' })).toBeLessThan(0);
  });
});
