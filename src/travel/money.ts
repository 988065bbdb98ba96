/** An amount of money as airlines send it. */
export interface Money {
  /** A decimal string, such as `"281.10"`: it never passes through a float sum. */
  amount: string;
  /** ISO 4217, such as `"USD"`. */
  currency: string;
}

/**
 * The amount in the reader's language, with as many decimals as its currency has.
 *
 * @param locale - a BCP 47 tag
 * @default locale the runtime's own
 */
export function formatMoney(money: Money, locale?: string): string {
  try {
    // Given as a string, so that it is formatted exactly; TypeScript wants the literal type for that.
    if (decimal.test(money.amount)) {
      return signed(formatterOf(money.currency, locale).format(money.amount as `${number}`));
    }
  } catch {
    // The currency is no ISO code.
  }
  return `${money.amount} ${money.currency}`;
}

/** Two amounts of one currency as a range, the lower one first; one of them where both read alike. */
export function formatRange(from: Money, to: Money, locale?: string): string {
  const [least, most] = [formatMoney(from, locale), formatMoney(to, locale)];
  if (least === most) return least;
  try {
    const formatter: Partial<Intl.NumberFormat> = formatterOf(from.currency, locale);
    if (formatter.formatRange && decimal.test(from.amount) && decimal.test(to.amount)) {
      return signed(formatter.formatRange(from.amount as `${number}`, to.amount as `${number}`));
    }
  } catch {
    // The currency is no ISO code, or the host has no ranges.
  }
  return `${least}–${most}`;
}

/** Whether there is nothing to pay. */
export function isFree(money: Money): boolean {
  return decimal.test(money.amount) && !/[1-9]/.test(money.amount);
}

/** Order two amounts of one currency. */
export function compareMoney(a: Money, b: Money): number {
  return Number(a.amount) - Number(b.amount);
}

/** Amounts of one currency in one; undefined where there are none, or they are of several. */
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

/** A number of minor units in major ones: `1999n` by 2 decimals is `"19.99"`. */
export function shifted(minor: bigint, digits: number): string {
  const text = String(minor < 0n ? -minor : minor).padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${minor < 0n ? '-' : ''}${text.slice(0, point)}${digits === 0 ? '' : `.${text.slice(point)}`}`;
}

/** A number as the decimal string that `Money` wants. */
export function decimalOf(amount: number): string {
  const text = String(amount);
  return text.includes('e') ? amount.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text;
}

/** What is written from right to left may end in Latin letters: they keep their sign, as in "US$". */
const signed = (text: string): string => (text.includes('\u200F') ? `${text}\u200E` : text);

/** What an amount is written in. */
export const decimal = /^-?\d+(\.\d+)?$/;
const formatters = new Map<string, Intl.NumberFormat>();

// Formatters are kept because making one costs more than a whole row of seats.
function formatterOf(currency: string, locale = ''): Intl.NumberFormat {
  const key = locale + currency;
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale || undefined, { style: 'currency', currency });
  if (formatters.size > 100) formatters.clear();
  formatters.set(key, formatter);
  return formatter;
}
