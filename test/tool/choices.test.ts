import { run, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  choiceQuestion,
  confirmQuestion,
  createMcpTool,
  question,
  type AnyMcpTool,
  type McpToolContext,
  type Choice,
} from '../../src/plugin.ts';
import { createMockClient, runTool, type MockElicitResponse } from '../../src/testing.ts';

const seats: Choice<{ row: number; seat: string }>[] = [
  { value: { row: 6, seat: 'A' }, label: '6A, window' },
  { value: { row: 6, seat: 'B' }, label: '6B', disabled: { reason: 'It is taken.' } },
  { value: { row: 7, seat: 'A' }, label: '7A, window' },
];
const questions = {
  pick: question({
    context: z.object({ free: z.array(z.string()).optional() }),
    response: z.object({ row: z.int(), seat: z.string() }),
    choices: ({ free }) => seats.filter(({ label }) => free === undefined || free.includes(label)),
  }),
  order: question({
    context: z.object({ menu: z.array(z.string()) }),
    response: z.object({ dish: z.string(), extras: z.array(z.string()).optional(), note: z.string().optional() }),
    choices: {
      dish: ({ menu }) => menu.map((value) => ({ value, label: value })),
      extras: () => ['bread', 'oil'].map((value) => ({ value, label: value })),
    },
  }),
  stars: question({
    response: z.object({ stars: z.int() }),
    choices: { stars: () => [4, 5].map((value) => ({ value, label: `${value} stars` })) },
  }),
  party: question({
    response: z.object({ seats: z.array(z.object({ who: z.string(), row: z.int() })) }),
    plain: () => ({
      fields: {
        ann: { title: 'Ann', choices: [6, 7].map((value) => ({ value, label: `Row ${value}` })) },
        bob: { title: 'Bob', choices: [6, 7].map((value) => ({ value, label: `Row ${value}` })) },
      },
      toAnswer: ({ ann, bob }) => ({
        seats: [
          { who: 'ann', row: Number(ann) },
          { who: 'bob', row: Number(bob) },
        ],
      }),
      fieldOf: ([, place]) => (place === undefined ? undefined : place === 0 ? 'ann' : 'bob'),
    }),
  }),
};
type Ctx = McpToolContext<typeof questions>;

const accept = (content: unknown) => ({ action: 'accept', content }) as const;
const refused = (content: unknown) => ({ ...accept(content), refused: true }) as const;

function asking<Answer>(ask: (ctx: Ctx) => Operation<Answer>) {
  return createMcpTool('sit')
    .description('Sit down')
    .parameters(z.object({}))
    .elicits(questions)
    .execute((_, ctx) => ask(ctx));
}

/** What a tool makes of these answers, and what it said to those that it refused. */
async function answered(tool: AnyMcpTool, ...elicitResponses: MockElicitResponse[]) {
  const client = createMockClient({ elicitResponses });
  const result: unknown = await run(() => runTool(tool, {}, client));
  return { result, issues: client.elicitCalls.flatMap(({ issues = [] }) => issues) };
}

const sit = asking((ctx) => ctx.elicit('pick', { message: 'Which seat?' }));

