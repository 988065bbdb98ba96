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

/** The same data as a tool may send it: its prices not read yet, and `null` for what is absent. */
export type AsSent<T> = T extends Money
  ? PriceInput | null
  : T extends readonly (infer Item)[]
    ? readonly AsSent<Item>[]
    : T extends object
      ? { [Key in keyof T]: AsSent<T[Key]> | (undefined extends T[Key] ? null : never) }
      : T;

/** The same without those nulls. */
export type Unpriced<T> = T extends Money
  ? PriceInput | null
  : T extends readonly (infer Item)[]
    ? readonly Unpriced<Item>[]
    : T extends object
      ? { [Key in keyof T]: Unpriced<T[Key]> }
      : T;

/**
 * A price, exactly; `null` where it cannot be told. Absent stays absent.
 *
 * @param currencyOfAll - of a price that names none
 * @param tell - hears what is wrong with it
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

// Nearly all are: the object that came stays the same.
function isMoney(input: PriceInput): input is Money {
  if (typeof input !== 'object' || 'amountMinor' in input || 'minorUnits' in input) return false;
  return typeof input.amount === 'string' && decimal.test(input.amount) && Boolean(input.currency);
}

/**
 * An amount in major units; `''` for what is none.
 *
 * @param digits - how many decimals a whole number of minor units hides; left out for an amount in major units
 */
function textOf(amount: string | number | null | undefined, ...digits: (number | undefined)[]): string | undefined {
  if (amount == null) return undefined;
  const text = typeof amount === 'number' ? decimalOf(amount) : amount;
  if (!decimal.test(text)) return '';
  if (digits.length === 0) return text;
  return /^\d$/.test(`${digits[0]}`) && !text.includes('.') ? shifted(BigInt(text), digits[0] ?? 0) : '';
}

/** By ISO 4217 and not by `Intl`, which counts only the decimals that people still write. */
function digitsOf(currency: string): number | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return undefined;
  if (/BHD|IQD|JOD|KWD|LYD|OMR|TND/.test(currency)) return 3;
  return /BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|X[AOP]F/.test(currency) ? 0 : 2;
}
