import { decimal, decimalOf, shifted, type Money } from './money.ts';

/**
 * A price as tools send it. A string or a number is in major units, such as pounds. Minor units, such as pence, are
 * read only from a field that says so: `amountMinor`, or `minorUnits`, which says how many decimals the amount hides.
 */
export type PriceInput = string | number | PriceFields;

/** A price in fields. */
export interface PriceFields {
  /** A decimal number in major units; with `minorUnits` and no `amountMinor`, a whole number of minor units. */
  amount?: string | number | null | undefined;
  /** A whole number of minor units: `1999` for £19.99. */
  amountMinor?: string | number | null | undefined;
  /**
   * How many decimals a number of minor units hides.
   *
   * @default as many as ISO 4217 gives the currency
   */
  minorUnits?: number | null | undefined;
  /** ISO 4217, such as `"USD"`. */
  currency?: string | null | undefined;
}

/** The same data before its prices are read. */
export type AsSent<T> = T extends Money
  ? PriceInput | null
  : T extends readonly (infer Item)[]
    ? readonly AsSent<Item>[]
    : T extends object
      ? { [Key in keyof T]: AsSent<T[Key]> }
      : T;

/**
 * A price, exactly; `null` where it cannot be told. Absent stays absent.
 *
 * @param currency - of a price that names none
 * @param tell - hears what is wrong with it
 */
export function readPrice(
  input: PriceInput | null | undefined,
  currency: string | undefined,
  tell: (problem: string) => void,
): Money | null | undefined {
  if (input === undefined || input === null || isMoney(input)) return input;
  const read = moneyOf(typeof input === 'object' ? input : { amount: input }, currency);
  if (typeof read === 'object') return read;
  tell(read);
  return null;
}

// Nearly all are: the object that came stays the same.
function isMoney(input: PriceInput): input is Money {
  if (typeof input !== 'object' || 'amountMinor' in input || 'minorUnits' in input) return false;
  const { amount, currency } = input;
  return typeof amount === 'string' && decimal.test(amount) && typeof currency === 'string' && currency !== '';
}

/** The money, or what is wrong with it. */
function moneyOf(input: PriceFields, currencyOfAll: string | undefined): Money | string {
  const currency = input.currency ?? currencyOfAll;
  if (!currency || typeof currency !== 'string') return 'it has no currency';
  const digits = input.minorUnits ?? digitsOf(currency);
  const isMinor = input.amountMinor == null && input.minorUnits != null;
  const minor = isMinor ? input.amount : input.amountMinor;
  const ofMajor = isMinor || input.amount == null ? undefined : majorText(input.amount);
  const ofMinor = minor == null ? undefined : minorText(minor, digits);
  if (ofMajor === '') return 'its amount is not a decimal number';
  if (ofMinor === '') return 'its amount is not a whole number of minor units';
  if (ofMajor && ofMinor && plain(ofMajor) !== plain(ofMinor)) return 'it names two different amounts';
  const amount = ofMajor ?? ofMinor;
  return amount === undefined ? 'it has no amount' : { amount, currency };
}

/** `''` for what is no decimal number. */
function majorText(amount: unknown): string {
  const text = typeof amount === 'number' && Number.isFinite(amount) ? decimalOf(amount) : amount;
  return typeof text === 'string' && decimal.test(text) ? text : '';
}

function minorText(amount: unknown, digits: number | undefined): string {
  const text = Number.isSafeInteger(amount) ? String(amount) : amount;
  if (typeof text !== 'string' || !/^-?\d+$/.test(text)) return '';
  if (digits === undefined || !Number.isInteger(digits) || digits < 0 || digits > 9) return '';
  return shifted(BigInt(text), digits);
}

/** Without zeros that say nothing. */
function plain(amount: string): string {
  const [whole = '', part = ''] = amount.split('.');
  return `${whole.replace(/^(-?)0+(?=\d)/, '$1')}.${part.replace(/0+$/, '')}`;
}

/** By ISO 4217 and not by `Intl`: of some currencies, `Intl` counts the decimals that people still write. */
function digitsOf(currency: string): number | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return undefined;
  if (none.has(currency)) return 0;
  return three.has(currency) ? 3 : 2;
}

const none = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));
const three = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));
