import type { JsonObject } from '../protocol/json.ts';

/** Why something cannot be asked. */
export interface Problem {
  /** The property's name, or undefined for the whole schema. */
  name?: string | undefined;
  /** Safe to show. */
  label?: string | undefined;
  code: ProblemCode;
}

export type ProblemCode =
  | 'root_not_object'
  | 'too_many_fields'
  | 'too_many_options'
  | 'required_without_property'
  | 'empty_enum'
  | 'contradiction'
  | 'unsupported_type'
  | 'unsupported_object'
  | 'unsupported_array'
  | 'unsupported_union'
  | `unsupported_keyword:${string}`;

/** Problems in words for a host's log, as many as anybody reads. */
export function problemText(problems: readonly Problem[]): string {
  const said = problems.map(({ name, code }) => (name === undefined ? code : `${JSON.stringify(name)} (${code})`));
  return said.join(', ').slice(0, 500);
}

/** The first of these keywords that the schema uses. */
export function unsupportedKeyword(schema: JsonObject, keywords: readonly string[]): string | undefined {
  return keywords.find((keyword) => Object.hasOwn(schema, keyword));
}
