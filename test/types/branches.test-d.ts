import type { Operation } from 'effection';
import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpBranchContext, type McpTool, type McpToolContext } from '../../src/plugin.ts';

const declaration = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({ to: z.string() }))
  .elicits({ seat: z.object({ seat: z.string() }) });
declare const ctx: McpToolContext<typeof declaration.elicits>;

describe('a branch', () => {
  it('gives what its body gives', () => {
    expectTypeOf(
      ctx.branch(function* () {
        return 1;
      }),
    ).toExtend<Operation<number>>();
    expectTypeOf(ctx.branch((inner) => inner.sample({ prompt: 'Hi' }))).toExtend<Operation<{ text: string }>>();
  });

  it('has no questions', () => {
    expectTypeOf<McpBranchContext>().not.toHaveProperty('elicit');
    // @ts-expect-error A branch cannot ask.
    ctx.branch((inner) => inner.elicit('seat', { message: 'Where?' }));
  });
});

describe('a sample', () => {
  it('with a schema has its value', () => {
    const sampled = ctx.sample({ prompt: 'Price?', schema: z.object({ amount: z.number().transform(String) }) });
    expectTypeOf(sampled).toExtend<Operation<{ text: string; value: { amount: string } }>>();
  });

  it('without one has none', () => {
    expectTypeOf(ctx.sample({ prompt: 'Price?' })).toExtend<Operation<{ text: string }>>();
    expectTypeOf(ctx.sample({ prompt: 'Price?' })).not.toExtend<Operation<{ value: unknown }>>();
  });
});

describe('tools of a branch', () => {
  const price = createMcpTool('price')
    .description('Price')
    .parameters(z.object({ city: z.string(), nights: z.number().default(1) }))
    .elicits({})
    .execute(function* ({ nights }) {
      return { total: nights };
    });
  const asking = declaration.execute(function* () {});
  const paying = createMcpTool('pay')
    .description('Pay')
    .parameters(z.object({}))
    .elicits({}, { url: true })
    .execute(function* () {});

  it('are called with their arguments, and give their results', () => {
    ctx.branch(
      (inner) => {
        expectTypeOf(inner.callTool('price', { city: 'Rome' })).toExtend<Operation<{ total: number }>>();
        // @ts-expect-error The city is missing.
        inner.callTool('price', {});
        // @ts-expect-error The branch has no such tool.
        inner.callTool('cost', { city: 'Rome' });
        inner.sample({ prompt: 'Rome?', tools: ['price'] });
        inner.sample({ prompt: 'Rome?', tools: true });
        // @ts-expect-error The branch has no such tool.
        inner.sample({ prompt: 'Rome?', tools: ['cost'] });
        return inner.branch((below) => below.callTool('price', { city: 'Rome' }));
      },
      { tools: [price] },
    );
  });

  it('are only those that ask nothing', () => {
    // @ts-expect-error It asks a question.
    ctx.branch((inner) => inner.now(), { tools: [asking] });
    // @ts-expect-error It opens a page.
    ctx.branch((inner) => inner.now(), { tools: [paying] });
  });

  it('are none where none are given', () => {
    // @ts-expect-error There are no tools here.
    ctx.callTool('price', { city: 'Rome' });
  });
});

describe('more than declared questions', () => {
  const schema = z.object({ card: z.number().transform(String) });

  it('are asked by tools that declare so', () => {
    createMcpTool('quiz')
      .description('Quiz')
      .parameters(z.object({}))
      .elicits({ seat: z.object({ seat: z.string() }) }, { open: true, url: true })
      .execute(function* (_, asks) {
        const open = yield* asks.elicit({ message: 'Which?', schema, key: 'card', ui: { deck: 1 } });
        if (open.action === 'accept') expectTypeOf(open.content).toEqualTypeOf<{ card: string }>();
        const declared = yield* asks.elicit('seat', { message: 'Where?' });
        if (declared.action === 'accept') expectTypeOf(declared.content).toEqualTypeOf<{ seat: string }>();
        yield* asks.elicit.url({ message: 'Pay', url: 'https://pay.example' });
        if (declared.action === 'accept') expectTypeOf(asks.exchangeOf(declared).messages).not.toBeAny();
        // @ts-expect-error Only an accepted answer has an exchange.
        asks.exchangeOf(declared);
      });
  });

  it('are not asked by others', () => {
    // @ts-expect-error It is not declared with { open: true }.
    ctx.elicit({ message: 'Which?', schema });
    // @ts-expect-error It is not declared with { url: true }.
    ctx.elicit.url({ message: 'Pay', url: 'https://pay.example' });
  });
});

describe('what stands before a body', () => {
  it('comes in any order', () => {
    const tool = declaration
      .sampling({ act: (request, ask) => ask(request) })
      .limits({ maxTokens: 10 })
      .version('2')
      .requires({ sampling: true })
      .execute(function* () {
        return 1;
      });
    expectTypeOf(tool).not.toHaveProperty('requires');
    // @ts-expect-error There is no such need.
    declaration.requires({ sampler: true });
  });

  it('leaves the questions and parameters as they are', () => {
    declaration.version('2').execute(function* ({ to }, ctx) {
      expectTypeOf(to).toEqualTypeOf<string>();
      expectTypeOf(yield* ctx.elicit('seat', { message: 'Where?' })).toHaveProperty('action');
      // @ts-expect-error It declares no such question.
      yield* ctx.elicit('meal', { message: 'What?' });
    });
  });

  it('has a version in text', () => {
    expectTypeOf(declaration.version('2').toolVersion).toEqualTypeOf<string | undefined>();
    // @ts-expect-error A version is text.
    declaration.version(2);
    // @ts-expect-error A version is not left out.
    declaration.version();
    // @ts-expect-error The version comes with the questions, before the body.
    declaration.execute(function* () {}).version('2');
  });
});

describe('a handoff', () => {
  it('passes on what each part gives', () => {
    const tool = declaration.handoff({
      *before({ to }) {
        expectTypeOf(to).toBeString();
        return { flights: [{ id: 1 }] };
      },
      *client(handoff, inner) {
        expectTypeOf(handoff).toEqualTypeOf<{ flights: { id: number }[] }>();
        const answer = yield* inner.elicit('seat', { message: 'Where?' });
        return answer.action === 'accept' ? answer.content.seat : null;
      },
      *after(handoff, seat) {
        expectTypeOf(handoff.flights[0]!.id).toBeNumber();
        expectTypeOf(seat).toEqualTypeOf<string | null>();
        return { booked: seat !== null };
      },
    });
    expectTypeOf(tool).toExtend<
      McpTool<'trip', typeof declaration.parameters, typeof declaration.elicits, { booked: boolean }>
    >();
  });

  it('carries JSON alone', () => {
    declaration.handoff({
      // @ts-expect-error A Date does not cross.
      *before() {
        return { at: new Date() };
      },
      *client() {
        return 1;
      },
      *after() {
        return 1;
      },
    });
  });
});
