import { formatter } from '../words/formatter.ts';

/** An amount of money as airlines send it. */
export interface Money {
  /** A decimal string, such as `"281.10"`, so that sums stay exact. */
  amount: string;
  /** ISO 4217, such as `"USD"`. */
  currency: string;
}

/**
 * Format an amount for a locale, with the decimals of its currency.
 *
 * @param locale - a BCP 47 tag
 * @default locale the runtime's own
 */
export function formatMoney(money: Money, locale?: string): string {
  try {
    // Pass a string, so that it is formatted exactly. TypeScript wants the literal type for that.
    if (decimal.test(money.amount)) {
      return signed(formatterOf(money.currency, locale).format(money.amount as `${number}`));
    }
  } catch {
    // The currency is not an ISO code.
  }
  return `${money.amount} ${money.currency}`;
}

/** Format two amounts of one currency as a range, or as one amount if both look the same. */
export function formatRange(from: Money, to: Money, locale?: string): string {
  const [least, most] = [formatMoney(from, locale), formatMoney(to, locale)];
  if (least === most) return least;
  try {
    const format: Partial<Intl.NumberFormat> = formatterOf(from.currency, locale);
    if (format.formatRange && decimal.test(from.amount) && decimal.test(to.amount)) {
      return signed(format.formatRange(from.amount as `${number}`, to.amount as `${number}`));
    }
  } catch {
    // The currency is not an ISO code, or the runtime cannot format ranges.
  }
  return `${least}–${most}`;
}

/** True if there is nothing to pay. */
export function isFree(money: Money): boolean {
  return decimal.test(money.amount) && !/[1-9]/.test(money.amount);
}

/** Order two amounts of one currency. */
export function compareMoney(a: Money, b: Money): number {
  return Number(a.amount) - Number(b.amount);
}

/** Add up amounts of one currency. Undefined if there are none, or they are in several currencies. */
export function sumMoney(moneys: readonly Money[]): Money | undefined {
  const [first, ...rest] = moneys;
  if (!first || moneys.some(({ amount, currency }) => currency !== first.currency || !decimal.test(amount))) {
    return undefined;
  }
  if (rest.length === 0) return first;
  const digits = Math.max(...moneys.map(({ amount }) => amount.split('.')[1]?.length ?? 0));
  let sum = 0n;
  for (const { amount } of moneys) {
    const [whole = '0', part = ''] = amount.split('.');
    sum += BigInt(whole + part.padEnd(digits, '0'));
  }
  return { amount: shifted(sum, digits), currency: first.currency };
}

/** Convert minor units to major ones: `1999n` with 2 decimals is `"19.99"`. */
export function shifted(minor: bigint, digits: number): string {
  const text = String(minor < 0n ? -minor : minor).padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${minor < 0n ? '-' : ''}${text.slice(0, point)}${digits === 0 ? '' : `.${text.slice(point)}`}`;
}

/** Convert a number to the decimal string that `Money` needs. */
export function decimalOf(amount: number): string {
  const text = String(amount);
  return text.includes('e') ? amount.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text;
}

/** Right-to-left text may end in Latin letters. Add a mark that keeps their sign beside them, as in "US$". */
const signed = (text: string): string => (text.includes('\u200F') ? `${text}\u200E` : text);

/** The form of an amount. */
export const decimal = /^-?\d+(\.\d+)?$/;

const formatterOf = (currency: string, locale?: string): Intl.NumberFormat =>
  formatter('NumberFormat', locale || undefined, { style: 'currency', currency });
