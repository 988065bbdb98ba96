import { suspend, type Operation } from 'effection';
import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

const tool = (name: string, cleanUp: () => Operation<void>) =>
  createMcpTool(name)
    .description(`Holds something while it asks.${' It takes many words to say so.'.repeat(500)}`)
    .parameters(z.object({}))
    .elicits({ sure: z.object({ ok: z.boolean() }) })
    .execute(function* (_, ctx) {
      try {
        yield* ctx.elicit('sure', { message: 'Are you sure?' });
        return 'Sure.';
      } finally {
        // oxlint-disable-next-line effection/no-yield-in-finally
        yield* cleanUp();
      }
    });

/** Tells of its clean-up. */
export const hold = tool('hold', function* () {
  console.error('Cleaned up.');
});

/** Never ends its clean-up. */
export const stuck = tool('stuck', function* () {
  console.error('Stuck.');
  yield* suspend();
});
