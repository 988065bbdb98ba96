import { describe, expect, it } from 'vitest';
import { compileForm } from '../../src/form/compile-form.ts';
import { keptDrafts, restoredDrafts, type Draft } from '../../src/form/draft.ts';
import { readForm } from '../../src/form/read-form.ts';
import { schemaOf } from '../ui/schema-form/form-case.ts';

describe('a hostile schema', () => {
  it('with 10 000 properties is refused without a look at one of them', () => {
    const { counted, reads } = counting(schemaOf({ $generate: { properties: 10_000 } }));
    expect(compileForm(counted).refusals).toEqual([{ code: 'too_many_fields' }]);
    expect(reads()).toBeLessThan(60);
  });

  it('with 100 000 options is left out without a look at one of them', () => {
    const { counted, reads } = counting(schemaOf({ $generate: { enum: 100_000 } }));
    expect(compileForm(counted).omitted).toEqual([{ name: 'v', label: 'V', code: 'too_many_options' }]);
    expect(reads()).toBeLessThan(60);
  });

  it('that is 10 000 levels deep is looked at on its first few', () => {
    const { counted, reads } = counting(schemaOf({ $generate: { deep: 10_000 } }));
    expect(compileForm(counted).omitted).toEqual([{ name: 'v', label: 'V', code: 'unsupported_object' }]);
    expect(reads()).toBeLessThan(200);
  });

  it('with 100 fields of 500 options costs a few looks at each', () => {
    const branches = Array.from({ length: 500 }, (_, value) => ({ const: value, title: `${value}` }));
    const properties = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`p${index}`, { oneOf: branches }]),
    );
    const { counted, reads } = counting({ type: 'object', properties });
    expect(compileForm(counted).fields).toHaveLength(100);
    expect(reads()).toBeLessThan(100 * 500 * 60);
  });

  it('that requires a million names is refused without a look at one of them', () => {
    const { counted, reads } = counting({ type: 'object', required: Array.from({ length: 1_000_000 }, () => 'x') });
    expect(compileForm(counted).refusals).toEqual([{ code: 'too_many_fields' }]);
    expect(reads()).toBeLessThan(60);
  });

  it('that refers to itself is refused', () => {
    const loop: Record<string, unknown> = { type: 'object' };
    loop['properties'] = { v: loop, w: { anyOf: [loop, { type: 'null' }] } };
    expect(compileForm(loop).omitted.map(({ code }) => code)).toEqual(['unsupported_object', 'unsupported_object']);
  });

  it('whose references go round in circles is left out', () => {
    const $defs = { a: { $ref: '#/$defs/b' }, b: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#' }] } };
    const properties = {
      a: { $ref: '#/$defs/a' },
      b: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] },
      c: { type: 'array', items: { $ref: '#' } },
      d: { oneOf: [{ const: 1, $ref: '#/properties/d' }] },
    };
    const { counted, reads } = counting({ type: 'object', properties, $defs });
    expect(compileForm(counted).omitted.map(({ code }) => code)).toEqual([
      'unsupported_union',
      'unsupported_union',
      'unsupported_array',
      'unsupported_union',
    ]);
    expect(reads()).toBeLessThan(200);
    expect(compileForm({ ...properties, type: 'object', $ref: '#' }).refusals).toHaveLength(1);
  });

  it('with 100 lists that begin with 100 items each is refused', () => {
    const list = { type: 'array', items: { type: 'string' }, default: Array.from({ length: 100 }, () => 'x') };
    const properties = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, list]));
    const { counted, reads } = counting({ type: 'object', properties });
    expect(compileForm(counted).refusals).toEqual([{ code: 'too_many_fields' }]);
    expect(reads()).toBeLessThan(100 * 100 * 10);
  });

  it('whose list has a default of a million items begins it empty, without a look at one of them', () => {
    const list = { type: 'array', items: { type: 'string' }, default: Array.from({ length: 1_000_000 }, () => 'x') };
    const { counted, reads } = counting({ type: 'object', properties: { list } });
    const [field] = compileForm(counted).fields;
    expect(field).toMatchObject({ kind: 'list', start: [], hasDefault: false });
    expect(reads()).toBeLessThan(200);
  });

  it('whose list has items of 11 properties or of lists without end is left out', () => {
    const wide = { type: 'array', items: schemaOf({ $generate: { properties: 11 } }) };
    const loop: Record<string, unknown> = { type: 'array' };
    loop['items'] = loop;
    const { counted, reads } = counting({ type: 'object', properties: { wide, loop } });
    expect(compileForm(counted).omitted.map(({ code }) => code)).toEqual(['unsupported_array', 'unsupported_array']);
    expect(reads()).toBeLessThan(1000);
  });

  it('keeps no more of a text than anybody reads', () => {
    const text = 'W'.repeat(1_000_000);
    const oneOf = [{ const: text, title: text, description: text }];
    const [field] = compileForm({ type: 'object', properties: { [text]: { description: text, oneOf } } }).fields;
    const { name: _, path: __, options, ...shown } = field as Extract<typeof field, { kind: 'select' }>;
    expect(JSON.stringify(shown).length).toBeLessThan(2000);
    expect(options[0]?.label).toHaveLength(200);
    expect(options[0]?.description).toHaveLength(400);
  });

  it.each([undefined, null, true, 7, 'object', [], [{ type: 'object' }]])('that is %j is refused', (schema) => {
    expect(compileForm(schema).refusals).toEqual([{ code: 'root_not_object' }]);
  });

  it('changes no prototype, whatever its properties are called', () => {
    const schema: unknown = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string","default":"x"},"constructor":{"type":"string","default":"y"}}}',
    );
    const { fields } = compileForm(schema);
    const answer = readForm(fields, new Map(), { timeZone: 'UTC' });
    expect(JSON.stringify(answer)).toBe('{"content":{"__proto__":"x","constructor":"y"}}');
    expect(({} as { constructor: unknown }).constructor).toBe(Object);
    expect(Object.getPrototypeOf('content' in answer && answer.content)).toBe(Object.prototype);
  });
});

