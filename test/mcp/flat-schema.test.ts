import { specTypeSchemas } from '@modelcontextprotocol/server';
import { ElicitRequestFormParamsSchema } from '@modelcontextprotocol/sdk/types.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { flatSchemaOf } from '../../src/mcp/flat-schema.ts';
import { jsonSchemaOf } from '../../src/tool/json-schema.ts';
import { contentIssues } from '../../src/mcp-client/content-issues.ts';
import { readElicitation } from '../../src/mcp-client/read-elicitation.ts';
import { wordsIn } from '../../src/mcp-client/words.ts';
import { compileForm } from '../../src/form/compile-form.ts';

const flat = (schema: z.ZodType) => flatSchemaOf(jsonSchemaOf(schema, 'tool.elicits.key'), 'tool.elicits.key');
/** One field of a form, as it is written. */
const fieldOf = (field: z.ZodType) => flat(z.object({ field })).properties['field'];
const titled = (value: string, title: string) => z.literal(value).meta({ title });

describe('writes', () => {
  it.each([
    ['a text', z.string().min(2).max(9), { type: 'string', minLength: 2, maxLength: 9 }],
    ['an e-mail address', z.email(), { type: 'string', format: 'email' }],
    ['an address', z.url(), { type: 'string', format: 'uri' }],
    ['a date', z.iso.date(), { type: 'string', format: 'date' }],
    ['a time', z.iso.datetime(), { type: 'string', format: 'date-time' }],
    [
      'a date that the tool makes of text',
      z.iso.datetime().pipe(z.transform((at) => new Date(at))),
      { type: 'string', format: 'date-time' },
    ],
    ['a number', z.number().min(0.5).max(2), { type: 'number', minimum: 0.5, maximum: 2 }],
    ['a whole number', z.int().min(1), { type: 'integer', minimum: 1 }],
    ['a whole number above one', z.int().gt(1).lt(9), { type: 'integer', minimum: 2, maximum: 8 }],
    ['a number above one', z.number().gt(1), { type: 'number', minimum: 1 }],
    ['the stricter of two bounds', z.int().min(5).gt(1), { type: 'integer', minimum: 5 }],
    ['yes or no', z.boolean(), { type: 'boolean' }],
    ['a yes that has to be given', z.literal(true), { type: 'boolean' }],
    ['a choice', z.enum(['aisle', 'window']), { type: 'string', enum: ['aisle', 'window'] }],
    ['a choice of one', z.literal('aisle'), { type: 'string', enum: ['aisle'] }],
    [
      'a choice with titles',
      z.union([titled('a', 'Aisle'), titled('w', 'Window')]),
      {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'Aisle' },
          { const: 'w', title: 'Window' },
        ],
      },
    ],
    [
      'a choice with some titles',
      z.union([titled('a', 'Aisle'), z.enum(['middle', 'window'])]),
      {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'Aisle' },
          { const: 'middle', title: 'middle' },
          { const: 'window', title: 'window' },
        ],
      },
    ],
    [
      'a choice with titles in the older form, as its author wrote it',
      z.enum(['a', 'w']).meta({ enumNames: ['Aisle', 'Window'] }),
      { type: 'string', enum: ['a', 'w'], enumNames: ['Aisle', 'Window'] },
    ],
    [
      'a choice that names a value twice',
      z.union([z.enum(['a', 'b']), z.literal('b')]),
      { type: 'string', enum: ['a', 'b'] },
    ],
    [
      'several of a choice',
      z
        .array(z.enum(['bed', 'cot']))
        .min(1)
        .max(2),
      { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['bed', 'cot'] } },
    ],
    ['a choice among numbers', z.literal([2, 4]), { type: 'string', enum: ['2', '4'] }],
    ['a choice among kinds', z.literal(['a', 2]), { type: 'string', enum: ['a', '2'] }],
    ['text or number', z.union([z.number(), z.string().max(9)]), { type: 'string', maxLength: 9 }],
    ['a choice or any text', z.union([z.literal('a'), z.string()]), { type: 'string' }],
    [
      'a choice with descriptions',
      z.union([titled('a', 'Aisle').meta({ description: 'By the galley' }), z.literal('w')]),
      {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'Aisle (By the galley)' },
          { const: 'w', title: 'w' },
        ],
      },
    ],
    [
      'several of a choice among numbers',
      z.array(z.literal([2, 4])),
      { type: 'array', items: { type: 'string', enum: ['2', '4'] } },
    ],
    [
      'several of a choice with titles',
      z.array(z.union([titled('b', 'Bed'), titled('c', 'Cot')])),
      {
        type: 'array',
        items: {
          anyOf: [
            { const: 'b', title: 'Bed' },
            { const: 'c', title: 'Cot' },
          ],
        },
      },
    ],
  ])('%s', (_what, schema, expected) => {
    expect(fieldOf(schema)).toEqual(expected);
  });

  it.each([
    ['a text', z.string().default('Ada'), 'Ada'],
    ['a number', z.number().default(1.5), 1.5],
    ['a whole number', z.int().default(0), 0],
    ['yes or no', z.boolean().default(false), false],
    ['a choice', z.enum(['a', 'b']).default('b'), 'b'],
    ['a choice with titles', z.union([titled('a', 'A'), titled('b', 'B')]).default('b'), 'b'],
    ['several of a choice', z.array(z.enum(['a', 'b'])).default(['b']), ['b']],
    ['several of a choice with titles', z.array(z.union([titled('a', 'A'), titled('b', 'B')])).default(['b']), ['b']],
    ['none of a choice', z.array(z.enum(['a', 'b'])).default([]), []],
  ])('the default of %s', (_what, schema, start) => {
    expect(fieldOf(schema)).toMatchObject({ default: start });
    expect(flat(z.object({ field: schema }))).not.toHaveProperty('required');
  });

  it.each([
    ['a number for text', z.string().meta({ default: 1 })],
    ['what the tool makes of the answer', z.string().transform(Number).default(1)],
    ['half for a whole number', z.int().meta({ default: 0.5 })],
    ['a value that is no choice', z.enum(['a', 'b']).meta({ default: 'c' })],
    ['a value that is no choice among several', z.array(z.enum(['a'])).meta({ default: ['a', 'c'] })],
    ['text for yes or no', z.boolean().meta({ default: 'true' })],
    ['null', z.string().nullable().default(null)],
  ])('no default of another kind: %s', (_what, schema) => {
    expect(fieldOf(schema)).not.toHaveProperty('default');
  });

  it('titles and descriptions of the form and of its fields', () => {
    const name = z.string().meta({ title: 'Full name', description: 'As in the passport' });

    expect(flat(z.object({ name }).meta({ title: 'Passenger', description: 'Who flies' }))).toEqual({
      type: 'object',
      title: 'Passenger',
      description: 'Who flies',
      properties: { name: { type: 'string', title: 'Full name', description: 'As in the passport' } },
      required: ['name'],
    });
  });

  it('fields in their order, and which are required', () => {
    const schema = flat(
      z.object({ zebra: z.string(), ant: z.string().optional(), yak: z.string().nullish(), cat: z.string() }),
    );

    expect(Object.keys(schema.properties)).toEqual(['zebra', 'ant', 'yak', 'cat']);
    expect(schema.required).toEqual(['zebra', 'cat']);
  });

  it('an object without fields, for a question with yes and no only', () => {
    expect(flat(z.object({}))).toEqual({ type: 'object', properties: {} });
  });

  it('nothing besides: no dialect, no other properties, no keyword that the form has no place for', () => {
    const schema = z.strictObject({
      code: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .startsWith('A')
        .meta({ examples: ['ABC'], deprecated: true, 'x-hint': 'code' }),
      price: z.number().multipleOf(5),
      id: z.uuid(),
      nights: z.int(),
      tags: z.array(z.enum(['a', 'b'])).meta({ uniqueItems: true }),
    });

    expect(flat(schema.refine(({ price }) => price > 0))).toEqual({
      type: 'object',
      properties: {
        code: { type: 'string' },
        price: { type: 'number' },
        id: { type: 'string' },
        nights: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      },
      required: ['code', 'price', 'id', 'nights', 'tags'],
    });
  });

  it('no null: a form leaves a field out instead', () => {
    const seat = z.enum(['aisle', 'window']).meta({ title: 'Seat' }).nullable();

    expect(flat(z.object({ seat, name: z.nullable(z.string()), letter: z.literal(['a', null]) })).properties).toEqual({
      seat: { type: 'string', title: 'Seat', enum: ['aisle', 'window'] },
      name: { type: 'string' },
      letter: { type: 'string', enum: ['a'] },
    });
  });

  it('the values of an object in an object, with the names that lead to them', () => {
    const address = z.object({ city: z.string().meta({ title: 'Town' }), zip: z.string().optional() });
    const schema = z.object({
      name: z.string(),
      homeAddress: address,
      work: address.meta({ title: 'Work' }).optional(),
    });

    expect(flat(schema)).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        'homeAddress.city': { type: 'string', title: 'Home address: Town' },
        'homeAddress.zip': { type: 'string', title: 'Home address: Zip' },
        'work.city': { type: 'string', title: 'Work: Town' },
        'work.zip': { type: 'string', title: 'Work: Zip' },
      },
      required: ['name', 'homeAddress.city'],
    });
  });

  it('schemas that have a name of their own where they are used', () => {
    const airport = z.enum(['JFK', 'LAX']).meta({ id: 'Airport', title: 'Airport' });
    const trip = z
      .object({ from: airport.meta({ title: 'From' }), to: airport, via: z.array(airport) })
      .meta({ id: 'Trip' });

    expect(flat(trip)).toEqual({
      type: 'object',
      properties: {
        from: { type: 'string', title: 'From', enum: ['JFK', 'LAX'] },
        to: { type: 'string', title: 'Airport', enum: ['JFK', 'LAX'] },
        via: { type: 'array', items: { type: 'string', enum: ['JFK', 'LAX'] } },
      },
      required: ['from', 'to', 'via'],
    });
  });

  it('a field that is called __proto__ as any other', () => {
    const schema = flatSchemaOf(
      {
        type: 'object',
        properties: JSON.parse('{ "__proto__": { "type": "string" } }'),
        required: ['__proto__', 'gone'],
      },
      'here',
    );

    expect(Object.entries(schema.properties)).toEqual([['__proto__', { type: 'string' }]]);
    expect(schema.required).toEqual(['__proto__']);
  });

  it('a new object each time, and leaves what it was given alone', () => {
    const given = z.toJSONSchema(z.object({ seat: z.union([titled('a', 'A'), titled('b', 'B')]) })) as Record<
      string,
      unknown
    >;
    const before = structuredClone(given);
    const written = flatSchemaOf(given, 'here');
    Object.assign(written.properties['seat']!, { 'x-model-context': {} });

    expect(given).toEqual(before);
    expect(flatSchemaOf(given, 'here')).not.toEqual(written);
  });
});

