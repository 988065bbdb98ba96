import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export const orderPizza = createMcpTool('order_pizza')
  .description('Order a pizza')
  .parameters(z.object({ topping: z.string() }))
  .elicits({
    size: z.enum(['small', 'large']),
    when: z.enum(['now', 'at eight']),
  })
  .execute(function* ({ topping }, ctx) {
    const size = yield* ctx.elicit('size', { message: `How large a ${topping} pizza?` });
    if (size.action !== 'accept') return 'Nothing ordered.';

    const when = yield* ctx.elicit('when', { message: 'When shall it come?' });
    if (when.action !== 'accept') return 'Nothing ordered.';

    return `One ${size.content} ${topping} pizza, ${when.content}.`;
  });
