import { isObject, type JsonObject } from '../protocol/json.ts';

/**
 * A schema without what stands around it: references into `$defs` are followed, and `null` is left out, as a form never
 * sends it. An outer title, description or default replaces the inner one.
 *
 * @param root - holds the `$defs`
 * @returns undefined if it is no object, or a reference leads nowhere
 */
export function plainSchemaOf(schema: unknown, root: JsonObject): JsonObject | undefined {
  let plain: unknown = schema;
  // References may go round in circles.
  for (let hops = 0; hops < mostHops; hops += 1) {
    if (!isObject(plain)) return undefined;
    const inner = '$ref' in plain ? withinReference(plain, root) : withinUnion(plain);
    if (inner === plain) return withoutNullType(plain);
    if (!isObject(inner)) return undefined;
    plain = { ...inner, ...notesOf(plain) };
  }
  return undefined;
}

const mostHops = 20;

function withinReference({ $ref }: JsonObject, root: JsonObject): unknown {
  const name = /^#\/\$defs\/([^/]+)$/.exec(String($ref))?.[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
  const definitions = root['$defs'];
  return name !== undefined && isObject(definitions) && Object.hasOwn(definitions, name)
    ? definitions[name]
    : undefined;
}

/** The one branch of a union besides null. Anything else stays as it is. */
function withinUnion(schema: JsonObject): unknown {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches: unknown = schema[keyword];
    if (!Array.isArray(branches)) continue;
    const others = branches.filter((branch: unknown) => !isObject(branch) || branch['type'] !== 'null');
    if (others.length === 1 && others.length < branches.length) return others[0];
    if (others.length < branches.length) return { ...schema, [keyword]: others };
  }
  return schema;
}

function withoutNullType(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((one) => one !== 'null') as unknown[];
  return types.length === 1 ? { ...schema, type: types[0] } : schema;
}

function notesOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => notes.has(keyword)));
}

const notes = new Set(['title', 'description', 'default', 'format', 'writeOnly']);
