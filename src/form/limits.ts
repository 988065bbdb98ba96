import type { JsonObject } from '../protocol/json.ts';
import type { NumberLimits, TextLimits } from './field.ts';
import { linearPattern } from './linear-pattern.ts';

/** The limits of a text. Malformed limits are ignored. */
export function textLimitsOf(schema: JsonObject): TextLimits {
  return {
    minLength: countOf(schema['minLength']),
    maxLength: countOf(schema['maxLength']),
    pattern: linearPattern(schema['pattern']),
  };
}

/** The limits of a number. Malformed limits are ignored. */
export function numberLimitsOf(schema: JsonObject): NumberLimits {
  const multipleOf = finite(schema['multipleOf']);
  return {
    minimum: finite(schema['minimum']),
    maximum: finite(schema['maximum']),
    exclusiveMinimum: finite(schema['exclusiveMinimum']),
    exclusiveMaximum: finite(schema['exclusiveMaximum']),
    multipleOf: multipleOf !== undefined && multipleOf > 0 ? multipleOf : undefined,
  };
}

/** Whether no number can satisfy the limits. */
export function contradicts(limits: NumberLimits, kind: 'number' | 'integer'): boolean {
  const { minimum = -Infinity, maximum = Infinity } = limits;
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: below = Infinity } = limits;
  if (kind === 'integer') {
    const least = Math.max(Math.ceil(minimum), Math.floor(above) + 1, Number.MIN_SAFE_INTEGER);
    return least > Math.min(Math.floor(maximum), Math.ceil(below) - 1, Number.MAX_SAFE_INTEGER);
  }
  return minimum > maximum || minimum >= below || above >= maximum || above >= below;
}

/** The value if it is a valid count. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
