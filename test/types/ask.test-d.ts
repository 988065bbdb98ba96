import type { Operation } from 'effection';
import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import {
  AskDeclinedError,
  createAskTool,
  fromAskGenerator,
  type AskContext,
  type AskSecrets,
  type SecretHandle,
} from '../../src/ask.ts';
import { makePlugin, type AnyMcpTool } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';
import type { ResultOf } from '../../src/testing.ts';

declare const ask: AskContext;
declare const secrets: AskSecrets;
type Answer<T> = T extends Operation<infer Value> ? Value : never;
const answer = <T>(operation: Operation<T>): T => operation as never;

describe('a word', () => {
  it('gives the answer, typed', () => {
    expectTypeOf(answer(ask.text('?', { minLength: 2, format: 'email' }))).toEqualTypeOf<string>();
    expectTypeOf(answer(ask.confirm('?'))).toEqualTypeOf<boolean>();
    expectTypeOf(answer(ask.number('?', { min: 1, integer: true, default: 2 }))).toEqualTypeOf<number>();
    expectTypeOf(answer(ask.date('?'))).toEqualTypeOf<string>();
    expectTypeOf(answer(ask.password('?'))).toEqualTypeOf<SecretHandle>();
    expectTypeOf(answer(ask.progress('…', 1, 2))).toEqualTypeOf<void>();
  });

  it('gives the choices themselves', () => {
    expectTypeOf(answer(ask.select('?', ['S', 'M', 'L']))).toEqualTypeOf<'S' | 'M' | 'L'>();
    expectTypeOf(answer(ask.select('?', { lunch: 'Lunch', tour: 'Tour' }))).toEqualTypeOf<'lunch' | 'tour'>();
    expectTypeOf(answer(ask.select('?', { 1: 'One', 2: 'Two' }))).toEqualTypeOf<'1' | '2'>();
    const listed = [{ value: '10', label: 'Ten' }, { value: '2', label: 'Two' }, 'more'] as const;
    expectTypeOf(answer(ask.select('?', listed))).toEqualTypeOf<'10' | '2' | 'more'>();
    expectTypeOf(answer(ask.selectMany('?', [{ value: 'l', label: 'Lunch' }]))).toEqualTypeOf<'l'[]>();
    // @ts-expect-error A choice has a label.
    ask.select('?', [{ value: 'l' }]);
    expectTypeOf(answer(ask.selectMany('?', ['S', 'M']))).toEqualTypeOf<('S' | 'M')[]>();
    expectTypeOf(answer(ask.selectMany('?', { lunch: 'Lunch' }))).toEqualTypeOf<'lunch'[]>();
    const known: string[] = [];
    expectTypeOf(answer(ask.select('?', known))).toEqualTypeOf<string>();
    expectTypeOf(answer(ask.select('?', {} as Record<string, string>))).toEqualTypeOf<string>();
  });

  it('optional adds undefined', () => {
    expectTypeOf(answer(ask.text.optional('?'))).toEqualTypeOf<string | undefined>();
    expectTypeOf(answer(ask.confirm.optional('?'))).toEqualTypeOf<boolean | undefined>();
    expectTypeOf(answer(ask.number.optional('?'))).toEqualTypeOf<number | undefined>();
    expectTypeOf(answer(ask.date.optional('?'))).toEqualTypeOf<string | undefined>();
    expectTypeOf(answer(ask.select.optional('?', ['S', 'M']))).toEqualTypeOf<'S' | 'M' | undefined>();
    expectTypeOf(answer(ask.selectMany.optional('?', ['S', 'M']))).toEqualTypeOf<('S' | 'M')[] | undefined>();
    expectTypeOf(answer(ask.password.optional('?'))).toEqualTypeOf<SecretHandle | undefined>();
  });

  it('refuses options that are not its own', () => {
    // @ts-expect-error A default is one of the choices.
    ask.select('?', ['S', 'M'], { default: 'L' });
    // @ts-expect-error A default is one of the choices.
    ask.selectMany('?', { lunch: 'Lunch' }, { default: ['tour'] });
    // @ts-expect-error A text has no bounds of a number.
    ask.text('?', { min: 2 });
    // @ts-expect-error Choices are texts.
    ask.select('?', [1, 2]);
    // @ts-expect-error A secret is read by its handle.
    ask.secret('not a handle');
    ask.number('?', { check: (amount) => (expectTypeOf(amount).toEqualTypeOf<number>(), undefined) });
    ask.select('?', ['S'], { check: (size) => (expectTypeOf(size).toEqualTypeOf<'S'>(), []) });
  });
});

