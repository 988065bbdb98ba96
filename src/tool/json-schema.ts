import * as z from 'zod';
import type { JsonObject } from '../protocol/json.ts';
import { ToolDeclarationError } from './errors.ts';

/**
 * The JSON Schema (draft 2020-12) of a zod schema's input.
 *
 * @param where - names the schema in the error
 * @throws {ToolDeclarationError} naming the path that JSON Schema cannot express
 */
export function jsonSchemaOf(schema: z.ZodType, where: string): JsonObject {
  const refuse = (path: readonly PropertyKey[], problem: string): never => {
    const at = [where, ...names(path)].join('.');
    throw new ToolDeclarationError(
      `${at} cannot be sent: ${problem}. Declare what the browser sends in JSON, such as z.iso.datetime() for a date, and transform it.`,
    );
  };
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: ({ path, message }) => refuse(path, message),
    // zod describes these as if JSON could hold them.
    override({ path, zodSchema }) {
      const { type } = zodSchema._zod.def;
      if (type === 'file' || type === 'promise') refuse(path, `a ${type} cannot be represented in JSON`);
    },
  });
}

/** A path in a JSON Schema as an author reads it, without the keyword "properties". */
function names(path: readonly PropertyKey[]): string[] {
  return path.filter((part, index) => part !== 'properties' || isName(path, index)).map(String);
}

/** True if "properties" at this index is a property's name: it follows the keyword "properties". */
function isName(path: readonly PropertyKey[], index: number): boolean {
  return path[index - 1] === 'properties' && !isName(path, index - 1);
}
