import { decimal, decimalOf, shifted, type Money } from './money.ts';

/**
 * A price as tools send it. A string or a number is in major units, such as pounds. Minor units, such as pence, need
 * `amountMinor`, or an `amount` with `minorUnits`, the number of its implied decimals.
 */
export type PriceInput = string | number | PriceFields;

/** A price in fields. */
export interface PriceFields {
  /** A decimal number in major units. With `minorUnits` and no `amountMinor`, a whole number of minor units. */
  amount?: string | number | null | undefined;
  /** A whole number of minor units: `1999` for £19.99. */
  amountMinor?: string | number | null | undefined;
  /**
   * How many decimals a number of minor units implies.
   *
   * @default the currency's decimals in ISO 4217
   */
  minorUnits?: number | null | undefined;
  /** ISO 4217, such as `"USD"`. */
  currency?: string | null | undefined;
}

/** The same data as a tool may send it: with unread prices, and `null` for absent values. */
export type AsSent<T> = T extends Money
  ? PriceInput | null
  : T extends readonly (infer Item)[]
    ? readonly AsSent<Item>[]
    : T extends object
      ? { [Key in keyof T]: AsSent<T[Key]> | (undefined extends T[Key] ? null : never) }
      : T;

/**
 * Read a price exactly. Returns `null` if it cannot be read. Absent stays absent.
 *
 * @param currencyOfAll - the currency of a price that names none
 * @param tell - called with the problem
 */
export function readPrice(
  input: PriceInput | null | undefined,
  currencyOfAll: string | undefined,
  tell: (problem: string) => void,
): Money | null | undefined {
  if (input === undefined || input === null || isMoney(input)) return input;
  const { amount, amountMinor, minorUnits, ...own }: PriceFields =
    typeof input === 'object' ? input : { amount: input };
  const currency = own.currency ?? currencyOfAll;
  const isMinor = amountMinor == null && minorUnits != null;
  const major = isMinor ? undefined : textOf(amount);
  const minor = textOf(isMinor ? amount : amountMinor, minorUnits ?? digitsOf(`${currency}`));
  const text = major ?? minor;
  if (!currency) tell('it has no currency');
  else if (!text || minor === '') tell('its amount cannot be read');
  else if (minor && Number(text) !== Number(minor)) tell('it names two amounts');
  else return { amount: text, currency };
  return null;
}

// Nearly all prices are `Money` already, and stay the same object.
function isMoney(input: PriceInput): input is Money {
  if (typeof input !== 'object' || 'amountMinor' in input || 'minorUnits' in input) return false;
  return typeof input.amount === 'string' && decimal.test(input.amount) && Boolean(input.currency);
}

/**
 * An amount in major units, or `''` if it cannot be read.
 *
 * @param digits - the implied decimals of an amount in minor units; omit it for an amount in major units
 */
function textOf(amount: string | number | null | undefined, ...digits: (number | undefined)[]): string | undefined {
  if (amount == null) return undefined;
  const text = typeof amount === 'number' ? decimalOf(amount) : amount;
  if (!decimal.test(text)) return '';
  if (digits.length === 0) return text;
  return /^\d$/.test(`${digits[0]}`) && !text.includes('.') ? shifted(BigInt(text), digits[0] ?? 0) : '';
}

/** The decimals in ISO 4217. Don't use `Intl`, which counts only the decimals still in daily use. */
function digitsOf(currency: string): number | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return undefined;
  if (/BHD|IQD|JOD|KWD|LYD|OMR|TND/.test(currency)) return 3;
  return /BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|X[AOP]F/.test(currency) ? 0 : 2;
}
