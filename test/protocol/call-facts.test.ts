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

  it.each(['ad\u200Bmin', 'a'.repeat(121)])('say so of a name that is not shown whole', (name) => {
    expect(factsOf({ [name]: 5 })).toMatchObject([{ isWhole: false }]);
  });

  it('have no name of several lines', () => {
    expect(factsOf({ 'to\nAmount: 5': 1 })).toMatchObject([{ label: 'to Amount: 5' }]);
  });

  it('are lines for the first 200, and JSON for the others', () => {
    const facts = factsOf(Object.fromEntries(Array.from({ length: 203 }, (_, nth) => [`n${nth}`, nth])));
    expect(facts).toHaveLength(201);
    expect(facts[200]).toMatchObject({ label: '…', isJson: true, isWhole: true });
    expect(JSON.parse(facts[200]!.value)).toEqual({ n200: 200, n201: 201, n202: 202 });
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
