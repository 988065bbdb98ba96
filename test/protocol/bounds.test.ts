import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deepest, excessOf, lineBounds, parseWithin, valuesIn, type Bounds } from '../../src/protocol/bounds.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const bounds: Bounds = { characters: 1000, values: 100, depth: 10 };
const nothing: Bounds = { characters: Infinity, values: Infinity, depth: Infinity };

/** Text that looks like structure and is none. */
const confusing = fc.string({
  unit: fc.constantFrom('"', '\\', '[', '{', '}', ']', ',', 'a', '\n', '✈'),
  maxLength: 90,
});
const json = fc.oneof(
  fc.jsonValue(),
  fc.array(confusing),
  fc.dictionary(confusing, fc.oneof(confusing, fc.array(confusing), fc.jsonValue())),
);

/** What the bounds count, counted the plain way. */
function count(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const members = Object.values(value).map(count);
  return {
    values: members.reduce((sum, member) => sum + member.values, members.length === 0 ? 2 : 1),
    depth: 1 + Math.max(0, ...members.map(({ depth }) => depth)),
  };
}

describe('JSON text', () => {
  it('is parsed as JSON.parse does where it keeps to the bounds', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(parseWithin(text, nothing).value).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is refused by what it holds, wherever quotes, backslashes and brackets stand', () => {
    fc.assert(
      fc.property(
        json,
        fc.integer({ min: 1, max: 40 }),
        fc.nat(6),
        fc.constantFrom(undefined, 2, '\t'.repeat(10)),
        (value, values, depth, indent) => {
          const given = { characters: Infinity, values, depth };
          const counted = count(value);
          const text = JSON.stringify(value, undefined, indent);
          const isWithin = counted.values <= values && counted.depth <= depth;
          expect(parseWithin(text, given).excess === undefined).toBe(isWithin);
          expect(excessOf(value, given) === undefined).toBe(isWithin);
          expect(valuesIn(text, Infinity)).toBe(counted.values);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['brackets', '['.repeat(5000), 'depth'],
    ['objects in objects', '{"a":'.repeat(5000), 'depth'],
    ['a long list', `[${'0,'.repeat(200)}0]`, 'values'],
    ['empty objects', `[${'{},'.repeat(200)}{}]`, 'values'],
    ['many names', `{${Array.from({ length: 200 }, (_, index) => `"${index}":0`).join(',')}}`, 'values'],
    ['a long string', `"${'x'.repeat(100_000)}"`, 'characters'],
  ] as const)('with %s is refused, and nothing of it is built', (_what, text, bound) => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(parseWithin(text, { ...bounds, characters: bound === 'characters' ? 1000 : Infinity }).excess).toEqual({
      bound,
      message: expect.stringContaining(String(bounds[bound])) as string,
    });
    expect(parse).not.toHaveBeenCalled();
  });

  it.each(['', '{', '["', '"\\', 'undefined', '[1,]'])('that is none gives undefined: %s', (text) => {
    expect(parseWithin(text, bounds)).toEqual({ value: undefined });
  });

  it('of a long line may hold more', () => {
    expect(lineBounds().values).toBeLessThan(lineBounds(16 * 1_048_576).values);
    expect(lineBounds(1000).values).toBe(100_000);
  });
});

describe('a value that came parsed', () => {
  it('is not looked into where it is too wide', () => {
    let reads = 0;
    const member = {
      get name() {
        reads += 1;
        return 'x';
      },
    };
    expect(excessOf({ list: Array.from({ length: 1_000_000 }, () => member) }, lineBounds())?.bound).toBe('values');
    expect(reads).toBe(0);
  });

  it('is too deep where it holds itself', () => {
    const ring: unknown[] = [];
    ring.push({ ring });
    expect(excessOf(ring, bounds)?.bound).toBe('depth');
  });

  it('counts its strings and names together', () => {
    const half = 'x'.repeat(500);
    expect(excessOf([half, half], bounds)).toBeUndefined();
    expect(excessOf([half, { [half]: 'y' }], bounds)?.bound).toBe('characters');
    expect(excessOf('x'.repeat(1001), bounds)?.bound).toBe('characters');
  });

  it('may be as deep as anybody writes data', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < deepest; depth += 1) deep = [deep];
    expect(excessOf(deep, lineBounds())).toBeUndefined();
    expect(excessOf([deep], lineBounds())?.bound).toBe('depth');
  });
});
