import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { PickRow, PickRows, ReviewText } from '../../src/questions.ts';
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

  it('is written with `question`, since nothing else checks its functions', () => {
    const response = z.object({ id: z.string() });
    // @ts-expect-error write question({ context, response, choices })
    tool.elicits({ dish: { context, response, choices: { id: () => [] } } });
    // @ts-expect-error write question({ context, response, choices })
    tool.elicits({ dish: { context, response, inWords: () => '' } });
  });

  it('gets more data by `with`', () => {
    const seat = seatQuestion.with({ context: { aircraft: z.string() }, inWords: ({ aircraft }) => aircraft });
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
