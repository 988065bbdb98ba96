import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { isObject, type JsonObject } from '../../protocol/json.ts';

/**
 * What the form needs of a Standard Schema that can write itself as JSON Schema; zod 4.2 and newer have it.
 *
 * @see https://standardschema.dev
 */
export interface FormStandardSchema {
  readonly '~standard': {
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
    readonly jsonSchema: { readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown> };
  };
}

interface StandardResult {
  readonly issues?: readonly StandardIssue[] | undefined;
}

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Says what is wrong with an answer that the form itself would send; nothing or an empty list where it will do. */
export type FormCheck = (
  content: JsonObject,
) => readonly ElicitIssue[] | undefined | Promise<readonly ElicitIssue[] | undefined>;

/** Whatever came over the wire is none: JSON holds no function, so one that says it is can write nothing and is refused. */
export function isStandardSchema(schema: JsonObject | FormStandardSchema): schema is FormStandardSchema {
  return isObject((schema as Partial<FormStandardSchema> | undefined)?.['~standard']);
}

/** The JSON Schema of what is entered, or undefined where the schema cannot be written as one. */
export function jsonSchemaOf(schema: FormStandardSchema): JsonObject | undefined {
  try {
    return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  } catch {
    return undefined;
  }
}

/** Asks the schema itself, its refinements included. */
export function checkOf(schema: FormStandardSchema): FormCheck {
  return async (content) => {
    const { issues = [] } = await schema['~standard'].validate(content);
    return issues.map(({ message, path = [] }) => ({ message, path: path.map(keyOf) }));
  };
}

function keyOf(segment: PropertyKey | { readonly key: PropertyKey }): string | number {
  const key = typeof segment === 'object' ? segment.key : segment;
  return typeof key === 'symbol' ? String(key) : key;
}
