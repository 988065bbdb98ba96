import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { choiceQuestion, createMcpTool, question, type ContextInputOf, type ContentOf } from '../../src/plugin.ts';
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