it.each([
  ['a text', z.string(), { type: 'string' }],
  ['a number', z.int().min(1), { type: 'integer', minimum: 1 }],
  ['a choice', z.enum(['small', 'large']), { type: 'string', enum: ['small', 'large'] }],
  ['choices', z.array(z.enum(['a'])), { type: 'array', items: { type: 'string', enum: ['a'] } }],
])('makes %s by itself the one field of an object', (_what, schema, answer) => {
  expect(flat(schema)).toEqual({
    type: 'object',
    properties: { answer: { title: 'Answer', ...answer } },
    required: ['answer'],
  });
});

describe('refuses, and names the path of', () => {
  const tree: z.ZodType = z.object({
    get child() {
      return tree;
    },
  });

  it.each([
    ['a list of text', z.object({ tags: z.array(z.string()) }), 'tool.elicits.key.tags'],
    ['a list of objects', z.object({ who: z.array(z.object({ name: z.string() })) }), 'tool.elicits.key.who'],
    ['a list of numbers', z.object({ rows: z.array(z.int()) }), 'tool.elicits.key.rows'],
    ['a tuple', z.object({ range: z.tuple([z.number(), z.number()]) }), 'tool.elicits.key.range'],
    ['a record', z.object({ seats: z.record(z.string(), z.string()) }), 'tool.elicits.key.seats'],
    ['a choice of nothing', z.object({ row: z.enum([]) }), 'tool.elicits.key.row'],
    ['anything', z.object({ row: z.any() }), 'tool.elicits.key.row'],
    ['null alone', z.object({ row: z.null() }), 'tool.elicits.key.row'],
    ['itself', tree, 'tool.elicits.key.child'],
    ['a list of text by itself', z.array(z.string()), 'tool.elicits.key'],
    ['an open record', z.record(z.string(), z.string()), 'tool.elicits.key'],
    ['one of several objects', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), 'tool.elicits.key'],
  ])('%s', (_what, schema, path) => {
    expect(() => flat(schema)).toThrow(
      expect.objectContaining({
        code: 'MCP_NOT_FLAT',
        message: expect.stringMatching(new RegExp(`^${path} is .* or leave the tool out\\.$`)),
      }),
    );
  });

  it.each([
    ['in a circle', { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, '#/$defs/a'],
    ['to nothing', { $defs: {} }, '#/$defs/toString'],
    ['to another document', {}, 'https://example.com/schema.json'],
    ['to the whole', {}, '#'],
    ['that is no text', {}, 7],
  ])('a reference %s', (_what, definitions, $ref) => {
    const schema = { type: 'object', properties: { row: { $ref } }, ...definitions };

    expect(() => flatSchemaOf(schema, 'here')).toThrow(
      expect.objectContaining({ code: 'MCP_NOT_FLAT', message: expect.stringMatching(/^here\.row is /) }),
    );
  });

  it.each([
    ['a password by its name', z.object({ userPassword: z.string() }), 'userPassword'],
    ['a key by its name', z.object({ api_key: z.string().optional() }), 'api_key'],
    ['a card number', z.object({ cardNumber: z.string() }), 'cardNumber'],
    ['a code that is a number', z.object({ pin: z.int() }), 'pin'],
    ['a password by its format', z.object({ word: z.string().meta({ format: 'password' }) }), 'word'],
    ['what may only be written', z.object({ word: z.string().meta({ writeOnly: true }) }), 'word'],
    [
      'what may only be written, by its name',
      z.object({ word: z.string().meta({ id: 'Word', writeOnly: true }) }),
      'word',
    ],
  ])('%s', (_what, schema, name) => {
    expect(() => flat(schema)).toThrow(
      expect.objectContaining({
        code: 'MCP_SECRET_FIELD',
        message: expect.stringMatching(new RegExp(`^tool\\.elicits\\.key\\.${name} .*ctx\\.elicit\\.url`)),
      }),
    );
  });

  it('no choice for its name alone', () => {
    const schema = z.object({ card: z.enum(['visa', 'cash']), savePassword: z.boolean() });

    expect(Object.keys(flat(schema).properties)).toEqual(['card', 'savePassword']);
  });
});

