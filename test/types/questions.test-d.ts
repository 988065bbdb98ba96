import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { PickRow, PickRows, ReviewCall, ReviewText } from '../../src/questions.ts';
import {
  answerWith,
  choiceQuestion,
  createMcpTool,
  makePlugin,
  question,
  reviewQuestion,
  type ContextInputOf,
  type ContentOf,
  rowQuestion,
  rowsQuestion,
} from '../../src/plugin.ts';
import { flightQuestion, seatQuestion } from '../../src/travel.ts';

const tool = createMcpTool('order').description('Order').parameters(z.object({}));
const context = z.object({ menu: z.array(z.object({ id: z.string(), price: z.number() })) });

describe('a question with choices', () => {
  it('knows its context and its answer', () => {
    const dish = question({
      context,
      response: z.object({ id: z.string(), extras: z.array(z.int()).optional() }),
      choices: {
        id: ({ menu }) => menu.map(({ id }) => ({ value: id, label: id })),
        extras: ({ menu }) => menu.map(({ price }) => ({ value: price, label: String(price) })),
      },
      inWords: ({ menu }) => `${menu.length} dishes`,
    });
    expectTypeOf<ContextInputOf<typeof dish>>().toEqualTypeOf<{ menu: { id: string; price: number }[] }>();
    expectTypeOf<ContentOf<typeof dish>>().toEqualTypeOf<{ id: string; extras?: number[] | undefined }>();
  });

  it('refuses a field that the answer does not have, and a value of another type', () => {
    const response = z.object({ id: z.string() });
    // @ts-expect-error the answer has no `dish`
    question({ context, response, choices: { dish: () => [] } });
    const id = ({ menu }: z.output<typeof context>) => menu.map(({ price }) => ({ value: price, label: '' }));
    // @ts-expect-error the id is a text
    question({ context, response, choices: { id } });
    // @ts-expect-error a whole answer has an id
    question({ context, response, choices: ({ menu }) => menu.map(({ id }) => ({ value: id, label: id })) });
    // @ts-expect-error the context has no dishes
    question({ context, response, inWords: ({ dishes }) => String(dishes) });
  });

  it('checks an answer as the schema parsed it, with the context', () => {
    const response = z.object({ ids: z.array(z.string()), on: z.iso.date().transform((text) => new Date(text)) });
    const dishes = question({
      context,
      response,
      check({ ids, on }, { menu }) {
        expectTypeOf(on).toEqualTypeOf<Date>();
        return ids.length > menu.length ? ['Too many.', { path: ['ids', menu.length], message: 'One too many.' }] : [];
      },
    });
    dishes.with({
      context: z.object({ most: z.int() }),
      check: ({ ids }, { most, menu }) => (ids[most] ? [`Of ${menu.length}`] : []),
    });
    // @ts-expect-error more context is an object of zod, as in question
    dishes.with({ context: { most: z.int() } });
    // @ts-expect-error the answer has no dishes
    question({ context, response, check: (answer) => answer.dishes });
    // @ts-expect-error the context has no limit
    question({ context, response, check: (_, { limit }) => (limit ? [] : ['None.']) });
    question({ context, response, check: ({ ids }) => (ids.length > 3 ? ['Too many.'] : undefined) });
    // @ts-expect-error a rule answers at once
    question({ context, response, check: async () => [] });
  });

  it('is written with `question`, since nothing else checks its functions', () => {
    const response = z.object({ id: z.string() });
    // @ts-expect-error write question({ context, response, choices })
    tool.elicits({ dish: { context, response, choices: { id: () => [] } } });
    // @ts-expect-error write question({ context, response, choices })
    tool.elicits({ dish: { context, response, inWords: () => '' } });
    // @ts-expect-error write question({ context, response, check })
    tool.elicits({ dish: { context, response, check: () => [] } });
  });

  it('gets more data by `with`', () => {
    const seat = seatQuestion.with({
      context: z.object({ aircraft: z.string() }),
      inWords: ({ aircraft }) => aircraft,
    });
    expectTypeOf<ContextInputOf<typeof seat>['aircraft']>().toEqualTypeOf<string>();
    expectTypeOf<ContentOf<typeof seat>>().toEqualTypeOf<{ row: number; seat: string }>();
    tool.elicits({ flightQuestion, seat, choice: choiceQuestion }).execute(function* (_, ctx) {
      const picked = yield* ctx.elicit('choice', { message: 'Which?', choices: ['a', { value: 'b', label: 'B' }] });
      expectTypeOf(picked).toExtend<{ action: string }>();
      // @ts-expect-error a choice has a value
      yield* ctx.elicit('choice', { message: 'Which?', choices: [{ label: 'B' }] });
    });
  });
});

