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
  if (!decimal.test(money.amount)) return `${money.amount} ${money.currency}`;
  // Given as a string, so that it is formatted exactly; TypeScript wants the literal type for that.
  return (
    formatterOf(money.currency, locale)?.format(money.amount as `${number}`) ?? `${money.amount} ${money.currency}`
  );
}

/** Whether there is nothing to pay. */
export function isFree(money: Money): boolean {
  return decimal.test(money.amount) && !/[1-9]/.test(money.amount);
}

/** Order two amounts of one currency. */
export function compareMoney(a: Money, b: Money): number {
  return Number(a.amount) - Number(b.amount);
}

/** A number as the decimal string that `Money` wants. */
export function decimalOf(amount: number): string {
  const text = String(amount);
  return text.includes('e') ? amount.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text;
}

const decimal = /^-?\d+(\.\d+)?$/;
const formatters = new Map<string, Intl.NumberFormat | undefined>();

// Formatters are kept because making one costs more than a whole row of seats.
function formatterOf(currency: string, locale: string | undefined): Intl.NumberFormat | undefined {
  const key = `${locale ?? ''} ${currency}`;
  if (!formatters.has(key)) {
    if (formatters.size > 100) formatters.clear();
    formatters.set(key, createFormatter(currency, locale));
  }
  return formatters.get(key);
}

function createFormatter(currency: string, locale: string | undefined): Intl.NumberFormat | undefined {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency });
  } catch {
    // The currency is no ISO code: the amount is then shown as it came.
    return undefined;
  }
}
