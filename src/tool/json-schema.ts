import * as z from 'zod';
import type { JsonObject } from '../protocol/json.ts';
import { ToolDeclarationError } from './errors.ts';

/**
 * The JSON Schema (draft 2020-12) of a zod schema's input.
 *
 * @param where - names the schema in the error
 * @throws {ToolDeclarationError} naming the path that JSON Schema cannot express, or for anything but a zod schema
 */
export function jsonSchemaOf(schema: z.ZodType, where: string): JsonObject {
  refuseUnlessZod(schema, where);
  const refuse = (path: readonly PropertyKey[], problem: string): never => {
    const at = [where, ...names(path)].join('.');
    throw new ToolDeclarationError(
      `${at} cannot be sent: ${problem}. Declare what the browser sends in JSON, such as z.iso.datetime() for a date, and transform it.`,
    );
  };
  const convert = (part: z.core.$ZodType, options: z.core.ToJSONSchemaParams) =>
    z.toJSONSchema(part, { io: 'input', ...options });
  try {
    return convert(schema, {
      // zod describes these as if JSON could hold them.
      override({ path, zodSchema, jsonSchema }) {
        const { type, checks } = zodSchema._zod.def;
        if (type === 'file' || type === 'promise') refuse(path, `a ${type} cannot be represented in JSON`);
        if (type !== 'string' || !checks?.some(isBeyondPatterns)) return;
        delete jsonSchema.pattern;
        delete jsonSchema.allOf;
      },
    });
  } catch (error) {
    // zod's error names no path before 4.5, so look for the innermost part with the error: zod visits it first.
    convert(schema, {
      unrepresentable: 'any',
      override({ path, zodSchema }) {
        try {
          convert(zodSchema, {});
        } catch (cause) {
          refuse(path, (cause as Error).message);
        }
      },
    });
    throw error;
  }
}

/** JSON Schema knows no flags, and no text as `.trim()` made it: a form would refuse what the tool takes. */
function isBeyondPatterns({ _zod: { def } }: z.core.$ZodCheck): boolean {
  return def.check === 'overwrite' || /[ims]/.test((def as { pattern?: RegExp }).pattern?.flags ?? '');
}

/** True for a schema of zod 4. */
export function isZod(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/**
 * Refuse anything but zod 4, such as a schema of another library or of zod 3.
 *
 * @param where - names the value in the error
 * @param or - what else may stand there, for the error
 * @throws {ToolDeclarationError} naming the library and what to write
 */
export function refuseUnlessZod(value: unknown, where: string, what = 'schema', or = ''): asserts value is z.ZodType {
  if (isZod(value) && (what === 'schema' || 'shape' in value)) return;
  const given = value as { '~standard'?: { vendor: string }; _def?: unknown } | null | undefined;
  let library = given?.['~standard']?.vendor;
  // The JSON Schema that zod writes names zod, too.
  if (library === 'zod') library = given?._def && !isZod(value) ? 'zod 3' : undefined;
  throw new ToolDeclarationError(
    `${where} is not a zod ${what}${library ? `, but a schema of ${library}` : ''}. Write it with zod 4: z.object({ … })${or}.`,
  );
}

/** A path in a JSON Schema as an author reads it, without the keyword "properties". */
function names(path: readonly PropertyKey[]): string[] {
  return path.filter((part, index) => part !== 'properties' || isName(path, index)).map(String);
}

/** True if "properties" at this index is a property's name: it follows the keyword "properties". */
function isName(path: readonly PropertyKey[], index: number): boolean {
  return path[index - 1] === 'properties' && !isName(path, index - 1);
}
