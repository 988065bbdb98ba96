import { Validator } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileForm } from '../../src/form/compile-form.ts';
import { startOf, type Draft } from '../../src/form/draft.ts';
import type { FieldErrorCode } from '../../src/form/field-error.ts';
import type { Field } from '../../src/form/field.ts';
import { readForm } from '../../src/form/read-form.ts';
import { runs } from '../runs.ts';

const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9, ownProperties: true, logger: false });
addFormats.default(ajv);

/** What two validators think of content. */
function verdicts(schema: object, content: unknown): { ajv: boolean; cfworker: boolean } {
  const sent: unknown = JSON.parse(JSON.stringify(content));
  const verdict = {
    ajv: ajv.validate(schema, sent),
    cfworker: new Validator(schema, '2020-12').validate(sent).valid,
  };
  ajv.removeSchema(schema);
  return verdict;
}

const size = fc.integer({ min: 0, max: 6 });
const bound = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.double({ min: -20, max: 20, noNaN: true }));
const words = fc.constantFrom('', ' ', 'a', 'ab', 'Zoë', '💩💩', 'x\r\ny', 'AB1234', 'constructor', '0', '-5', '18');
const sometimes = { noNullPrototype: true, requiredKeys: [] as [] };

const text = fc.record(
  {
    minLength: size,
    maxLength: size,
    pattern: fc.constantFrom('^[A-Z]{2}', String.raw`\d`, String.raw`^\p{L}*$`),
    default: words,
    title: words,
    description: words,
  },
  sometimes,
);
const formatted = fc.record(
  {
    format: fc.constantFrom('email', 'uri', 'date', 'date-time', 'toString'),
    maxLength: fc.integer({ min: 5, max: 40 }),
    default: fc.constantFrom('a@b.de', '2026-03-01', '2026-03-01T12:00:00+02:00', 'urn:x', 'nonsense', 5),
  },
  { noNullPrototype: true, requiredKeys: ['format'] },
);
const numeric = fc.record(
  {
    minimum: fc.integer({ min: -20, max: 7 }),
    maximum: fc.integer({ min: 3, max: 20 }),
    exclusiveMinimum: fc.double({ min: -20, max: 7, noNaN: true }),
    exclusiveMaximum: fc.double({ min: 3, max: 20, noNaN: true }),
    multipleOf: fc.constantFrom(1, 0.5, 0.1, 0.25),
    default: fc.oneof(bound, words),
  },
  sometimes,
);
const value = fc.oneof(words, fc.integer({ min: -3, max: 20 }), fc.boolean());
const listed = fc.oneof(
  fc.record(
    { enum: fc.uniqueArray(value, { minLength: 1, maxLength: 6 }), default: value },
    { ...sometimes, requiredKeys: ['enum'] },
  ),
  fc.record(
    {
      oneOf: fc.uniqueArray(fc.record({ const: value, title: words }, { noNullPrototype: true }), {
        minLength: 1,
        maxLength: 6,
        selector: (branch) => branch.const,
      }),
      default: value,
    },
    { ...sometimes, requiredKeys: ['oneOf'] },
  ),
  fc.record({ const: value }, { noNullPrototype: true }),
);
const typedList = fc
  .tuple(fc.constantFrom('string', 'integer', 'number', 'boolean', undefined), fc.oneof(text, numeric), listed)
  .map(([type, limits, list]) => ({ ...limits, ...list, ...(type !== undefined && { type }) }));
const severalOf = fc
  .record(
    { items: typedList, minItems: size, maxItems: size, default: fc.array(value, { maxLength: 4 }) },
    { ...sometimes, requiredKeys: ['items'] },
  )
  .map((schema) => ({ ...schema, type: 'array' }));
