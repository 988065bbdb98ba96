import { ensure, sleep } from 'effection';
import { createAskTool } from 'elicitkit/ask';
import * as z from 'zod';

/** Works until it is stopped. If it `hangs`, so does its clean-up. */
export const work = createAskTool('work')
  .description('Work')
  .parameters(z.object({ hangs: z.boolean().default(false) }))
  .execute(function* ({ hangs }, ask) {
    yield* ask.progress('Working');
    yield* ask.step('work', function* () {
      yield* ensure(function* () {
        console.log('Cleaning up');
        if (hangs) yield* sleep(600_000);
      });
      yield* sleep(600_000);
    });
  });
