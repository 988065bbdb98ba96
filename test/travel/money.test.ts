import { afterEach, describe, expect, it, vi } from 'vitest';
import { compareMoney, decimalOf, formatMoney, formatRange, isFree } from '../../src/travel/money.ts';

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

describe('formatRange', () => {
  afterEach(() => void vi.restoreAllMocks());

  const range = (from: string, to: string, currency = 'GBP', locale = 'en-GB') =>
    formatRange({ amount: from, currency }, { amount: to, currency }, locale);

  it('writes two prices as the reader does', () => {
    expect(range('36.10', '44.50')).toMatch(/^£36\.10\s?–\s?£44\.50$/u);
    expect(range('36.10', '44.50', 'EUR', 'de-DE')).toMatch(/^36,10–44,50\s€$/u);
  });

  it('is one price where both read alike', () => {
    expect(range('10', '10.00')).toBe('£10.00');
  });

  it('writes both out where the host has no ranges, or the currency is none', () => {
    expect(range('1', '2', 'miles')).toBe('1 miles–2 miles');
    vi.spyOn(Intl.NumberFormat.prototype, 'formatRange').mockImplementation(() => {
      throw new TypeError('not a function');
    });
    expect(range('36.10', '44.50')).toBe('£36.10–£44.50');
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
