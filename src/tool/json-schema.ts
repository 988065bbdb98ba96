import * as z from 'zod';
import type { JsonObject } from '../protocol/json.ts';
import { ToolDeclarationError } from './errors.ts';

/**
 * The JSON Schema of what a zod schema takes as input (draft 2020-12).
 *
 * @param where - names the schema in the error
 * @throws {ToolDeclarationError} naming the path that JSON Schema cannot express
 */
export function jsonSchemaOf(schema: z.ZodType, where: string): JsonObject {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable({ path, message }) {
      const at = [where, ...path.filter((part) => part !== 'properties')].join('.');
      throw new ToolDeclarationError(
        `${at} cannot be sent: ${message}. Declare what the browser sends in JSON, such as z.iso.datetime() for a date, and transform it.`,
      );
    },
  });
}
