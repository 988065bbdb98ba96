import type { MultiSelectEnumSchema, NumberSchema } from '@modelcontextprotocol/server';
import { parseNumber } from '../form/check-number.ts';
import { compileForm } from '../form/compile-form.ts';
import { limitText } from '../form/texts.ts';
import { words } from '../form/words.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { FlatField, FlatOption, FlatSchema } from './flat-schema.ts';

// Some hosts show only texts, choices of one, and yes or no. Of a form with anything else they send nothing.

/** The same form without numbers and lists, for a host that sent the whole one back empty. */
export function textFormOf(flat: FlatSchema): FlatSchema {
  const { fields } = compileForm(flat);
  const properties = Object.entries(flat.properties).map(([name, field]) => {
    const shown = fields.find((one) => one.name === name);
    return [name, asText(field, shown && limitText({ ...words, locale: 'en' }, shown))];
  });
  return { ...flat, properties: Object.fromEntries(properties) as FlatSchema['properties'] };
}

/** What the texts of such a form mean. A text that means nothing stays, for the tool to refuse it in words. */
export function fromTexts(content: JsonObject, flat: FlatSchema): JsonObject {
  const values = Object.entries(content).map(([name, value]) => {
    const field = Object.hasOwn(flat.properties, name) ? flat.properties[name] : undefined;
    return [name, typeof value === 'string' && field ? meant(value, field) : value];
  });
  return Object.fromEntries(values) as JsonObject;
}

/** @param limits - in words */
function asText(field: FlatField, limits: string | undefined): FlatField {
  if (field.type === 'array' && isOne(field)) return oneOf(field);
  if (field.type !== 'array' && field.type !== 'number' && field.type !== 'integer') return field;
  const { title, description, default: start } = field;
  return {
    type: 'string',
    ...(title !== undefined && { title }),
    description: [description, kindInWords(field), limits].filter(Boolean).join(' '),
    ...(start !== undefined && { default: [start].flat().join(', ') }),
  };
}

function kindInWords(field: MultiSelectEnumSchema | NumberSchema): string {
  if (field.type !== 'array') return field.type === 'integer' ? 'A whole number.' : 'A number.';
  const titles = optionsIn(field).map((option) => option.title);
  return `Any of these, with commas between them: ${titles.join('; ')}.`;
}

const isOne = ({ maxItems }: MultiSelectEnumSchema) => maxItems === 1;

function oneOf({ title, description, items }: MultiSelectEnumSchema): FlatField {
  const about = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  return { type: 'string', ...about, ...('anyOf' in items ? { oneOf: items.anyOf } : { enum: items.enum }) };
}

function meant(text: string, field: FlatField): unknown {
  if (field.type === 'array') return isOne(field) && text !== '' ? [text] : listedIn(text, optionsIn(field));
  if (field.type !== 'number' && field.type !== 'integer') return text;
  const read = parseNumber(text, field.type);
  return 'value' in read ? read.value : text;
}

function optionsIn({ items }: MultiSelectEnumSchema): readonly FlatOption[] {
  return 'anyOf' in items ? items.anyOf : items.enum.map((name) => ({ const: name, title: name }));
}

/** The options that a text names, by title or by name. Either may hold commas, so the longest one counts. */
function listedIn(text: string, options: readonly FlatOption[]): readonly string[] {
  const labels = options
    .flatMap((option) =>
      [option.title, option.const].map((label) => [label.trim().toLowerCase(), option.const] as const),
    )
    .filter(([label]) => label !== '')
    .toSorted(([one], [other]) => other.length - one.length);
  const found: string[] = [];
  for (let rest = text.trim(); rest !== '' && found.length < mostNamed;) {
    const lower = rest.toLowerCase();
    const hit = labels.find(([label]) => lower.startsWith(label) && /^\s*(?:[,;]|$)/.test(lower.slice(label.length)));
    const length = hit?.[0].length ?? /^[^,;]*/.exec(rest)?.[0].length ?? rest.length;
    const named = hit?.[1] ?? rest.slice(0, length).trim();
    if (named !== '' && !found.includes(named)) found.push(named);
    rest = rest.slice(length).replace(/^\s*[,;]?\s*/, '');
  }
  return found;
}

/** As many as a form lists. */
const mostNamed = 500;
