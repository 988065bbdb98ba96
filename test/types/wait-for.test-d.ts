import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import {
  createMcpTool,
  type ElicitAccept,
  type ElicitCancel,
  type WaitResult,
  type WaitToken,
} from '../../src/plugin.ts';
import type { ChatHandler, ResolveOutcome } from '../../src/server.ts';

const schema = z.object({ at: z.string().transform((text) => new Date(text)) });
const tool = createMcpTool('sign').description('Sign').parameters(z.object({})).elicits({}, { url: true });

describe('ctx.waitFor', () => {
  it('gives what its schema parses, or a cancel that has to be handled', () => {
    tool.execute(function* (_, ctx) {
      const signed = yield* ctx.waitFor('signed', { schema, timeout: 1000 });
      expectTypeOf(signed).toEqualTypeOf<WaitResult<{ at: Date }>>();
      expectTypeOf(signed).toEqualTypeOf<ElicitAccept<{ at: Date }> | ElicitCancel>();
      // @ts-expect-error -- nothing says that the value has come
      expectTypeOf(signed.content).toEqualTypeOf<{ at: Date }>();
      if (signed.action === 'cancel') return signed.reason;
      expectTypeOf(signed.content.at).toEqualTypeOf<Date>();
      return undefined;
    });
  });

  it('needs a schema and a timeout', () => {
    tool.execute(function* (_, ctx) {
      // @ts-expect-error -- it has no timeout
      yield* ctx.waitFor('signed', { schema });
      // @ts-expect-error -- it has no schema
      yield* ctx.waitFor('signed', { timeout: 1000 });
    });
  });

  it('is not there in a branch', () => {
    tool.execute(function* (_, ctx) {
      yield* ctx.branch(function* (inner) {
        // @ts-expect-error -- a branch cannot wait for the host
        yield* inner.waitFor('signed', { schema, timeout: 1000 });
      });
    });
  });

  it('gives a token, which a page takes as until, and no other text', () => {
    tool.execute(function* (_, ctx) {
      const token = yield* ctx.waitFor.token('signed');
      expectTypeOf(token).toEqualTypeOf<WaitToken>();
      expectTypeOf(token).toExtend<string>();
      const page = { message: 'Sign', url: 'https://sign.example/' };
      yield* ctx.elicit.url(page, { until: token });
      // @ts-expect-error -- the name of a wait is no token
      yield* ctx.elicit.url(page, { until: 'signed' });
      return yield* ctx.step('send', () => token);
    });
  });
});

it('chat.resolve takes any text as a token, and tells what came of the value', () => {
  expectTypeOf<ChatHandler['resolve']>().toEqualTypeOf<(token: string, value: unknown) => Promise<ResolveOutcome>>();
  expectTypeOf<Extract<ResolveOutcome, { outcome: 'recorded' | 'early' | 'late' }>['outcome']>().toEqualTypeOf<
    'recorded' | 'early' | 'late'
  >();
});
