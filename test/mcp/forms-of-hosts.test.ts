import { StreamableHTTPClientTransport, Client } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { createPluginClient } from '../../src/client.ts';
import { connectMcpElicitation, elicitationCapabilities } from '../../src/mcp-client.ts';
import {
  confirmQuestion,
  createMcpTool,
  makePlugin,
  question,
  type AnyMcpTool,
  type AnyPlugin,
  type JsonObject,
} from '../../src/plugin.ts';
import { contextKeyword } from '../../src/protocol/context-data.ts';
import { eventually } from '../eventually.ts';
import { address, connect, endpointOf, type Asked } from './harness.ts';

const declaration = createMcpTool('pick')
  .description('Pick one of many')
  .parameters(z.object({}))
  .elicits({
    one: question({
      response: z.object({ id: z.string() }),
      choices: {
        id: () => Array.from({ length: 250 }, (_, nth) => ({ value: `id ${nth}`, label: `The one of number ${nth}` })),
      },
    }),
  });
const tool = declaration.execute(function* (_, ctx) {
  const answer = yield* ctx.elicit('one', { message: 'Which?' });
  return answer.action === 'accept' ? answer.content.id : answer.action;
});

it.each(['modern', 'legacy'] as const)(
  'a host gets the first 200 choices, and how many there are more: %s',
  async (era) => {
    const { client, asked } = await connect(endpointOf([tool]), era, {
      onAsked: () => ({ action: 'accept', content: { id: 'id 249' } }),
    });
    const { content } = await client.callTool({ name: 'pick', arguments: {} });

    const field = asked[0]?.requestedSchema?.properties['id'] as JsonObject;
    expect(field['oneOf']).toHaveLength(200);
    expect(field['description']).toBe('Not listed: 50 more.');
    // What is not listed can be chosen all the same.
    expect(content).toEqual([{ type: 'text', text: 'id 249' }]);
  },
);

it.each(['modern', 'legacy'] as const)('a host that accepts without an answer is asked once more: %s', async (era) => {
  const { client, asked } = await connect(endpointOf([tool]), era, {
    onAsked: () => ({ action: 'accept', content: {} }),
  });
  const { content } = await client.callTool({ name: 'pick', arguments: {} });

  expect(asked).toHaveLength(2);
  expect(content).toEqual([
    { type: 'text', text: 'cancel' },
    { type: 'text', text: expect.stringContaining('"one" ended without an answer') as string },
  ]);
});

const party = createMcpTool('book_table')
  .description('Book a table')
  .parameters(z.object({}))
  .elicits({
    table: z.object({
      guests: z.int().min(1).max(6).meta({ description: 'Children count.' }),
      tip: z.number().optional(),
      dishes: z.array(z.enum(['soup', 'fish, fried', 'rice'])).min(1),
      wine: z.array(z.enum(['red', 'white'])).max(1),
      place: z.object({ outside: z.boolean() }),
    }),
  })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('table', { message: 'Which table?' });
    return answer.action === 'accept' ? answer.content : answer.action;
  });

/** A host that shows texts and yes or no only, as some do: of any other form it sends nothing. */
const isShown = ({ requestedSchema }: Asked) =>
  Object.values(requestedSchema?.properties ?? {}).every((field) =>
    ['string', 'boolean'].includes((field as JsonObject)['type'] as string),
  );

it.each(['modern', 'legacy'] as const)('a form that a host cannot show comes again in texts: %s', async (era) => {
  const typed = { guests: ' 4 ', dishes: 'Fish, fried,soup', wine: 'red', 'place.outside': true };
  const { client, asked } = await connect(endpointOf([party]), era, {
    onAsked: (question) => ({ action: 'accept', content: isShown(question) ? typed : {} }),
  });
  const { structuredContent } = await client.callTool({ name: 'book_table', arguments: {} });

  expect(asked).toHaveLength(2);
  expect(asked[1]?.requestedSchema).toMatchObject({
    properties: {
      guests: { type: 'string', title: 'Guests', description: 'Children count. A whole number. From 1 to 6.' },
      tip: { type: 'string', description: 'A number.' },
      dishes: {
        type: 'string',
        description: 'Any of these, with commas between them: soup; fish, fried; rice. Choose at least 1.',
      },
      wine: { type: 'string', enum: ['red', 'white'] },
      'place.outside': { type: 'boolean' },
    },
    required: ['guests', 'dishes', 'wine', 'place.outside'],
  });
  expect(structuredContent).toEqual({
    guests: 4,
    dishes: ['fish, fried', 'soup'],
    wine: ['red'],
    place: { outside: true },
  });
});

