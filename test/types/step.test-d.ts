import { call, type Operation } from 'effection';
import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import type { JsonObject, JsonValue, McpToolContext, StepValue } from '../../src/plugin.ts';

declare const ctx: McpToolContext<{}>;

interface Flight {
  id: string;
  price: { amount: number; currency?: string | undefined } | null;
  stops: readonly { airport: string; terminal?: string }[];
  pair: [from: string, to: number];
}
interface Tree {
  name: string;
  children: Tree[];
}
type Result = { ok: true; flight: Flight } | { ok: false; why: 'full' | 'gone' };
declare const give: {
  flight: () => Flight;
  flights: () => Promise<Flight[]>;
  operation: () => Operation<Flight>;
  tree: () => Tree;
  result: () => Result;
  maybe: () => Flight | undefined;
  record: () => Record<string, Flight>;
  unknown: () => unknown;
  any: () => ReturnType<typeof JSON.parse>;
  json: () => JsonValue;
  object: () => JsonObject;
  booking: () => { id: string; cancel(): void };
  nothing: () => Promise<void>;
};

describe('a step', () => {
  it('gives what it was given, whatever JSON carries: interfaces too', () => {
    expectTypeOf(ctx.step('', give.flight)).toEqualTypeOf<Operation<Flight>>();
    expectTypeOf(ctx.step('', give.flights)).toEqualTypeOf<Operation<Flight[]>>();
    expectTypeOf(ctx.step('', give.operation)).toEqualTypeOf<Operation<Flight>>();
    expectTypeOf(ctx.step('', give.tree)).toEqualTypeOf<Operation<Tree>>();
    expectTypeOf(ctx.step('', give.result)).toEqualTypeOf<Operation<Result>>();
    expectTypeOf(ctx.step('', give.maybe)).toEqualTypeOf<Operation<Flight | undefined>>();
    expectTypeOf(ctx.step('', give.record)).toEqualTypeOf<Operation<Record<string, Flight>>>();
    expectTypeOf(ctx.step('', give.unknown)).toEqualTypeOf<Operation<unknown>>();
    expectTypeOf(ctx.step('', give.any)).toEqualTypeOf<Operation<ReturnType<typeof JSON.parse>>>();
    expectTypeOf(ctx.step('', give.json)).toEqualTypeOf<Operation<JsonValue>>();
    expectTypeOf(ctx.step('', give.object)).toEqualTypeOf<Operation<JsonObject>>();
    expectTypeOf(ctx.step('', give.nothing)).toEqualTypeOf<Operation<void>>();
  });

  it('gives what is written in its place', () => {
    expectTypeOf(ctx.step('', () => 'a')).toEqualTypeOf<Operation<string>>();
    expectTypeOf(ctx.step('', () => 1)).toEqualTypeOf<Operation<number>>();
    expectTypeOf(ctx.step('', async () => [1, 2])).toEqualTypeOf<Operation<number[]>>();
    expectTypeOf(ctx.step('', () => ({ id: 'a', seats: [{ row: 1 }] }))).toEqualTypeOf<
      Operation<{ id: string; seats: { row: number }[] }>
    >();
    expectTypeOf(
      ctx.step('', function* (): Operation<{ id: string }> {
        return yield* call(async () => ({ id: 'a' }));
      }),
    ).toEqualTypeOf<Operation<{ id: string }>>();
    expectTypeOf(
      ctx.step('', function* () {
        return yield* call(async () => ({ id: 'a' }));
      }),
    ).toEqualTypeOf<Operation<{ id: string }>>();
    const row = z.object({ id: z.string(), seat: z.string().optional() });
    expectTypeOf(ctx.step('', () => row.parse({}))).toEqualTypeOf<Operation<z.output<typeof row>>>();
    const typed: Operation<Flight | null> = ctx.step('', () => null as Flight | null);
    expectTypeOf(typed).toEqualTypeOf<Operation<Flight | null>>();
  });

  it('does not compile where JSON would change what it gives', () => {
    // @ts-expect-error a Date comes back as text
    ctx.step('', () => new Date());
    // @ts-expect-error a Date comes back as text, however deep
    ctx.step('', async () => [{ flight: { departs: new Date() } }]);
    // @ts-expect-error a Date comes back as text, from an operation too
    ctx.step('', function* (): Operation<{ at: Date }> {
      return { at: new Date() };
    });
    // @ts-expect-error a Map comes back empty
    ctx.step('', () => ({ seats: new Map<string, number>() }));
    // @ts-expect-error a Set comes back empty
    ctx.step('', () => new Set(['a']));
    // @ts-expect-error a function is lost
    ctx.step('', () => ({ id: 'a', undo: () => 1 }));
    // @ts-expect-error an undefined property is lost
    ctx.step('', () => ({ id: 'a', seat: undefined }));
    // @ts-expect-error what may be undefined may be lost
    ctx.step('', () => ({ id: 'a', seat: 'a' as string | undefined }));
    // @ts-expect-error an undefined in an array becomes null
    ctx.step('', () => ['a', undefined]);
    // @ts-expect-error a bigint has no JSON
    ctx.step('', async () => ({ cents: 1n }));
    // @ts-expect-error a method is lost
    ctx.step('', give.booking);
    // @ts-expect-error one of two is enough
    ctx.step('', () => ({}) as { id: string } | { at: Date });
  });

  it('gives its undo what it gave', () => {
    const undone = ctx.step('', ({ idempotencyKey }) => idempotencyKey, { undo: (held) => void held.length });
    expectTypeOf(undone).toEqualTypeOf<Operation<string>>();
    ctx.step('', give.flights, { undo: (flights) => expectTypeOf(flights).toEqualTypeOf<Flight[]>() });
    ctx.step('', give.operation, { undo: (flight) => expectTypeOf(flight).toEqualTypeOf<Flight>() });
    // @ts-expect-error it gave a text
    ctx.step('', () => 'a', { undo: (held: number) => void held });
    // @ts-expect-error what is pure has nothing to undo
    ctx.step('', () => 'a', { pure: true, undo: () => undefined });
  });

  it('can be wrapped', () => {
    const cached = <T>(fn: (() => Promise<T>) & (() => Promise<StepValue<T>>)): Operation<T> =>
      ctx.step<T>('cached', fn);
    expectTypeOf(cached(async () => ({ id: 'a' }))).toEqualTypeOf<Operation<{ id: string }>>();
    // @ts-expect-error a Date comes back as text
    cached(async () => new Date());
  });

  it('says why', () => {
    expectTypeOf<StepValue<{ at: Date }>['at']>().toExtend<`JSON makes something else${string}`>();
    const same = (flight: Flight): StepValue<Flight> => flight;
    expectTypeOf(same).returns.toExtend<{ readonly id: string }>();
  });
});