const plainItem = fc.oneof(
  text.map((schema) => ({ ...schema, type: 'string' })),
  formatted.map((schema) => ({ ...schema, type: 'string' })),
  numeric.map((schema) => ({ ...schema, type: 'integer' })),
);
const listOf = fc
  .record(
    {
      items: fc.oneof(
        plainItem,
        fc.tuple(plainItem, typedList, fc.boolean()).map(([a, b, isRequired]) => ({
          type: 'object',
          properties: { a, b },
          required: isRequired ? ['a'] : [],
          additionalProperties: false,
        })),
      ),
      minItems: fc.integer({ min: 0, max: 2 }),
      maxItems: fc.integer({ min: 2, max: 4 }),
      uniqueItems: fc.boolean(),
      default: fc.array(fc.oneof(value, fc.record({ a: value, b: value })), { maxLength: 3 }),
    },
    { ...sometimes, requiredKeys: ['items'] },
  )
  .map((schema) => ({ ...schema, type: 'array' }));
const property = fc
  .oneof(
    { weight: 3, arbitrary: text.map((schema) => ({ ...schema, type: 'string' })) },
    { weight: 5, arbitrary: formatted.map((schema) => ({ ...schema, type: 'string' })) },
    {
      weight: 3,
      arbitrary: fc.tuple(numeric, fc.constantFrom('number', 'integer')).map(([schema, type]) => ({ ...schema, type })),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        { type: fc.constant('boolean'), default: fc.boolean() },
        { ...sometimes, requiredKeys: ['type'] },
      ),
    },
    { weight: 2, arbitrary: typedList },
    { weight: 2, arbitrary: severalOf },
    { weight: 3, arbitrary: listOf },
    {
      weight: 1,
      arbitrary: fc.constantFrom({ type: 'object' }, { $ref: '#' }, { type: ['string', 'null'] }, {}, { not: {} }),
    },
  )
  .map((schema): object => schema);
const names = fc.constantFrom('a', 'b', 'a.b', 'toString', 'constructor', 'a"b', '$data', 'ü', '');
const schemas = fc
  .tuple(
    fc.uniqueArray(fc.tuple(names, property), { maxLength: 5, selector: ([name]) => name }),
    fc.array(fc.boolean()),
  )
  .map(([properties, isRequired]) => ({
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.flatMap(([name], index) => (isRequired[index] ? [name] : [])),
    additionalProperties: false,
  }));

const typed: Record<Exclude<Field['kind'], 'json'>, fc.Arbitrary<string>> = {
  text: words,
  email: fc.oneof(fc.emailAddress(), fc.constantFrom(' a@b.de ', 'a@b', 'ä@b.de', 'a@b_c.de')),
  uri: fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.constantFrom('urn:x', 'a', 'https://ü.de/ä?ö', 'x:[', 'file:///a', 'https://1.2.3/'),
  ),
  date: fc.constantFrom('2026-03-01', '2026-02-30', '0001-01-01', '9999-12-31', 'x'),
  'date-time': fc.constantFrom('2026-03-01T12:00', '2026-03-29T02:30', '0001-01-01T12:00:59', 'x'),
  number: fc.oneof(
    fc.integer({ min: 3, max: 7 }).map(String),
    fc.double({ noNaN: true }).map(String),
    bound.map(String),
    words,
  ),
  integer: fc.oneof(
    fc.integer({ min: -20, max: 20 }).map(String),
    fc.constantFrom('5.0', '5.5', '1e3', '1e300'),
    words,
  ),
  boolean: words,
  select: words,
  'multi-select': words,
  list: words,
};

function draftOf(field: Field, random: fc.GeneratorValue): Draft | undefined {
  if (random(fc.integer, { min: 0, max: 3 }) === 0) return undefined;
  if (field.kind === 'list') {
    const length = random(fc.integer, { min: field.minItems, max: Math.min(field.maxItems, 3) });
    return Array.from({ length }, (_, key) => [
      key,
      ...field.item.map((one) => (draftOf(one, random) as number | undefined) ?? startOf(one, 'UTC', '.')),
    ]) as Draft;
  }
  if (field.kind === 'boolean') return random(() => fc.constantFrom(true, false, null));
  if (field.kind === 'select') return random(fc.integer, { min: 0, max: field.options.length - 1 });
  if (field.kind === 'multi-select')
    return random(
      fc.subarray,
      field.options.map((_, index) => index),
    );
  return random(() => typed[field.kind as keyof typeof typed]);
}