describe('a choice of whole answers', () => {
  it('is told what is wrong with a name, which has no parts', async () => {
    const isTaken = { path: ['row'], message: 'It is taken.' };
    const checked = asking((ctx) => {
      let times = 0;
      return ctx.elicit('pick', { message: 'Which seat?' }, { check: () => (times++ === 0 ? [isTaken] : undefined) });
    });
    const seat = { row: 6, seat: 'A' };
    expect((await answered(checked, refused('6-A'), accept('6-A'))).issues).toEqual([{ ...isTaken, path: [] }]);
    expect((await answered(checked, refused(seat), accept(seat))).issues).toEqual([isTaken]);
  });

  it.each([
    ['as a card sends it', { row: 6, seat: 'A' }],
    ['by the name that a list gives it', '6-A'],
  ])('is answered %s', async (_, content) => {
    expect((await answered(sit, accept(content))).result).toEqual(accept({ row: 6, seat: 'A' }));
  });

  it.each([
    ['that is not on offer', { row: 99, seat: 'A' }, 'That is not on offer. Choose one from the list.'],
    ['with a name that is not on offer', '99-A', 'That is not on offer. Choose one from the list.'],
    ['of another kind', null, 'That is not on offer. Choose one from the list.'],
    ['that cannot be chosen now', { row: 6, seat: 'B' }, '6B: It is taken. Choose another one.'],
  ])('refuses an answer %s, in words', async (_, content, message) => {
    const { issues } = await answered(sit, refused(content), accept({ row: 7, seat: 'A' }));
    expect(issues).toEqual([{ path: [], message }]);
  });

  it('that has nothing to choose is not asked', async () => {
    const none = asking((ctx) => ctx.elicit('pick', { message: 'Which seat?', free: ['6B'] }));
    await expect(answered(none)).rejects.toMatchObject({ code: 'NOTHING_TO_CHOOSE' });
  });
});

describe('a choice of fields', () => {
  const order = asking((ctx) => ctx.elicit('order', { message: 'Your order?', menu: ['Soup', 'Salad'] }));

  it('takes what is on offer in each field and item, and what is free in the others', async () => {
    const answer = accept({ dish: 'Soup', extras: ['bread', 'oil'], note: 'No salt' });
    expect((await answered(order, answer)).result).toEqual(answer);
  });

  it('says where an answer is not on offer', async () => {
    const wrong = refused({ dish: 'Steak', extras: ['bread', 'gold'] });
    const { issues } = await answered(order, wrong, accept({ dish: 'Salad' }));
    expect(issues.map(({ path }) => path)).toEqual([['dish'], ['extras', 1]]);
  });

  it('asks for numbers by number, and takes them as texts of a list', async () => {
    const stars = asking((ctx) => ctx.elicit('stars', { message: 'How many?' }));
    expect((await answered(stars, accept({ stars: '4' }))).result).toEqual(accept({ stars: 4 }));
    expect((await answered(stars, accept({ stars: 5 }))).result).toEqual(accept({ stars: 5 }));
  });

  it('of none of its fields does not compile, and throws', () => {
    const wrong = { context: z.object({}), response: z.object({ dish: z.string() }), choices: { drink: () => [] } };
    expect(() =>
      createMcpTool('x')
        .description('x')
        .parameters(z.object({}))
        .elicits({ a: question(wrong as never) }),
    ).toThrow('x.elicits.a.choices takes no "drink". It takes ');
  });
});

describe('plain fields', () => {
  const party = asking((ctx) => ctx.elicit('party', { message: 'Seats?' }));

  it.each([
    ['in its field', ['seats', 1], ['bob']],
    ['without a place, if no field is named', ['seats'], []],
  ])('is told what is wrong with it %s', async (_, path, told) => {
    const isTaken = { path, message: 'It is taken.' };
    const checked = asking((ctx) => {
      let times = 0;
      return ctx.elicit('party', { message: 'Seats?' }, { check: () => (times++ === 0 ? [isTaken] : undefined) });
    });
    const names = { ann: '6', bob: '7' };
    expect((await answered(checked, refused(names), accept(names))).issues).toEqual([{ ...isTaken, path: told }]);
    const whole = { seats: [{ who: 'ann', row: 6 }] };
    expect((await answered(checked, refused(whole), accept(whole))).issues).toEqual([isTaken]);
  });
  const both = accept({
    seats: [
      { who: 'ann', row: 6 },
      { who: 'bob', row: 7 },
    ],
  });

  it('mean an answer, which a card sends as it is', async () => {
    expect((await answered(party, accept({ ann: '6', bob: '7' }))).result).toEqual(both);
    expect((await answered(party, both)).result).toEqual(both);
  });

  it('say which of them is wrong', async () => {
    const { issues } = await answered(party, refused({ ann: '6', bob: '9' }), both);
    expect(issues).toEqual([{ path: ['bob'], message: 'That is not on offer. Choose one from the list.' }]);
  });
});

