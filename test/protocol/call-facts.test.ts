import { describe, expect, it } from 'vitest';
import { callFacts } from '../../src/protocol/call-facts.ts';
import type { JsonObject } from '../../src/protocol/json.ts';

const factsOf = (given: JsonObject) => callFacts(given, { properties: {} }, ['Yes', 'No']);

describe('the arguments of a call in words', () => {
  it('name each argument that was given, an empty one and null, too', () => {
    const shown = factsOf({ path: '', owner: null, force: false }).map(({ label, value }) => `${label}: ${value}`);
    expect(shown).toEqual(['Path: ""', 'Owner: null', 'Force: No']);
  });

  it.each<[string, unknown]>([
    ['too long to be shown', 'a'.repeat(30_000)],
    ['with characters that turn words round', 'pay \u202Eelbane'],
    ['with invisible characters', 'ad\u200Bmin'],
    ['too long within an object', { to: 'a'.repeat(30_000) }],
  ])('say so of one %s', (_, value) => {
    expect(factsOf({ value: value as string })).toMatchObject([{ isWhole: false }]);
  });

  it.each<[string, unknown]>([
    ['a line', 'Bern'],
    ['lines of Windows', 'one\r\ntwo'],
    ['an object', { a: [1, { b: 'é' }] }],
    ['a number', 5],
  ])('are whole for %s', (_, value) => {
    expect(factsOf({ value: value as string })).toMatchObject([{ isWhole: true }]);
  });
});
