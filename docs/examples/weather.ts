import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export const weatherTool = createMcpTool('weather')
  .description('The weather of a city')
  .parameters(z.object({ city: z.string() }))
  .elicits({})
  .execute(function* ({ city }, ctx) {
    yield* ctx.log('info', `asked for ${city}`);
    return yield* ctx.step('look out of the window', () => ({ city, degrees: 21, sky: 'clear' }));
  });