describe('a question of rows', () => {
  it('has a card for one row and a card for several, each with its answer', () => {
    const bills = tool.elicits({ one: rowQuestion, several: rowsQuestion });
    makePlugin(bills).onElicit({ one: answerWith(PickRow), several: answerWith(PickRows) });
    // @ts-expect-error the question takes one row
    makePlugin(bills).onElicit({ one: answerWith(PickRows), several: answerWith(PickRows) });
    expectTypeOf<ContentOf<typeof rowsQuestion>>().toEqualTypeOf<{ rows: string[] }>();
    bills.execute(function* (_, ctx) {
      const columns = [{ key: 'price', label: 'Price', kind: 'money' as const }];
      yield* ctx.elicit('one', { message: 'Which?', columns, rows: [{ id: 'a', cells: { price: 'x' } }] });
      // @ts-expect-error money has a currency
      yield* ctx.elicit('one', { message: 'Which?', columns, rows: [{ id: 'a', cells: { price: { amount: '1' } } }] });
    });
  });
});

describe('a field of texts', () => {
  it('may be open to others, and no other field may', () => {
    const response = z.object({ dish: z.string(), stars: z.int(), extras: z.array(z.string()) });
    const open = () => ({ choices: ['Soup'], other: true });
    question({ response, choices: { dish: open, extras: open } });
    // @ts-expect-error a number has no other
    question({ response, choices: { stars: open } });
    // @ts-expect-error a whole answer is one of those offered
    question({ response, choices: open });
  });
});

describe('.approve', () => {
  const refund = createMcpTool('refund')
    .description('Pay money back')
    .parameters(z.object({ amount: z.number(), at: z.iso.datetime().transform((text) => new Date(text)) }))
    .elicits({ why: z.object({ why: z.string() }) });

  it('passes the parsed arguments to its functions', () => {
    refund.approve({
      when: ({ amount, at }) => {
        expectTypeOf(amount).toEqualTypeOf<number>();
        expectTypeOf(at).toEqualTypeOf<Date>();
        return amount > 100;
      },
      remember: { key: ({ amount }) => String(amount), for: 'owner' },
    });
    refund.approve({ message: 'Zahlen?' });
    refund.approve({ message: ({ amount }) => `${amount} zahlen?` });
    // @ts-expect-error words are a text, at once
    refund.approve({ message: async () => 'Zahlen?' });
    // @ts-expect-error there is no such argument
    refund.approve({ when: ({ total }) => total > 100 });
    // @ts-expect-error a rule says yes or no, at once
    refund.approve({ when: async () => true });
    // @ts-expect-error a key says what must be the same later
    refund.approve({ remember: { for: 'owner' } });
    // @ts-expect-error there is nobody else to remember it for
    refund.approve({ remember: { key: () => 'a', for: 'everybody' } });
  });

  it('adds a question, which a plugin answers with ReviewCall', () => {
    const declared = refund.approve({ edit: true });
    const why = () => ({ action: 'decline' }) as never;
    makePlugin(declared).onElicit({ why, approve: answerWith(ReviewCall) });
    // @ts-expect-error Write approve: schemaForm(), or answerWith(Component)
    makePlugin(declared).onElicit({ why });
    // @ts-expect-error a tool without .approve() asks nothing of the kind
    makePlugin(refund).onElicit({ why, approve: answerWith(ReviewCall) });
    makePlugin(declared)
      .onElicit({ why, approve: answerWith(ReviewCall) })
      .receipts({
        approve: ({ approved, params }, { tool }) => {
          expectTypeOf(params?.at).toEqualTypeOf<Date | undefined>();
          return { title: `${tool}: ${approved}` };
        },
      });
  });

  it('leaves the tool’s own questions as they were', () => {
    refund.approve().execute(function* ({ amount }, ctx) {
      const answer = yield* ctx.elicit('why', { message: 'Why?' });
      expectTypeOf<Extract<typeof answer, { action: 'accept' }>['content']>().toEqualTypeOf<{ why: string }>();
      return amount;
    });
  });
});

describe('a question of a text to review', () => {
  it('has a card, whose props are its context', () => {
    const mail = tool.elicits({ draft: reviewQuestion });
    makePlugin(mail).onElicit({ draft: answerWith(ReviewText) });
    expectTypeOf<ContentOf<typeof reviewQuestion>['verdict']>().toEqualTypeOf<'approve' | 'revise'>();
    mail.execute(function* (_, ctx) {
      yield* ctx.elicit('draft', { message: 'Send it?', text: 'Hello', before: 'Hi', edit: true });
      // @ts-expect-error a text to review
      yield* ctx.elicit('draft', { message: 'Send it?' });
    });
  });
});
