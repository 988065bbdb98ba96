import { isObject, type JsonObject } from '../../src/protocol/json.ts';

/** A field, as a place shows it. */
type Field = JsonObject & { type?: string; title?: string };

/** What somebody types into a field, by the words around it. Undefined if these do not say what to type. */
export type Typing = (words: string, field: Field) => unknown;

/**
 * Somebody who knows nothing but what a place shows: the words of a question, and the fields of its form. They choose
 * among what they see, and type only what the words ask for: an optional text stays empty.
 *
 * @param before - how often somebody chose before them
 */
export function createPerson(type: Typing = () => undefined, before = 0) {
  /** How often something was chosen, so that two passengers do not choose the same seat. */
  let chosen = before;

  function valueIn(name: string, field: Field, words: string, defs: unknown): unknown {
    const options = optionsIn(field, defs);
    if (options.length > 0) {
      chosen += 1;
      return options[chosen % options.length];
    }
    if (field.type === 'object') return fillIn(field, words, defs);
    if (field.type === 'array') {
      const count = Math.max(1, Number(field['minItems'] ?? 1));
      return Array.from({ length: count }, () => valueIn(name, field['items'] as Field, words, defs));
    }
    if (field.type === 'boolean') return true;
    const typed = type(saidOf(name, field, words), field);
    if (typed !== undefined) return typed;
    throw new Error(`Nobody can know what to type into "${field.title ?? name}" of "${words}".`);
  }

  function fillIn(form: JsonObject, words = '', defs: unknown = form['$defs']): Record<string, unknown> {
    const { properties, required } = form;
    const fields = Object.entries((isObject(properties) ? properties : {}) as Record<string, Field>);
    const needed = fields.filter(([name, field]) => {
      const isRequired = Array.isArray(required) && required.includes(name);
      return (
        isRequired ||
        field.type !== 'string' ||
        optionsIn(field, defs).length > 0 ||
        type(saidOf(name, field, words), field) !== undefined
      );
    });
    return Object.fromEntries(needed.map(([name, field]) => [name, valueIn(name, field, words, defs)]));
  }

  return {
    /** Fill in a form. */
    fillIn,
    /** Answer a question by its JSON Schema. */
    answer: (schema: JsonObject, words = ''): unknown => valueIn('', schema as Field, words, schema['$defs']),
  };
}

/** Somebody with a name and a plan, who types what is plainly asked for, and nothing that only a list would say. */
export const ada: Typing = (words, { type, format, minimum }) => {
  if (type === 'number' || type === 'integer') return minimum ?? Number(/from (\d+) to/.exec(words)?.[1] ?? 2);
  if (format === 'email') return 'ada@example.com';
  if (format === 'date') return '2026-12-24';
  if (/name|who is flying|anything else/i.test(words)) return 'Ada';
  // What the words list can be typed.
  return /of these\? ([^,\n]+)/i.exec(words)?.[1];
};

/** The words around a field. */
const saidOf = (name: string, { title = name, description }: Field, words: string) =>
  [words, title, description].filter(Boolean).join('\n');

/** What can be chosen by a title, or by a value that says what it is. */
function optionsIn(field: Field, defs: unknown): unknown[] {
  const { $ref } = field;
  if (typeof $ref === 'string' && isObject(defs)) return optionsIn(defs[$ref.slice('#/$defs/'.length)] as Field, defs);
  if (Object.hasOwn(field, 'const')) return [field['const']];
  if (Array.isArray(field['enum'])) return field['enum'];
  const listed: unknown = field['oneOf'] ?? field['anyOf'];
  return Array.isArray(listed) ? listed.flatMap((one) => optionsIn(one as Field, defs)) : [];
}