function blankOf(field: Field | undefined): Draft {
  if (field?.kind === 'multi-select' || field?.kind === 'list') return [];
  return field?.kind === 'select' || field?.kind === 'boolean' ? null : '';
}

it('sends nothing that either of two validators refuses, over random schemas and inputs', { timeout: 300_000 }, () => {
  const sent = new Map<string, number>();
  fc.assert(
    fc.property(schemas, fc.gen(), (schema, random) => {
      const { fields, refusals } = compileForm(schema);
      // What stands in JSON only the server checks.
      if (refusals.length > 0 || fields.some(({ kind }) => kind === 'json')) return;
      const drafts = new Map<string, Draft>();
      for (const field of fields) {
        const draft = draftOf(field, random);
        if (draft !== undefined) drafts.set(field.id, draft);
      }
      let answer = readForm(fields, drafts, { timeZone: 'Europe/Berlin' });
      if ('errors' in answer) {
        // Whoever cannot answer a question leaves it open, if they may.
        for (const id of answer.errors.keys())
          drafts.set(id.split('-')[0] ?? id, blankOf(fields.find((field) => field.id === id.split('-')[0])));
        answer = readForm(fields, drafts, { timeZone: 'Europe/Berlin' });
      }
      if (!('content' in answer)) return;
      expect(verdicts(schema, answer.content)).toEqual({ ajv: true, cfworker: true });
      // A form that starts with an answer gives the same answer.
      const again = compileForm(schema, answer.content).fields;
      expect(readForm(again, new Map(), { timeZone: 'Asia/Tokyo' })).toEqual(answer);
      for (const { kind, name } of fields) {
        if (Object.hasOwn(answer.content, name)) sent.set(kind, (sent.get(kind) ?? 0) + 1);
      }
    }),
    { numRuns: runs(5000), endOnFailure: true, seed: 20_260_327 },
  );
  // Nothing was proven of a kind that was hardly ever sent.
  expect(Object.keys(typed).filter((kind) => (sent.get(kind) ?? 0) < runs(50))).toEqual([]);
});

it('refuses no value that both validators take', { timeout: 300_000 }, () => {
  const refused = new Map<FieldErrorCode, number>();
  fc.assert(
    fc.property(
      fc.oneof(
        text.map((schema) => ({ ...schema, type: 'string' })),
        numeric.map((schema) => ({ ...schema, type: 'number' })),
      ),
      fc.gen(),
      (schema, random) => {
        const [field] = compileForm({ type: 'object', properties: { v: schema } }).fields;
        if (!field) return;
        const draft = draftOf(field, random) ?? '';
        const answer = readForm([field], new Map([[field.id, draft]]), { timeZone: 'UTC' });
        const error = 'errors' in answer ? answer.errors.get(field.id) : undefined;
        if (!error || error.code === 'number') return;
        const raw = field.kind === 'number' ? Number(draft) : (draft as string).replaceAll('\r\n', '\n');
        // Ajv is lenient with steps, and has to be for 0.3 to be three times 0.1.
        const { ajv: ajvTakes, cfworker } = verdicts(schema, raw);
        expect([cfworker, ajvTakes && error.code !== 'step']).toEqual([false, false]);
        refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
      },
    ),
    { numRuns: runs(5000), endOnFailure: true, seed: 20_260_327 },
  );
  expect([...refused.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual([
    'above',
    'below',
    'max',
    'maxLength',
    'min',
    'minLength',
    'pattern',
    'step',
  ]);
});