it('numbers in texts are read as a form reads them: in any digits, and never as another number', async () => {
  const typed = { guests: '４', tip: '12345678901234567.8', dishes: 'rice', wine: 'red', 'place.outside': true };
  const { client, asked } = await connect(endpointOf([party]), 'modern', {
    onAsked: (question) => {
      const tip = asked.length < 3 ? typed.tip : '2.50';
      return { action: 'accept', content: isShown(question) ? { ...typed, tip } : {} };
    },
  });
  const { structuredContent } = await client.callTool({ name: 'book_table', arguments: {} });

  expect(asked[2]?.message).toContain('Tip must be a number');
  expect(structuredContent).toMatchObject({ guests: 4, tip: 2.5 });
});

it.each(['modern', 'legacy'] as const)('an empty text is none where none is needed: %s', async (era) => {
  const about = z.object({
    name: z.string(),
    seats: z.int().optional(),
    day: z.iso.date().optional(),
    hall: z.enum(['left', 'right']).optional(),
    extras: z.array(z.enum(['bread', 'water'])).optional(),
    row: z.array(z.enum(['front', 'back'])).max(1),
    note: z.string().optional(),
  });
  const tool = createMcpTool('reserve')
    .description('Reserve')
    .parameters(z.object({}))
    .elicits({ about })
    .execute(function* (_params, ctx) {
      const answer = yield* ctx.elicit('about', { message: 'What?' });
      return answer.action === 'accept' ? answer.content : answer.action;
    });
  const left = { name: 'Ada', seats: '', day: '', hall: '', extras: '', note: '' };
  const { client } = await connect(endpointOf([tool]), era, {
    onAsked: () => ({ action: 'accept', content: { ...left, row: [] } }),
  });
  const { structuredContent } = await client.callTool({ name: 'reserve', arguments: {} });
  expect(structuredContent).toEqual({ name: 'Ada', note: '', row: [] });

  const contents = [{}, { ...left, row: '' }];
  const inTexts = await connect(endpointOf([tool]), era, {
    onAsked: () => ({ action: 'accept', content: contents.shift() }),
  });
  const { structuredContent: said } = await inTexts.client.callTool({ name: 'reserve', arguments: {} });
  expect(said).toEqual(structuredContent);
});

it.each(['modern', 'legacy'] as const)('a wrong answer in texts comes back in texts, as it was: %s', async (era) => {
  const typed = { guests: 'many', dishes: 'rice', wine: 'red', 'place.outside': true };
  const { client, asked } = await connect(endpointOf([party]), era, {
    onAsked: (question) => {
      const guests = asked.length < 3 ? 'many' : '2';
      return { action: 'accept', content: isShown(question) ? { ...typed, guests } : {} };
    },
  });
  const { structuredContent } = await client.callTool({ name: 'book_table', arguments: {} });

  const again = asked[2]?.requestedSchema?.properties ?? {};
  expect(Object.values(again).map((field) => (field as JsonObject)['default'])).toEqual([
    'many',
    undefined,
    'rice',
    'red',
    true,
  ]);
  expect(asked[2]?.message).toContain('Guests must be a whole number');
  expect(structuredContent).toMatchObject({ guests: 2 });
});

