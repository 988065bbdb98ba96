import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { CommandError } from './command-error.ts';

/**
 * Read `name=value` arguments of a tool. A value is text where the parameter takes text, else JSON, such as `3`, `true`
 * or `["a"]`.
 *
 * @throws {CommandError} `COMMAND_USAGE` for one that is not such a pair, that the tool does not have, or that is given
 * twice, and for one that is missing
 */
export function readParams(tool: AnyMcpTool, pairs: readonly string[]): Record<string, unknown> {
  const { shape } = tool.parameters;
  const others = tool.parametersJson['additionalProperties'];
  const takesOthers = others !== undefined && others !== false;
  const params = new Map<string, unknown>();
  for (const pair of pairs) {
    const [, name = '', text = ''] = /^([^=]+)=([^]*)$/.exec(pair) ?? [];
    if (name === '') throw new CommandError('COMMAND_USAGE', `"${pair}" is not a parameter. Write --param name=value.`);
    if (params.has(name))
      throw new CommandError('COMMAND_USAGE', `The parameter ${name} is given twice. Give it once.`);
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema === undefined && !takesOthers) {
      const has = Object.keys(shape);
      const next = has.length === 0 ? 'It has none.' : `It has: ${has.join(', ')}.`;
      throw new CommandError('COMMAND_USAGE', `${tool.name} has no parameter "${name}". ${next}`);
    }
    const isText = schema === undefined || takes(schema, text);
    params.set(name, isText ? text : jsonOr(text));
  }
  const required = [tool.parametersJson['required'] ?? []].flat().map(String);
  const missing = required.filter((name) => !params.has(name));
  if (missing.length > 0) {
    const next = missing.map((name) => `--param ${name}=…`).join(' ');
    throw new CommandError('COMMAND_USAGE', `${tool.name} needs more parameters. Add ${next}`);
  }
  return Object.fromEntries(params);
}

function takes(schema: { safeParse?(value: unknown): { success: boolean } }, text: string): boolean {
  try {
    return schema.safeParse?.(text).success === true;
  } catch {
    // It is checked asynchronously, with the whole call.
    return true;
  }
}

/** The text stays if it is no JSON, so that the tool's schema says what is wrong with it. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
