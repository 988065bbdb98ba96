import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { flatSchemaOf } from '../../src/mcp/flat-schema.ts';
import { flatAnswer, wholeContent } from '../../src/form/flat-answer.ts';
import { fromFlat } from '../../src/form/flat-fields.ts';
import type { JsonObject } from '../../src/protocol/json.ts';

const bags = z.union([z.literal(0), z.literal(1), z.literal(2)]);
const schema = z.object({
  bags,
  several: z.array(bags),
  note: z.string(),
  home: z.object({ city: z.enum(['A', 'B']) }),
  agreed: z.boolean(),
  nights: z.number(),
});
const json = z.toJSONSchema(schema) as JsonObject;
const form = flatSchemaOf(json, 'book.elicits.stay') as unknown as JsonObject;

/** The content of an answer, as MCP's SDKs check it. */
const carried = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

describe('the answer of a card', () => {
  it('fits the form that the host checks it against', () => {
    const content = { bags: 1, several: [0, 2], note: 'x', home: { city: 'B' }, agreed: true, nights: 3 };
    expect(flatAnswer({ action: 'accept', content }, form)).toEqual({
      action: 'accept',
      content: { bags: '1', several: ['0', '2'], note: 'x', 'home.city': 'B', agreed: true, nights: 3 },
    });
  });

  it('stays as it is without content', () => {
    expect(flatAnswer({ action: 'decline' }, form)).toEqual({ action: 'decline' });
  });

  const more: [string, JsonObject][] = [
    ['a text', { bags: 0, extra: 'x' }],
    ['a list of objects', { bags: 0, seats: [{ row: 7, seat: 'C' }] }],
    ['a value beside one in the same object', { home: { city: 'B', floor: 3, rooms: [{ beds: 2 }] } }],
    ['nothing where the form asks for something', { note: null, nights: 3 }],
    ['an object where the form asks for a text', { note: { deep: 1 } }],
    ['a member named as a prototype', JSON.parse('{"x":{"__proto__":{"y":1}}}') as JsonObject],
  ];
  it.each(more)('reaches the server whole, in what MCP carries, with %s', (_what, content) => {
    const { content: flat } = flatAnswer({ action: 'accept', content }, form) as { content: JsonObject };

    expect(carried.safeParse(flat).success).toBe(true);
    expect(fromFlat(wholeContent(flat), json)).toEqual(content);
  });

  it.each(['{"a":', '[1]', '"x"', '['.repeat(1000)])('leaves a text that is no object of more as it is: %#', (rest) => {
    expect(wholeContent({ 'elicitkit/rest': rest })).toEqual({ 'elicitkit/rest': rest });
  });
});