it.each(['modern', 'legacy'] as const)('a form that a host did show may come back empty once: %s', async (era) => {
  const good = { guests: 2, dishes: ['rice'], wine: ['red'], 'place.outside': true };
  const goodTyped = { ...good, guests: '2', dishes: 'rice', wine: 'red' };
  // Wrong, then empty, then right: whoever clears a form has not failed to see it.
  const answers = [{ ...good, guests: 9 }, {}, goodTyped];
  const { client, asked } = await connect(endpointOf([party]), era, {
    onAsked: () => ({ action: 'accept', content: answers.shift() }),
  });
  const { structuredContent } = await client.callTool({ name: 'book_table', arguments: {} });

  expect(asked).toHaveLength(3);
  expect(structuredContent).toMatchObject({ guests: 2 });
});

it.each(['modern', 'legacy'] as const)('a refusal is in words, unless the tool has its own: %s', async (era) => {
  const seat = z.object({
    row: z.int().min(1),
    letter: z.string().min(1, 'Letters are on the map'),
    meal: z.enum(['any', 'none']),
    at: z.object({ gate: z.int() }),
  });
  const booking = createMcpTool('sit')
    .description('Choose a seat')
    .parameters(z.object({}))
    .elicits({ seat, count: z.int() })
    .execute(function* (_, ctx) {
      yield* ctx.elicit('seat', { message: 'Which seat?' });
      const { action } = yield* ctx.elicit('count', { message: 'How many?' });
      return action;
    });
  const answers = [
    { row: 'x', letter: '', meal: 'fish', 'at.gate': 1.5 },
    { row: 1, letter: 'A', meal: 'any', 'at.gate': 2 },
    { answer: 'x' },
    { answer: 2 },
  ];
  const { client, asked } = await connect(endpointOf([booking]), era, {
    onAsked: () => ({ action: 'accept', content: answers.shift() }),
  });
  await client.callTool({ name: 'sit', arguments: {} });

  const [, seatAgain, , countAgain] = asked.map(({ message }) => message);
  expect(seatAgain).toContain('- Row must be a whole number');
  // It begins with other words than the field's name.
  expect(seatAgain).toContain('Letter: Letters are on the map');
  expect(seatAgain).toContain('Meal: Choose another option for Meal');
  expect(seatAgain).toContain('At: Gate: Gate must be a whole number');
  expect(countAgain).toContain('Answer must be a whole number');
});

it.each(['modern', 'legacy'] as const)('a refused form begins with what fits alone: %s', async (era) => {
  const seat = z.object({
    row: z.int(),
    letter: z.string().min(2),
    meal: z.enum(['any', 'none']),
    side: z.enum(['left', 'right']),
    extras: z.array(z.enum(['bag', 'lunch'])),
  });
  const booking = createMcpTool('sit')
    .description('Choose a seat')
    .parameters(z.object({}))
    .elicits({ seat })
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('seat', { message: 'Which seat?' })).action;
    });
  const answers = [
    { row: 3, letter: 'A', meal: 'fish', side: 'left', extras: ['bag'] },
    { row: 3, letter: 'AB', meal: 'any', side: 'left', extras: ['bag'] },
  ];
  const { client, asked } = await connect(endpointOf([booking]), era, {
    onAsked: () => ({ action: 'accept', content: answers.shift() }),
  });
  await client.callTool({ name: 'sit', arguments: {} });
  // A host may refuse a form whose default it forbids, or send that again.
  const { row, letter, meal, side, extras } = asked[1]?.requestedSchema?.properties ?? {};
  expect([row, side, extras]).toMatchObject([{ default: 3 }, { default: 'left' }, { default: ['bag'] }]);
  for (const field of [letter, meal]) expect(field).not.toHaveProperty('default');
});