it('a whole question can be declared with more', async () => {
  const tool = createMcpTool('menu')
    .description('x')
    .parameters(z.object({}))
    .elicits({
      dish: choiceQuestion.with({ context: z.object({ day: z.string() }), inWords: ({ day }) => `On ${day}` }),
      sure: confirmQuestion,
    })
    .execute(function* (_, ctx) {
      const dish = yield* ctx.elicit('dish', {
        message: 'Which?',
        day: 'Monday',
        choices: ['Soup', { value: 'x', label: 'Steak', disabled: { reason: 'Sold out.' } }],
      });
      const sure = yield* ctx.elicit('sure', { message: 'Sure?', details: [{ label: 'Price', value: '3' }] });
      return [dish, sure];
    });
  const { result, issues } = await answered(
    tool,
    refused({ choice: 'x' }),
    accept({ choice: 'Soup' }),
    accept({ confirmed: true }),
  );
  expect(result).toEqual([accept({ choice: 'Soup' }), accept({ confirmed: true })]);
  expect(issues).toEqual([{ path: ['choice'], message: 'Steak: Sold out. Choose another one.' }]);
});

describe('a choice with a wrong key', () => {
  const wrong = [{ value: 'x', title: 'Steak' }] as never[];

  it.each([
    ['of a question', question({ response: z.object({ id: z.string() }), choices: { id: () => wrong } })],
    ['of a whole answer', question({ response: z.string(), choices: () => wrong })],
    [
      'of a flat field',
      question({
        response: z.string(),
        plain: () => ({ fields: { id: { title: 'Dish', choices: wrong } }, toAnswer: String }),
      }),
    ],
  ])('%s says what a choice takes', async (_where, dish) => {
    const tool = createMcpTool('menu')
      .description('x')
      .parameters(z.object({}))
      .elicits({ dish })
      .execute(function* (_, ctx) {
        return yield* ctx.elicit('dish', { message: 'Which?' });
      });
    await expect(answered(tool)).rejects.toMatchObject({
      code: 'INVALID_DECLARATION',
      message: expect.stringMatching(
        /^menu\.elicits\.dish\.\S+: a choice takes no "title"\. It takes value, label, description, disabled, group, image, amount\.$/,
      ),
    });
  });

  it.each([
    ['two texts', ['Soup', 'Soup']],
    ['a text and a value', ['x', { value: 'x', label: 'Steak' }]],
    [
      'two values',
      [
        { value: 'x', label: 'Steak, 18:00' },
        { value: 'x', label: 'Steak, 20:00' },
      ],
    ],
  ])('and the value of another one is refused: %s', async (_what, choices) => {
    const tool = createMcpTool('menu')
      .description('x')
      .parameters(z.object({}))
      .elicits({ dish: choiceQuestion })
      .execute(function* (_, ctx) {
        return yield* ctx.elicit('dish', { message: 'Which?', choices });
      });
    await expect(answered(tool)).rejects.toMatchObject({
      code: 'INVALID_DECLARATION',
      message: expect.stringMatching(/two choices have the value (Soup|x)\. Give each its own\.$/) as string,
    });
  });

  it('passed to a whole question says the same', async () => {
    const tool = createMcpTool('menu')
      .description('x')
      .parameters(z.object({}))
      .elicits({ dish: choiceQuestion })
      .execute(function* (_, ctx) {
        return yield* ctx.elicit('dish', { message: 'Which?', choices: wrong });
      });
    await expect(answered(tool)).rejects.toMatchObject({
      code: 'ELICIT_CONTEXT_INVALID',
      message: expect.stringContaining('Write a text, or { value, label }'),
    });
  });
});