describe('the tool', () => {
  const declared = createAskTool('greet')
    .description('Greet')
    .parameters(z.object({ day: z.string() }));

  it('is one like any other, typed', () => {
    const tool = declared.version('1').execute(function* (params, asking) {
      expectTypeOf(params).toEqualTypeOf<{ day: string }>();
      expectTypeOf(yield* asking.text('?')).toEqualTypeOf<string>();
      expectTypeOf(asking).toEqualTypeOf<AskContext>();
      return yield* asking.step('count', () => 3);
    });
    expectTypeOf<ResultOf<typeof tool>>().toEqualTypeOf<number>();
    expectTypeOf(tool.name).toEqualTypeOf<'greet'>();
    expectTypeOf<Answer<ReturnType<typeof tool.run>>>().toEqualTypeOf<number>();
    expectTypeOf(createChatHandler).toBeCallableWith({ provider: {} as never, tools: [tool] });
  });

  it('opens pages only with secrets', () => {
    declared.execute(function* (_, asking) {
      // @ts-expect-error It does not declare that it opens pages.
      asking.elicit.url({ message: '?', url: 'https://example.com/' });
    });
    const tool = declared.execute(
      function* (_, asking) {
        yield* asking.elicit.url({ message: '?', url: 'https://example.com/' });
        const handle = yield* asking.password('?');
        return yield* asking.step('keep', () => ({ handle }));
      },
      { secrets },
    );
    expectTypeOf(tool.asksUrl).toEqualTypeOf<true>();
  });

  it('does not compile with a yield of something else', () => {
    // @ts-expect-error Write yield* ask.text('?').
    declared.execute(function* () {
      yield { ask: 'text', message: '?' };
    });
    // @ts-expect-error Write yield* ask.text('?').
    declared.execute(function* (_, asking) {
      yield asking.text('?');
    });
  });

  it('takes a plugin, made from the declaration or the whole tool', () => {
    const plugin = makePlugin(declared)
      .onElicit({})
      .onOpen(function* ({ params, ui }) {
        expectTypeOf(params).toEqualTypeOf<{ day: string } | undefined>();
        expectTypeOf(ui).toEqualTypeOf<unknown>();
        return { action: 'decline' };
      })
      .build();
    expectTypeOf(plugin.client.toolName).toEqualTypeOf<'greet'>();
    expectTypeOf(plugin.tool).toEqualTypeOf<AnyMcpTool | undefined>();
    const whole = makePlugin(declared.execute(function* () {}))
      .onElicit({})
      .build();
    expectTypeOf(whole.tool).toEqualTypeOf<AnyMcpTool>();
  });

  it('tells why there is no answer', () => {
    const error = {} as unknown;
    if (error instanceof AskDeclinedError) {
      type Reason = 'declined' | 'cancelled' | 'withdrawn' | 'expired' | 'interrupted' | 'failed';
      expectTypeOf(error.reason).toEqualTypeOf<Reason>();
      expectTypeOf(error.code).toEqualTypeOf<'ASK_DECLINED'>();
    }
  });
});

describe('fromAskGenerator', () => {
  const about = { description: 'Greet', parameters: z.object({ polite: z.boolean() }) };

  it('takes plain and async generators with typed parameters', () => {
    fromAskGenerator('greet', about, function* ({ polite }) {
      expectTypeOf(polite).toEqualTypeOf<boolean>();
      const name: unknown = yield { ask: 'text', message: 'Name?', minLength: 2 };
      return name;
    });
    const tool = fromAskGenerator('greet', about, async function* () {
      yield { emit: 'progress', value: await Promise.resolve(1) };
    });
    expectTypeOf(tool).toExtend<AnyMcpTool>();
    expectTypeOf(tool.name).toEqualTypeOf<'greet'>();
  });

  it('has no .approve: its calls end with their process, so it asks with its own words', () => {
    const tool = fromAskGenerator('greet', about, function* () {
      const isAllowed: unknown = yield { ask: 'confirm', message: 'Greet?' };
      return isAllowed;
    });
    // @ts-expect-error A tool that is finished takes no more declarations.
    void tool.approve;
    // @ts-expect-error It takes description, parameters, limits and secrets.
    fromAskGenerator('greet', { ...about, approve: {} }, function* () {});
  });

  it('refuses words that there are not, and questions without what they need', () => {
    // @ts-expect-error There is no such word.
    fromAskGenerator('greet', about, function* () {
      yield { ask: 'colour', message: 'Which?' };
    });
    // @ts-expect-error A select has options.
    fromAskGenerator('greet', about, function* () {
      yield { ask: 'select', message: 'Which?' };
    });
  });
});