describe('a number of 200 000 characters', () => {
  const { fields } = compileForm({ type: 'object', properties: { n: { type: 'number' } } });
  const read = (text: string) => readForm(fields, new Map([['f0', text]]), { timeZone: 'UTC' });
  const many = 200_000;

  it.each([
    ['digits that end in a letter', `${'0'.repeat(many)}!`, 'number'],
    ['digits beyond every number', '9'.repeat(many), 'number'],
    ['decimals that no number has', `0.${'3'.repeat(many)}`, 'unsafe'],
    ['zeros around a digit that no number has', `1.${'0'.repeat(many)}1${'0'.repeat(many)}`, 'unsafe'],
  ])('%s is an error', (_, text, code) => {
    expect(read(text)).toEqual({ errors: new Map([['f0', { code }]]) });
  });

  it('is read if most of them are zeros before or after the others', () => {
    expect(read(`${'0'.repeat(many)}12.5${'0'.repeat(many)}`)).toEqual({ content: { n: 12.5 } });
  });
});

describe('drafts that a host kept', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      size: { type: 'string', enum: ['s', 'm'] },
      tags: { type: 'array', items: { enum: ['a', 'b'] } },
      sure: { type: 'boolean' },
      password: { type: 'string' },
      note: { type: 'string', title: 'Your PIN' },
      people: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' }, vip: { type: 'boolean' } } },
      },
    },
  };
  const { fields } = compileForm(schema);

  it('come back as they were, without secrets', () => {
    const drafts = new Map<string, Draft>([
      ['f0', 'Zoë'],
      ['f1', 1],
      ['f2', [1]],
      ['f3', null],
      ['f4', 'hunter2'],
      ['f5', '1234'],
      ['f6', [[3, 'Ada', null]]],
    ]);
    const kept: unknown = JSON.parse(JSON.stringify(keptDrafts(fields, drafts)));
    expect(JSON.stringify(kept)).not.toMatch(/hunter2|1234/);
    expect([...restoredDrafts(fields, kept)]).toEqual([
      ['f0', 'Zoë'],
      ['f1', 1],
      ['f2', [1]],
      ['f3', null],
      ['f6', [[3, 'Ada', null]]],
    ]);
  });

  it.each([
    [undefined],
    [null],
    ['x'],
    [{ f0: 'x' }],
    [[null, 1, 'f0', ['f0'], ['f0', 'name']]],
    [[['f0', 'other', 'x']]],
    [[['f0', 'name', 7]]],
    [[['f1', 'size', 2]]],
    [[['f1', 'size', 0.5]]],
    [[['f2', 'tags', [0, 1, 0]]]],
    [[['f2', 'tags', ['a']]]],
    [[['f3', 'sure', 'yes']]],
    [[['__proto__', 'name', 'x']]],
    [[['f7', 'name', 'x']]],
    [[['f6', 'people', 'x']]],
    [[['f6', 'people', [['Ada', true]]]]],
    [[['f6', 'people', [[0, 'Ada']]]]],
    [[['f6', 'people', [[0, 'Ada', 'yes']]]]],
    [[['f6', 'people', [[-1, 'Ada', true]]]]],
    [
      [
        [
          'f6',
          'people',
          [
            [0, 'Ada', true],
            [0, 'Zoë', true],
          ],
        ],
      ],
    ],
    [[['f6', 'people', Array.from({ length: 101 }, (_, key) => [key, '', null])]]],
  ])('are ignored where they do not fit: %j', (kept: unknown) => {
    expect(restoredDrafts(fields, kept).size).toBe(0);
    // What stands beside them is kept: it is the entry that does not fit, and not the list.
    const beside = Array.isArray(kept) ? [['f1', 'size', 0], ...(kept as unknown[])] : kept;
    expect([...restoredDrafts(fields, beside)]).toEqual(beside === kept ? [] : [['f1', 0]]);
  });

  it('that are more than there are fields are looked at no further', () => {
    const { counted, reads } = counting(Array.from({ length: 100_000 }, () => ['f0', 'name', 'x']));
    expect([...restoredDrafts(fields, counted)]).toEqual([['f0', 'x']]);
    expect(reads()).toBeLessThan(200);
  });
});

/** Counts how often anything inside is read. */
function counting(value: unknown): { counted: unknown; reads: () => number } {
  let count = 0;
  const watch = (inner: unknown): unknown =>
    typeof inner !== 'object' || inner === null
      ? inner
      : new Proxy(inner, {
          get(target, key, receiver) {
            count++;
            return watch(Reflect.get(target, key, receiver));
          },
        });
  return { counted: watch(value), reads: () => count };
}
