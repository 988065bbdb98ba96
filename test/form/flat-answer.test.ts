import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { flatSchemaOf } from '../../src/mcp/flat-schema.ts';
import { flatAnswer } from '../../src/form/flat-answer.ts';
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
const form = flatSchemaOf(schema, 'book.elicits.stay') as unknown as JsonObject;

describe('the answer of a card', () => {
  it('fits the form that the host checks it against', () => {
    const content = { bags: 1, several: [0, 2], note: 'x', home: { city: 'B' }, agreed: true, nights: 3 };
    expect(flatAnswer({ action: 'accept', content }, form)).toEqual({
      action: 'accept',
      content: { bags: '1', several: ['0', '2'], note: 'x', 'home.city': 'B', agreed: true, nights: 3 },
    });
  });

  it('keeps what the form does not ask for, and what is no content', () => {
    const content = { bags: 0, extra: { deep: 1 } };
    expect(flatAnswer({ action: 'accept', content }, form)).toMatchObject({
      content: { bags: '0', extra: { deep: 1 } },
    });
    expect(flatAnswer({ action: 'decline' }, form)).toEqual({ action: 'decline' });
  });
});
