import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { schemaForm, type FieldProps } from '../../src/index.ts';
import { createMcpTool, makePlugin, type ElicitUrlResult } from '../../src/plugin.ts';
import { createMockClient } from '../../src/testing.ts';

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

  it('is answered by a mock client', () => {
    createMockClient({ elicitResponses: [{ url: 'accept' }] });
    // @ts-expect-error a page is opened or not
    createMockClient({ elicitResponses: [{ url: 'yes' }] });
  });
});
