import { CodedError } from '../../protocol/coded-error.ts';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { isObject, type JsonObject } from '../../protocol/json.ts';

/**
 * The parts that the form needs of a Standard Schema that can convert itself to JSON Schema. zod has them since 4.2.
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

/** Returns the issues of an answer that the form itself accepts. Nothing or an empty list means that it is valid. */
export type FormCheck = (
  content: JsonObject,
) => readonly ElicitIssue[] | undefined | Promise<readonly ElicitIssue[] | undefined>;

/**
 * Whether the schema claims to be a Standard Schema. A server's JSON may claim it too, but JSON holds no functions, so
 * it converts to nothing and is refused.
 */
export function isStandardSchema(schema: JsonObject | FormStandardSchema): schema is FormStandardSchema {
  return isObject((schema as Partial<FormStandardSchema> | undefined)?.['~standard']);
}

/**
 * The JSON Schema of the schema's input, or undefined if it cannot be converted.
 *
 * @throws {CodedError} `SCHEMA_NOT_JSON` if it is a Standard Schema that cannot convert itself
 */
export function jsonSchemaOf(schema: FormStandardSchema): JsonObject | undefined {
  const { validate, jsonSchema }: Partial<FormStandardSchema['~standard']> = schema['~standard'];
  // JSON holds no function, so no server's schema gets here.
  if (typeof validate === 'function' && !jsonSchema) {
    throw new CodedError(
      'SCHEMA_NOT_JSON',
      'This schema cannot write itself as JSON Schema. Use zod 4.2, or pass z.toJSONSchema(schema).',
    );
  }
  try {
    return jsonSchema?.input({ target: 'draft-2020-12' });
  } catch {
    return undefined;
  }
}

/** Validates with the schema itself, refinements included. */
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