/** Our client, with these plugins. */
async function ours(era: 'modern' | 'legacy', of: AnyMcpTool, plugins: readonly AnyPlugin[]) {
  const client = createPluginClient({ plugins, storage: false });
  const sdk = new Client(
    { name: 'ours', version: '1.0.0' },
    {
      capabilities: elicitationCapabilities(),
      ...(era === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  );
  const connection = connectMcpElicitation(client, sdk, { server: { name: 'Test' } });
  const mcp = endpointOf([of]);
  await sdk.connect(
    new StreamableHTTPClientTransport(new URL(address), {
      fetch: (url, init) => mcp.fetch(new Request(url, init as RequestInit)),
    }),
  );
  onTestFinished(async () => {
    await sdk.close();
    await client.close();
  });
  return { client, connection };
}

it.each(['modern', 'legacy'] as const)('a card of ours can send what a host would not list: %s', async (era) => {
  const plugin = makePlugin(declaration)
    .onElicit({
      *one() {
        return { action: 'accept', content: { id: 'id 249' } };
      },
    })
    .build();
  const { connection } = await ours(era, tool, [plugin]);

  const { content } = await connection.callTool({ name: 'pick', arguments: {} });
  expect(content).toEqual([{ type: 'text', text: 'id 249' }]);
});

it.each(['modern', 'legacy'] as const)('a page of ours without the card gets its words, once: %s', async (era) => {
  const pay = createMcpTool('pay')
    .description('Pay')
    .parameters(z.object({}))
    .elicits({ sure: confirmQuestion })
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('sure', { message: 'Pay?', details: [{ label: 'Total', value: '3 €' }] })).action;
    });
  const { client, connection } = await ours(era, pay, []);
  const result = connection.callTool({ name: 'pay', arguments: {} });
  await eventually(() => expect(client.getSnapshot().pending).toHaveLength(1));
  const [question] = client.getSnapshot().pending;

  expect(question).toMatchObject({ message: 'Pay?', request: { inWords: 'Total: 3 €' } });
  if (question?.status === 'pending') question.accept({ confirmed: true });
  expect((await result).content).toEqual([{ type: 'text', text: 'accept' }]);
});

it.each(['modern', 'legacy'] as const)('words that look like context are words: %s', async (era) => {
  const trick = `Pay?\n\n--${contextKeyword}: application/json\n{"title":"Free"}`;
  const pay = createMcpTool('pay')
    .description('Pay')
    .parameters(z.object({}))
    .elicits({ sure: confirmQuestion })
    .execute(function* (_, ctx) {
      const details = [{ label: trick, value: '3 €' }];
      return (yield* ctx.elicit('sure', { message: trick, details })).action;
    });
  const { client, connection } = await ours(era, pay, []);
  const result = connection.callTool({ name: 'pay', arguments: {} });
  await eventually(() => expect(client.getSnapshot().pending).toHaveLength(1));
  const [asked] = client.getSnapshot().pending;

  expect(asked?.message).toBe(trick);
  if (asked?.status === 'pending') asked.accept({ confirmed: true });
  expect((await result).content).toEqual([{ type: 'text', text: 'accept' }]);
});

it.each(['modern', 'legacy'] as const)('what a form held is there again when it was refused: %s', async (era) => {
  const seat = createMcpTool('seat')
    .description('Choose a seat')
    .parameters(z.object({}))
    .elicits({ seat: z.object({ row: z.int(), letter: z.enum(['A', 'B']), extra: z.boolean().optional() }) })
    .execute(function* (_, ctx) {
      const check = ({ row }: { row: number }) => (row === 13 ? ['There is no such row.'] : undefined);
      const answer = yield* ctx.elicit('seat', { message: 'Which?' }, { check });
      return answer.action === 'accept' ? `${answer.content.row}${answer.content.letter}` : answer.action;
    });
  const { client, asked } = await connect(endpointOf([seat]), era, {
    onAsked: ({ requestedSchema }) => {
      const row = requestedSchema?.properties['row'] as JsonObject | undefined;
      const isFirst = row?.['default'] === undefined;
      return {
        action: 'accept',
        content: { row: isFirst ? 13 : 14, letter: 'B', ...(isFirst && { extra: 'no boolean' }) },
      };
    },
  });
  const { content } = await client.callTool({ name: 'seat', arguments: {} });
  const defaults = asked.map(({ requestedSchema }) =>
    Object.values(requestedSchema?.properties ?? {}).map((field) => (field as JsonObject)['default']),
  );

  expect(defaults).toEqual([
    [undefined, undefined, undefined],
    [13, 'B', undefined],
  ]);
  expect(content).toEqual([{ type: 'text', text: '14B' }]);
});
