import type { FieldError } from './field-error.ts';
import type { NumberField, NumberLimits } from './field.ts';

/**
 * Reads a number as people and programs write it. Refuses thousands separators and hexadecimals, and what JavaScript
 * would round to another number than the person typed.
 *
 * @param decimal - a decimal separator accepted besides the dot; dots that could separate thousands are then refused
 */
export function parseNumber(
  text: string,
  kind: NumberField['kind'],
  decimal = '.',
): { value: number } | { error: FieldError } {
  const plain = text
    .trim()
    // Full-width signs and digits are 0xFEE0 above those of ASCII.
    .replaceAll(/[\uFF0B-\uFF0E\uFF10-\uFF19]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfe_e0))
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/^\u2212/, '-');
  const isGrouped = decimal !== '.' && /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/.test(plain);
  const digits = plain.replace(decimal, '.');
  const value = !isGrouped && numberPattern.test(digits) ? Number(digits) : NaN;
  if (!Number.isFinite(value)) return { error: { code: 'number' } };
  if (kind === 'integer' && !Number.isInteger(value)) return { error: { code: 'integer' } };
  const isUnsafe = kind === 'integer' && !Number.isSafeInteger(value);
  if (isUnsafe || !isSame(decimalOf(digits), decimalOf(String(value)))) return { error: { code: 'unsafe' } };
  // JSON has no minus zero.
  return { value: value === 0 ? 0 : value };
}

/** The first limit that a number breaks. */
export function checkNumber(value: number, limits: NumberLimits): FieldError | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = limits;
  if (minimum !== undefined && value < minimum) return { code: 'min', limit: minimum };
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return { code: 'above', limit: exclusiveMinimum };
  if (maximum !== undefined && value > maximum) return { code: 'max', limit: maximum };
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return { code: 'below', limit: exclusiveMaximum };
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) return { code: 'step', limit: multipleOf };
  return undefined;
}

const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Compares as decimals: 0.3 is three times 0.1 despite binary rounding. */
function isMultiple(value: number, step: number): boolean {
  const [a, b] = [decimalOf(String(value)), decimalOf(String(step))];
  const unit = Math.min(a.exponent, b.exponent);
  const inUnits = ({ digits, exponent }: Decimal) => BigInt(digits) * 10n ** BigInt(exponent - unit);
  return inUnits(a) % inUnits(b) === 0n;
}

/** A number without its sign: `digits` times ten to the power of `exponent`. */
interface Decimal {
  /** Without zeros at the ends. Empty for zero. */
  digits: string;
  exponent: number;
}

function decimalOf(text: string): Decimal {
  const [mantissa = '', exponent = '0'] = text.replace(/^[+-]/, '').toLowerCase().split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  const digits = (whole + part).replace(/^0+/, '');
  let length = digits.length;
  while (digits[length - 1] === '0') length--;
  if (length === 0) return { digits: '', exponent: 0 };
  return { digits: digits.slice(0, length), exponent: Number(exponent) - part.length + digits.length - length };
}

const isSame = (a: Decimal, b: Decimal): boolean => a.digits === b.digits && a.exponent === b.exponent;
