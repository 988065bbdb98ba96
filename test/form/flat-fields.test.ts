import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flatPlacesOf, fromFlat } from '../../src/form/flat-fields.ts';
import type { JsonObject } from '../../src/protocol/json.ts';

const text = { type: 'string' };
const of = (properties: object): JsonObject => ({ type: 'object', properties });

describe('an answer in flat names', () => {
  const home = of({ city: text, at: of({ floor: { enum: [1, 2] } }) });
  const schema = of({ name: text, home, sizes: { type: 'array', items: { enum: [2, 'M'] } } });

  it('is put together again', () => {
    const sent = { name: 'Ada', 'home.city': 'Ulm', 'home.at.floor': '2', sizes: ['M', '2'] };
    expect(fromFlat(sent, schema)).toEqual({
      name: 'Ada',
      home: { city: 'Ulm', at: { floor: 2 } },
      sizes: ['M', 2],
    });
  });

  it.each([
    [{ name: 'Ada', home: { city: 'Ulm', at: { floor: 2 } } }],
    [{ name: 'Ada', unknown: 'x', home: 'Ulm' }],
    [{}],
    ['Ada'],
    [null],
    [[1]],
  ])('that is none stays as it is: %j', (sent) => {
    expect(fromFlat(sent, schema)).toEqual(sent);
  });

  it('adds to what is there already', () => {
    expect(fromFlat({ home: { city: 'Ulm' }, 'home.at.floor': '1' }, schema)).toEqual({
      home: { city: 'Ulm', at: { floor: 1 } },
    });
  });

  it('means the value of a choice that is the whole answer', () => {
    expect(fromFlat('2', { enum: [1, 2] })).toBe(2);
    expect(fromFlat('2', { enum: ['2', 2] })).toBe('2');
    expect(fromFlat('true', { oneOf: [{ const: true }, { const: 'x' }] })).toBe(true);
  });

  it('keeps apart a property with a dot and a value in an object', () => {
    const both = of({ a: of({ b: text }), 'a.b': text });
    expect(flatPlacesOf(both).map(({ name }) => name)).toEqual(['a.b_', 'a.b']);
    expect(fromFlat({ 'a.b': 'outside', 'a.b_': 'inside' }, both)).toEqual({ 'a.b': 'outside', a: { b: 'inside' } });
  });

  it('keeps apart an object whose name has a dot', () => {
    const both = of({ 'a.b': of({ a: text }), a: of({ b: text, a: text }) });
    const answer = { 'a.b': { a: 'x' }, a: { b: 'y', a: 'z' } };
    expect(fromFlat(answer, both)).toEqual(answer);
    expect(flatPlacesOf(both).map(({ name }) => name)).toEqual(['a.b.a', 'a.b_', 'a.a']);
    expect(fromFlat({ 'a.b.a': 'x', 'a.b_': 'y', 'a.a': 'z' }, both)).toEqual(answer);
  });

  it('changes no prototype, whatever properties are called', () => {
    const json = '{"type":"object","properties":{"__proto__":{"properties":{"__proto__":{},"constructor":{}}}}}';
    const sent: unknown = JSON.parse('{"__proto__.__proto__":"x","__proto__.constructor":"y"}');
    const answer = fromFlat(sent, JSON.parse(json) as JsonObject);
    expect(JSON.stringify(answer)).toBe('{"__proto__":{"__proto__":"x","constructor":"y"}}');
    expect(Object.getPrototypeOf(answer)).toBe(Object.prototype);
    expect(({} as { constructor: unknown }).constructor).toBe(Object);
  });

  it('comes back from any names and any depth that flat forms have', () => {
    const names = fc.constantFrom('a', 'b', 'a.b', 'b_', '__proto__', 'constructor', '', '.');
    const { tree } = fc.letrec<{ tree: JsonObject; node: unknown }>((tie) => ({
      tree: fc
        .uniqueArray(fc.tuple(names, tie('node')), { maxLength: 3, minLength: 1, selector: ([name]) => name })
        .map((entries) => Object.fromEntries(entries)),
      node: fc.oneof({ maxDepth: 2, withCrossShrink: true }, fc.string(), tie('tree')),
    }));
    const schemaOf = (value: unknown): JsonObject =>
      typeof value === 'string'
        ? text
        : of(Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, schemaOf(inner)])));
    const at = (value: unknown, path: readonly string[]): unknown =>
      path.reduce((inner, name) => Object.getOwnPropertyDescriptor(inner, name)?.value as unknown, value);
    fc.assert(
      fc.property(tree, (answer) => {
        const places = flatPlacesOf(schemaOf(answer));
        const flat = Object.fromEntries(places.map(({ name, path }) => [name, at(answer, path)]));
        expect(new Set(places.map(({ name }) => name)).size).toBe(places.length);
        expect(JSON.stringify(sorted(fromFlat(flat, schemaOf(answer))))).toBe(JSON.stringify(sorted(answer)));
      }),
    );
  });

  it('of a schema that holds itself has an end', () => {
    const node: JsonObject = { $ref: '#/$defs/Node' };
    const schema = { ...of({ top: node }), $defs: { Node: of({ name: text, left: node, right: node }) } };
    expect(flatPlacesOf(schema).length).toBeLessThan(100);
  });
});

/** Entries by name: objects may come in another order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([name, inner]) => [name, sorted(inner)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