describe('any flat schema', () => {
  /** A field, and an answer that fits it. */
  interface Example {
    readonly schema: z.ZodType;
    readonly value: unknown;
  }
  const options = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 });
  const choice = fc.tuple(options, fc.constantFrom('plain', 'titled', 'older')).map(([values, form]) => ({
    schema:
      form === 'titled'
        ? z.union(values.map((value) => titled(value, `Title of ${value}`)))
        : z.enum(values).meta(form === 'older' ? { enumNames: values.map((value) => `Title of ${value}`) } : {}),
    value: values.at(-1),
  }));
  const size = fc.nat({ max: 9 });
  const plain: fc.Arbitrary<Example> = fc.oneof(
    fc.tuple(size, size).map(([least, more]) => ({
      schema: z
        .string()
        .min(least)
        .max(least + more + 1),
      value: 'x'.repeat(least + more),
    })),
    fc.tuple(fc.integer(), size).map(([least, more]) => ({
      schema: z
        .int()
        .min(least)
        .max(least + more),
      value: least + more,
    })),
    fc.tuple(fc.integer(), size).map(([above, more]) => ({
      schema: z
        .number()
        .gt(above)
        .lt(above + more + 1),
      value: above + 0.5,
    })),
    fc.boolean().map((value) => ({ schema: z.boolean(), value })),
    fc.constantFrom(
      { schema: z.email(), value: 'ada@example.com' },
      { schema: z.url(), value: 'https://example.com' },
      { schema: z.iso.date(), value: '2026-07-28' },
      { schema: z.iso.datetime(), value: '2026-07-28T09:00:00Z' },
    ),
    choice,
    choice.map(({ schema, value }) => ({ schema: z.array(schema).max(5), value: [value] })),
  );
  const field = fc.tuple(plain, fc.boolean(), fc.boolean()).map(([{ schema, value }, isOptional, isNullable]) => {
    const nullable = isNullable ? schema.nullable() : schema;
    return { schema: isOptional ? nullable.optional() : nullable, value };
  });
  const form = fc.dictionary(fc.stringMatching(/^f[a-z]{0,3}$/), field, { maxKeys: 6 }).map((fields) => ({
    schema: z.object(Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))),
    answer: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
  }));

  it('is one to both lines of the SDK, which drop nothing of it', () =>
    fc.assert(
      fc.property(form, ({ schema }) => {
        const params = { mode: 'form', message: 'Which?', requestedSchema: flat(schema) };

        expect(ElicitRequestFormParamsSchema.parse(params)).toEqual(params);
        expect(specTypeSchemas.ElicitRequestFormParams['~standard'].validate(params)).toEqual({ value: params });
      }),
    ));

  it('is a form in our own client, with a control for each field', () =>
    fc.assert(
      fc.property(form, ({ schema }) => {
        const requestedSchema = flat(schema);
        const read = readElicitation({ message: 'Which?', requestedSchema });
        const compiled = compileForm(requestedSchema);

        expect(read).toMatchObject({ mode: 'form', schema: requestedSchema });
        expect(compiled).toMatchObject({ omitted: [], refusals: [] });
        expect(compiled.fields.map(({ name }) => name)).toEqual(Object.keys(schema.shape));
      }),
    ));

  it('takes the answers that the tool takes', () =>
    fc.assert(
      fc.property(form, ({ schema, answer }) => {
        expect(schema.parse(answer)).toEqual(answer);
        expect(contentIssues(flat(schema), answer, wordsIn({ locale: undefined, messages: {} }))).toEqual([]);
      }),
    ));

  it('refuses in our own client what it can say: a missing, a wrong and an unknown value', () => {
    const schema = flat(
      z.object({
        name: z.string(),
        nights: z.int().gt(0),
        seat: z.union([titled('a', 'Aisle'), titled('w', 'Window')]),
      }),
    );
    const issues = contentIssues(schema, { nights: 0, seat: 'x' }, wordsIn({ locale: undefined, messages: {} }));

    expect(issues.map(({ path }) => path)).toEqual([['name'], ['nights'], ['seat']]);
  });
});
