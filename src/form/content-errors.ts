import { isObject, type JsonObject } from '../protocol/json.ts';
import { checkNumber } from './check-number.ts';
import { checkText } from './check-text.ts';
import { compileForm } from './compile-form.ts';
import type { FieldError } from './field-error.ts';
import type { Field, ItemField } from './field.ts';
import { formSteps, type StepBudget } from './linear-pattern.ts';

/** What is wrong with a value in an answer. */
export interface ContentError {
  readonly path: readonly string[];
  /** What a form calls the value. */
  readonly label: string;
  readonly error: FieldError;
}

/**
 * Checks an answer that did not come from the form of its schema, as that form would: what is missing, and which value
 * does not fit.
 *
 * The server checks the rest: properties that the schema does not name, patterns that only a server can run, formats.
 *
 * @param schema - untrusted
 */
export function contentErrors(schema: JsonObject, content: JsonObject): readonly ContentError[] {
  const { fields, refusals } = compileForm(schema);
  const budget = { steps: formSteps };
  const missing = refusals.flatMap(({ name = '', label = name.slice(0, 80), code }): ContentError[] =>
    code === 'required_without_property' && !Object.hasOwn(content, name)
      ? [{ path: [name], label, error: { code: 'required' } }]
      : [],
  );
  const named = new Set(fields.map(({ path: [name = ''] }) => name));
  const wrong = fields.flatMap(({ path, label, ...field }): ContentError[] => {
    const value = valueAt(content, path);
    const { neededIn } = field;
    const isNeeded = field.required || (neededIn !== undefined && valueAt(content, neededIn) !== undefined);
    if (value === undefined) return isNeeded ? [{ path, label, error: { code: 'required' } }] : [];
    const error = errorIn({ path, label, ...field } as Field, value, budget);
    return error === undefined ? [] : [{ path, label, error }];
  });
  return [...missing, ...wrong].concat(
    Object.keys(content)
      .filter((name) => !named.has(name) && isObject(content[name]))
      .map((name) => ({ path: [name], label: name.slice(0, 80), error: { code: 'type' } })),
  );
}

export function valueAt(content: unknown, path: readonly string[]): unknown {
  let value = content;
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

function errorIn(field: Field, value: unknown, budget: StepBudget): FieldError | undefined {
  switch (field.kind) {
    case 'json':
      return undefined;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { code: 'type' };
    case 'number':
    case 'integer':
      // JSON cannot carry other numbers: it would send null.
      if (typeof value !== 'number' || !Number.isFinite(value)) return { code: field.kind };
      if (field.kind === 'integer' && !Number.isInteger(value)) return { code: 'integer' };
      return checkNumber(value, field.limits);
    case 'select':
      return field.options.some((option) => option.value === value) ? undefined : { code: 'option' };
    case 'multi-select': {
      if (!Array.isArray(value)) return { code: 'type' };
      const isListed = (one: unknown) => field.options.some((option) => option.value === one);
      return value.every(isListed) ? errorInLength(field, value) : { code: 'option' };
    }
    case 'list': {
      if (!Array.isArray(value)) return { code: 'type' };
      const errorInItem = (item: unknown) =>
        field.item
          .map((inner: ItemField) => {
            const found = field.bare ? item : valueAt(item, [inner.name]);
            if (found !== undefined) return errorIn(inner, found, budget);
            return inner.required ? ({ code: 'required' } as const) : undefined;
          })
          .find(Boolean);
      return errorInLength(field, value) ?? value.map(errorInItem).find(Boolean);
    }
    default:
      return typeof value === 'string' ? checkText(value, field.limits, budget) : { code: 'type' };
  }
}

function errorInLength(
  { minItems, maxItems }: { minItems: number; maxItems: number },
  { length }: readonly unknown[],
): FieldError | undefined {
  if (length < minItems) return { code: 'minItems', limit: minItems };
  return length > maxItems ? { code: 'maxItems', limit: maxItems } : undefined;
}
