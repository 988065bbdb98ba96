import { run, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const declaration = createMcpTool('book')
  .description('Book')
  .parameters(z.object({}))
  .elicits({ sure: z.object({ yes: z.boolean() }) }, { url: true });
type Context = McpToolContext<{ sure: z.ZodObject<{ yes: z.ZodBoolean }> }, { url: true }>;

function play(body: (ctx: Context) => Operation<unknown>): Promise<unknown> {
  const client = createMockClient({ elicitResponses: [{ key: 'sure', action: 'accept', content: { yes: true } }] });
  return run(() =>
    runTool(
      declaration.execute((_, ctx) => body(ctx)),
      {},
      client,
    ),
  );
}

const notSet = Number(process.env['ELICITKIT_IS_NOT_SET']);
const named = (what: string, given: string) => ({
  code: 'INVALID_DECLARATION',
  message: expect.stringContaining(`book's ${what} is ${given}. Give milliseconds`) as string,
});

describe.each([notSet, '60s' as unknown as number])('a time of %s', (time) => {
  it.each<[string, (ctx: Context) => Operation<unknown>]>([
    ['question "sure": timeout', (ctx) => ctx.elicit('sure', { message: 'Sure?' }, { timeout: time })],
    [
      'question "~url": timeout',
      (ctx) => ctx.elicit.url({ message: 'Pay.', url: 'https://a.example' }, { timeout: time }),
    ],
    ['ctx.waitFor: timeout', (ctx) => ctx.waitFor('paid', { schema: z.string(), timeout: time })],
    ['ctx.sleep: time', (ctx) => ctx.sleep(time)],
  ])('is no %s', async (what, ask) => {
    await expect(play(ask)).rejects.toMatchObject(named(what, String(time)));
  });
});

it('takes a time that was computed and is past: it is over at once', async () => {
  const said = await play(function* (ctx) {
    yield* ctx.sleep(-5);
    const answered = yield* ctx.elicit('sure', { message: 'Sure?' }, { timeout: -5 });
    return answered.action;
  });
  expect(said).toBe('accept');
});
