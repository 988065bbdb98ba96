import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { schemaForm } from '../../src/index.ts';
import type { FieldProps } from '../../src/forms.ts';
import { createMcpTool, makePlugin, type AnyMcpTool, type ElicitUrlResult } from '../../src/plugin.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const tool = createMcpTool('invite')
  .description('Invite')
  .parameters(z.object({}))
  .elicits(
    {
      short: z.object({ name: z.string(), day: z.iso.date() }),
      long: { response: z.object({ seats: z.coerce.number() }), context: z.object({ free: z.number() }) },
      word: z.string(),
    },
    { url: true },
  );

const DateField = (_props: FieldProps<'date'>) => null;

describe('schemaForm', () => {
  it('fits any key', () => {
    makePlugin(tool).onElicit({
      short: schemaForm({ fields: { date: DateField }, hints: { order: ['day'] } }),
      long: schemaForm(),
      word: schemaForm({ title: 'One word' }),
    });
  });

  it('fits no key that is not there, and takes no control of another kind', () => {
    // @ts-expect-error there is no such question
    makePlugin(tool).onElicit({ short: schemaForm(), long: schemaForm(), word: schemaForm(), other: schemaForm() });
    // @ts-expect-error a control for dates is none for choices
    schemaForm({ fields: { select: DateField } });
  });
});

describe('the names that a form is told', () => {
  const optional = createMcpTool('trip')
    .description('Trip')
    .parameters(z.object({}))
    .elicits({
      day: {
        response: z.object({ on: z.iso.date(), seats: z.int().optional() }).refine(({ seats }) => seats !== 7),
        context: z.object({ free: z.number() }),
      },
      either: z.union([z.object({ mail: z.email() }), z.object({ phone: z.string() })]),
      coerced: z.object({ at: z.string() }).transform(({ at }) => ({ hour: Number(at) })),
      open: z.looseObject({}),
      any: z.record(z.string(), z.string()),
    });

  it('are those of the question’s answer', () => {
    makePlugin(optional).onElicit({
      day: schemaForm({ hints: { order: ['seats', 'on'], properties: { on: { label: 'When' }, seats: {} } } }),
      either: schemaForm({ hints: { order: ['mail', 'phone'] } }),
      coerced: schemaForm({ fields: { properties: { at: () => null } } }),
      open: schemaForm({ hints: { order: ['anything'] } }),
      any: schemaForm({ hints: { properties: { anything: { label: 'At all' } } } }),
    });
  });

  it('are no others', () => {
    const others = { either: schemaForm(), open: schemaForm(), any: schemaForm() };
    // @ts-expect-error the day is called `on`
    makePlugin(optional).onElicit({ ...others, coerced: schemaForm(), day: schemaForm({ hints: { order: ['day'] } }) });
    makePlugin(optional).onElicit({
      ...others,
      coerced: schemaForm(),
      // @ts-expect-error the seats are called `seats`
      day: schemaForm({ hints: { properties: { seat: { label: 'Seats' } } } }),
    });
    makePlugin(optional).onElicit({
      ...others,
      day: schemaForm(),
      // @ts-expect-error that is what the tool gets, and nobody enters it
      coerced: schemaForm({ fields: { properties: { hour: () => null } } }),
    });
    makePlugin(tool).onElicit({
      short: schemaForm(),
      long: schemaForm(),
      // @ts-expect-error a word has no properties
      word: schemaForm({ hints: { order: ['w'] } }),
    });
  });

  it('are any where the question is not known yet', () => {
    const handler = schemaForm({ hints: { order: ['whatever'] } });
    makePlugin(tool).onElicit({ short: handler, long: handler, word: handler });
  });
});

describe('ctx.elicit.url', () => {
  it('gives an end without content', () => {
    tool.execute(function* (_params, ctx) {
      const opened = yield* ctx.elicit.url({ message: 'Pay', url: 'https://example.com' }, { timeout: 1000 });
      expectTypeOf(opened).toEqualTypeOf<ElicitUrlResult>();
      if (opened.action === 'accept') {
        // @ts-expect-error agreeing says nothing more
        void opened.content;
      }
      // @ts-expect-error the address is missing
      yield* ctx.elicit.url({ message: 'Pay' });
      // @ts-expect-error there is nothing to check
      yield* ctx.elicit.url({ message: 'Pay', url: 'https://example.com' }, { check: () => undefined });
      return '';
    });
  });

  it('leaves the questions with keys as they are', () => {
    tool.execute(function* (_params, ctx) {
      const long = yield* ctx.elicit('long', { message: 'How many?', free: 3 });
      if (long.action === 'accept') expectTypeOf(long.content).toEqualTypeOf<{ seats: number }>();
      // @ts-expect-error no such question
      yield* ctx.elicit('other', { message: 'What?' });
      return '';
    });
  });

  it('is called with its parameters, and without knowing it with any object', () => {
    const greet = createMcpTool('greet')
      .description('Greet')
      .parameters(z.object({ name: z.string(), times: z.int().default(1) }))
      .elicits({})
      .execute(function* () {
        return '';
      });
    runTool(greet, { name: 'Ada' }, createMockClient());
    // @ts-expect-error a parameter is missing
    runTool(greet, { nmae: 'Ada' }, createMockClient());
    const params: { name: string } = { name: 'Ada' };
    runTool(greet as AnyMcpTool, params, createMockClient());
  });

  it('is answered by a mock client', () => {
    createMockClient({ elicitResponses: [{ url: 'accept' }] });
    // @ts-expect-error a page is opened or not
    createMockClient({ elicitResponses: [{ url: 'yes' }] });
  });
});
