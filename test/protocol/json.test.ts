import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, isObject, NotJsonError, toJson } from '../../src/protocol/json.ts';

const json = fc.jsonValue();

describe('toJson', () => {
  it('gives what JSON would carry', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(toJson(value, 'it')).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('gives JSON, again and again the same', () => {
    fc.assert(
      fc.property(
        fc.object({ values: [fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true })] }),
        (value) => {
          const once = toJson(value, 'it');
          expect(JSON.parse(JSON.stringify(once))).toEqual(once);
          expect(toJson(once, 'it')).toEqual(once);
        },
      ),
    );
  });

  it('copies: a later change of the original does not reach it', () => {
    const original = { list: [{ a: 1 }] };
    const copied = toJson(original, 'it');
    original.list[0]!.a = 2;
    expect(copied).toEqual({ list: [{ a: 1 }] });
  });

  it('leaves out undefined properties and carries dates as text', () => {
    expect(toJson({ gone: undefined, at: new Date(0) }, 'it')).toEqual({ at: '1970-01-01T00:00:00.000Z' });
  });

  it('keeps a property named __proto__ as a property', () => {
    const copied = toJson(JSON.parse('{"__proto__":{"a":1}}'), 'it') as object;
    expect(Object.getPrototypeOf(copied)).toBe(Object.prototype);
    expect(JSON.stringify(copied)).toBe('{"__proto__":{"a":1}}');
  });

  it('takes the same object twice, where it is no cycle', () => {
    const shared = { a: 1 };
    expect(toJson([shared, shared], 'it')).toEqual([{ a: 1 }, { a: 1 }]);
  });

  class Seat {
    label = '3A';
  }
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  const bare: unknown = Object.create(Object.create(Object.create(null) as object) as object);

  it.for<[what: string, value: unknown, says: string]>([
    ['undefined', undefined, 'the value itself is undefined'],
    ['a function', { list: [() => 1] }, 'list[0] is a function'],
    ['a symbol', { a: { b: Symbol('x') } }, 'a.b is a symbol'],
    ['a bigint', [1n], '[0] is a bigint'],
    ['NaN', { price: Number.NaN }, 'price is NaN'],
    ['an infinity', { price: -Infinity }, 'price is -Infinity'],
    ['a Map', new Map(), 'a Map'],
    ['a Set', { seats: new Set() }, 'seats is a Set'],
    ['an instance of a class', new Seat(), 'a Seat'],
    ['an object of no class with a prototype', bare, 'an object with a prototype'],
    ['undefined in an array', [1, undefined], '[1] is undefined'],
    // oxlint-disable-next-line no-sparse-arrays
    ['a hole in an array', [1, , 2], '[1] is undefined'],
    ['a cycle', cycle, 'self is a cycle'],
  ])('refuses %s, naming the place', ([, value, says]) => {
    expect(() => toJson(value, 'The answer')).toThrow(NotJsonError);
    expect(() => toJson(value, 'The answer')).toThrow(says);
    expect(() => toJson(value, 'The answer')).toThrow(/^The answer cannot be kept as JSON/);
  });

  it('refuses what is nested deeper than anyone can read, with the same error', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(() => toJson(deep, 'The answer')).toThrow(NotJsonError);
    expect(() => toJson(deep, 'The answer')).toThrow('nested');
  });

  it('carries minus zero as JSON does', () => expect(Object.is(toJson(-0, 'it'), 0)).toBe(true));
});

describe('canonicalJson', () => {
  it('is the same for the same value, whatever the order of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('says what the value is', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('sorts keys at every depth and leaves arrays in order', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }, 0], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1},0]}');
  });
});

it('isObject knows plain objects from arrays and null', () => {
  expect([{}, [], null, 'x', undefined].map(isObject)).toEqual([true, false, false, false, false]);
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
