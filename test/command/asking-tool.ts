import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';

export const greet = createMcpTool('greet')
  .description('Greet somebody')
  .parameters(z.object({}))
  .elicits({ name: z.object({ name: z.string() }) })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('name', { message: 'Who are you?' });
    return answer.action === 'accept' ? `Hello ${answer.content.name}` : 'Hello';
  });
