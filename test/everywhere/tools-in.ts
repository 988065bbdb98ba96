import { isObject, type JsonObject } from '../../src/protocol/json.ts';
import type { AnyMcpTool } from '../../src/tool/tool-facts.ts';
import { createPerson } from './person.ts';

/** A tool that a reader can copy, and what a model passes it. */
export interface DocumentedTool {
  readonly name: string;
  readonly tool: AnyMcpTool;
  readonly params: JsonObject;
}

/** Those that a person cannot finish in some places, or in a test, and why. */
export const exceptions: Readonly<Record<string, string>> = {
  log_in: 'It asks for a password, which only a page of the host or a terminal may.',
  pay_deposit: 'It asks to open a page, and the places of these tests open none.',
  claim_damage: 'It asks for a file, which only its card takes. Nobody knows the id of one.',
  give_credit: 'It asks a manager, and most places of these tests have one person.',
  sign_contract: 'It asks nothing, and waits for a value that only its host brings.',
  pay: 'It asks nothing, and charges at a service that tests do not have.',
};

/** The tools that a file of an example exports, and those that it makes. */
export function toolsIn(file: string, exported: Readonly<Record<string, unknown>>): readonly DocumentedTool[] {
  // Not every loader gives exports in one order.
  const sorted = Object.entries(exported).toSorted(([one], [other]) => one.localeCompare(other));
  return sorted.flatMap(([name, value]) => {
    const isMaker = typeof value === 'function' && /^create\w+Tool$/.test(name);
    const tool: unknown = isMaker ? (value as (does: () => Promise<string>) => unknown)(async () => 'Done.') : value;
    if (!isTool(tool) || Object.hasOwn(exceptions, tool.name)) return [];
    return [{ name: `${tool.name} of ${file}`, tool, params: paramsFor(tool) }];
  });
}

/** The same tools under names of their own, for a server of all of them. */
export function apart(tools: readonly DocumentedTool[]): readonly DocumentedTool[] {
  return tools.map((one, nth) => ({ ...one, tool: { ...one.tool, name: `${one.tool.name}_${nth}` } }));
}

/** A declaration has no body, and runs nowhere. */
function isTool(value: unknown): value is AnyMcpTool {
  return isObject(value) && 'parametersJson' in value && 'run' in value;
}

/** A model fills in what the tool needs. */
function paramsFor({ parametersJson }: AnyMcpTool): JsonObject {
  const model = createPerson((_, { type }) => (type === 'integer' || type === 'number' ? 3 : 'London'));
  const { properties, required } = parametersJson;
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const asked = Object.entries(isObject(properties) ? properties : {}).filter(
    ([name, field]) => needed.includes(name) && !(isObject(field) && 'default' in field),
  );
  return model.fillIn({ properties: Object.fromEntries(asked) as JsonObject }) as JsonObject;
}

/** How the result of a tool reads that nobody finished. */
export const unfinished = /cancel|decline|[Nn]ot booked|[Nn]obody|[Nn]othing|No seat|No flight|failed|"error"/;
