import type { FieldError } from './field-error.ts';
import type { NumberField, NumberLimits } from './field.ts';

/**
 * Reads a number as people and programs write it. Refuses thousands separators and hexadecimals.
 *
 * @param decimal - a decimal separator accepted besides the dot; dots that could separate thousands are then refused
 */
export function parseNumber(
  text: string,
  kind: NumberField['kind'],
  decimal = '.',
): { value: number } | { error: FieldError } {
  const isGrouped = decimal !== '.' && /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/.test(text.trim());
  const digits = text
    .trim()
    .replace(/^\u2212/, '-')
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(decimal, '.');
  const value = !isGrouped && numberPattern.test(digits) ? Number(digits) : NaN;
  if (!Number.isFinite(value)) return { error: { code: 'number' } };
  if (kind === 'integer' && !Number.isInteger(value)) return { error: { code: 'integer' } };
  if (kind === 'integer' && !Number.isSafeInteger(value)) return { error: { code: 'unsafe' } };
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

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Compares as decimals: 0.3 is three times 0.1 despite binary rounding. */
function isMultiple(value: number, step: number): boolean {
  const [a, b] = [decimalOf(value), decimalOf(step)];
  const unit = Math.min(a.exponent, b.exponent);
  const inUnits = ({ digits, exponent }: Decimal) => digits * 10n ** BigInt(exponent - unit);
  return inUnits(a) % inUnits(b) === 0n;
}

interface Decimal {
  digits: bigint;
  exponent: number;
}

function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent] = value.toExponential().split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  return { digits: BigInt(whole + part), exponent: Number(exponent) - part.length };
}
