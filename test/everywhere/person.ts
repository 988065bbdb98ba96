import { isObject, type JsonObject } from '../../src/protocol/json.ts';

/** A field, as a place shows it. */
type Field = JsonObject & { type?: string; title?: string };

/**
 * Somebody who knows nothing but what a place shows: the words of a question, and the fields of its form. They choose
 * among what they see, and type only what the words ask for.
 */
export function createPerson(typed: Readonly<Record<string, unknown>> = {}) {
  /** How often something was chosen, so that two passengers do not choose the same seat. */
  let chosen = 0;

  function valueIn(name: string, field: Field, defs: unknown): unknown {
    const options = optionsIn(field, defs);
    if (options.length > 0) {
      chosen += 1;
      return options[chosen % options.length];
    }
    if (field.type === 'object') return fillIn(field, defs);
    if (field.type === 'array') return [valueIn(name, field['items'] as Field, defs)];
    if (field.type === 'boolean') return true;
    if (Object.hasOwn(typed, name)) return typed[name];
    throw new Error(`Nobody can know what to type into "${field.title ?? name}".`);
  }

  function fillIn({ properties, $defs }: JsonObject, defs: unknown = $defs): Record<string, unknown> {
    const fields = isObject(properties) ? Object.entries(properties) : [];
    return Object.fromEntries(fields.map(([name, field]) => [name, valueIn(name, field as Field, defs)]));
  }

  return {
    /** Fill in a form. */
    fillIn,
    /** Answer a question by its JSON Schema. */
    answer: (schema: JsonObject): unknown => valueIn('', schema as Field, schema['$defs']),
  };
}

/** What can be chosen by a title, or by a value that says what it is. */
function optionsIn(field: Field, defs: unknown): unknown[] {
  const { $ref } = field;
  if (typeof $ref === 'string' && isObject(defs)) return optionsIn(defs[$ref.slice('#/$defs/'.length)] as Field, defs);
  if (Object.hasOwn(field, 'const')) return [field['const']];
  if (Array.isArray(field['enum'])) return field['enum'];
  const listed: unknown = field['oneOf'] ?? field['anyOf'];
  return Array.isArray(listed) ? listed.flatMap((one) => optionsIn(one as Field, defs)) : [];
}
