import { expect, it } from 'vitest';
import * as z from 'zod';
import { createAskTool } from '../../src/ask.ts';
import { readParams } from '../../src/command/read-params.ts';

const tool = (parameters: z.ZodObject) =>
  createAskTool('trip')
    .description('Plan a trip')
    .parameters(parameters)
    .execute((_, ask) => ask.text('Where?'));

const trip = tool(
  z.object({
    name: z.string(),
    seats: z.int().optional(),
    isReturn: z.boolean().optional(),
    size: z.enum(['S', '2']).optional(),
    stops: z.array(z.string()).optional(),
    either: z.union([z.number(), z.string()]).optional(),
  }),
);

it('values are text where the tool takes text, else JSON', () => {
  const pairs = ['name=5', 'seats=3', 'isReturn=false', 'size=2', 'stops=["a","b=c"]', 'either=7'];
  expect(readParams(trip, pairs)).toEqual({
    name: '5',
    seats: 3,
    isReturn: false,
    size: '2',
    stops: ['a', 'b=c'],
    either: '7',
  });
  expect(readParams(trip, ['name=a=b\nc', 'seats=many'])).toEqual({ name: 'a=b\nc', seats: 'many' });
  expect(readParams(trip, ['name='])).toEqual({ name: '' });
});

it.each([
  [['seat=3'], 'trip has no parameter "seat". It has: name, seats, isReturn, size, stops, either.'],
  [['__proto__=3'], 'trip has no parameter "__proto__".'],
  [['name'], '"name" is not a parameter. Write --param name=value.'],
  [['seats=3'], 'trip needs more parameters. Add --param name=…'],
  [['name=a', 'name=b'], 'The parameter name is given twice. Give it once.'],
])('refuses %s', (pairs, words) => {
  expect(() => readParams(trip, pairs)).toThrow(expect.objectContaining({ code: 'COMMAND_USAGE' }));
  expect(() => readParams(trip, pairs)).toThrow(words);
});

it('a tool that takes any parameter takes those that it does not name', () => {
  expect(readParams(tool(z.looseObject({})), ['a=1'])).toEqual({ a: '1' });
  expect(() => readParams(tool(z.strictObject({})), ['a=1'])).toThrow('It has none.');
});
