import { all, run, until, type Operation } from 'effection';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const declaration = createMcpTool('book')
  .description('Book')
  .parameters(z.object({}))
  .elicits({ sure: z.object({ yes: z.boolean() }) });
type Context = McpToolContext<{ sure: z.ZodObject<{ yes: z.ZodBoolean }> }>;

function play(body: (ctx: Context) => Operation<unknown>): Promise<unknown> {
  const client = createMockClient({
    elicitResponses: [{ key: 'sure', action: 'accept', content: { yes: true } }],
    sampleResponses: ['Fine.'],
  });
  const tool = declaration.execute(function* (_, ctx) {
    return yield* body(ctx as unknown as Context);
  });
  return run(() => runTool(tool, {}, client));
}

// What a step asks of the context is in the journal, and no replay asks for it again: after a restart the call would be
// over, or the person would answer a question that nobody waits for.
it.each<[string, (ctx: Context) => Operation<unknown>]>([
  ['elicit', (ctx) => ctx.elicit('sure', { message: 'Sure?' })],
  ['sample', (ctx) => ctx.sample({ prompt: 'Fine?' })],
  ['step', (ctx) => ctx.step('inner', () => 1)],
  ['now', (ctx) => ctx.now()],
  ['uuid', (ctx) => ctx.uuid()],
  ['now', (ctx) => ctx.sleep(1)],
  ['commit', (ctx) => ctx.commit()],
  ['token', (ctx) => ctx.waitFor.token('paid')],
  ['step', (ctx) => ctx.branch((inner) => inner.step('inner', () => 1))],
])('refuses ctx.%s within a step', async (name, ask) => {
  const playing = play((ctx) =>
    ctx.step('search', function* () {
      yield* until(Promise.resolve());
      yield* ask(ctx);
    }),
  );
  await expect(playing).rejects.toMatchObject({
    code: 'STEP_FAILED',
    error: { code: 'IN_STEP', message: expect.stringContaining(`book called ctx.${name} within its step "search"`) },
  });
});

it('takes the rest of the context within a step, and everything beside it and after it', async () => {
  const said = await play(function* (ctx) {
    const both = yield* all([
      ctx.step('search', function* () {
        yield* ctx.log('info', 'Searching');
        yield* ctx.notify('Searching', 1, 2);
        yield* until(new Promise((resolve) => setTimeout(resolve, 5)));
        return ctx.callId.length > 0;
      }),
      ctx.elicit('sure', { message: 'Sure?' }),
    ]);
    const thrown = yield* tried(
      ctx.step('fail', function* () {
        throw new Error('Full.');
      }),
    );
    return [both[0], both[1].action, thrown, yield* ctx.step('next', () => 'next')];
  });
  expect(said).toEqual([true, 'accept', 'Step "fail" failed: Full.', 'next']);
});

function* tried(operation: Operation<unknown>): Operation<unknown> {
  try {
    return yield* operation;
  } catch (error) {
    return (error as Error).message;
  }
}
