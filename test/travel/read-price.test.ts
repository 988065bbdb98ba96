import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceSchema } from '../../src/travel/shared-schemas.ts';
import { readPrice, type PriceInput } from '../../src/travel/read-price.ts';

/** `"19.99 GBP"`, or what is wrong. */
function read(price: PriceInput | null | undefined, currency?: string): string | null | undefined {
  let problem: string | undefined;
  const money = readPrice(price, currency, (said) => (problem = said));
  return problem ?? (money && `${money.amount} ${money.currency}`);
}

const currency = 'GBP';

describe('a price', () => {
  it.each<[string, PriceInput, string]>([
    ['a string', '19.99', '19.99 GBP'],
    ['a number', 1999, '1999 GBP'],
    ['an amount as a number', { amount: 19.9, currency: 'EUR' }, '19.9 EUR'],
    ['an amount as a string', { amount: '19.90', currency: 'EUR' }, '19.90 EUR'],
    ['an amount without a currency, in that of all', { amount: '19.90' }, '19.90 GBP'],
  ])('is in major units as %s', (_, price, told) => expect(read(price, currency)).toBe(told));

  it.each<[string, PriceInput, string]>([
    ['two decimals', { amountMinor: 1999, currency }, '19.99 GBP'],
    ['no decimals', { amountMinor: 1999, currency: 'JPY' }, '1999 JPY'],
    ['three decimals', { amountMinor: 1999, currency: 'KWD' }, '1.999 KWD'],
    ['three decimals, of which Intl shows none', { amountMinor: '1999', currency: 'IQD' }, '1.999 IQD'],
    ['as many decimals as it says', { amountMinor: 1999, minorUnits: 4, currency }, '0.1999 GBP'],
    ['an amount that is said to be of minor units', { amount: 5, minorUnits: 2, currency }, '0.05 GBP'],
    ['a number beyond what floats hold', { amountMinor: '900719925474099301', currency }, '9007199254740993.01 GBP'],
    ['less than nothing', { amountMinor: -5, currency }, '-0.05 GBP'],
    ['both, alike', { amount: 20, amountMinor: 2000, currency }, '20 GBP'],
    ['both, alike, with noughts', { amount: '020.50', amountMinor: 2050, currency }, '020.50 GBP'],
  ])('is exact in minor units of %s', (_, price, told) => expect(read(price)).toBe(told));

  it.each<[string, PriceInput, string]>([
    ['no currency', '19.99', 'it has no currency'],
    ['an empty currency', { amount: 1, currency: '' }, 'it has no currency'],
    ['two amounts that differ', { amount: '19.99', amountMinor: 199, currency }, 'it names two amounts'],
    ['two amounts, one a hundred times the other', { amount: 1, amountMinor: 1, currency }, 'it names two amounts'],
    ['text', { amount: 'ask us', currency }, 'its amount cannot be read'],
    ['digits in groups', { amount: '1,299', currency }, 'its amount cannot be read'],
    ['no number', { amount: Infinity, currency }, 'its amount cannot be read'],
    ['decimals of minor units', { amount: '1.5', minorUnits: 2, currency }, 'its amount cannot be read'],
    ['minor units of what is no currency', { amountMinor: 5, currency: 'miles' }, 'its amount cannot be read'],
    ['half a decimal', { amountMinor: 5, minorUnits: 1.5, currency }, 'its amount cannot be read'],
    ['nothing', { currency }, 'its amount cannot be read'],
  ])('cannot be told from %s', (_, price, problem) => {
    expect(read(price)).toBe(problem);
  });

  it.each<PriceInput>(['ask us', 1999, { amountMinor: 5, more: true } as never, { amount: null }])(
    'passes its schema as %j, whether or not it can be told',
    (price) => expect(priceSchema.safeParse(price).success).toBe(true),
  );

  it('stays absent, and on request, where it is', () => {
    expect([read(undefined, currency), read(null, currency)]).toEqual([undefined, null]);
  });

  it('is the same whether it is sent in major or minor units', () => {
    const digits = { JPY: 0, USD: 2, KWD: 3 };
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.constantFrom(...(['JPY', 'USD', 'KWD'] as const)),
        (minor, of) => {
          const text = String(minor).padStart(digits[of] + 1, '0');
          const point = text.length - digits[of];
          const amount = digits[of] === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
          expect(read({ amountMinor: String(minor), amount, currency: of })).toBe(`${amount} ${of}`);
        },
      ),
    );
  });
});
