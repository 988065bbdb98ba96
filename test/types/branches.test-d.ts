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
