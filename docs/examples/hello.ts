import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export const orderPizza = createMcpTool('order_pizza')
  .description('Order a pizza')
  .parameters(z.object({ topping: z.string() }))
  .elicits({ size: z.enum(['small', 'large']) })
  .execute(function* ({ topping }, ctx) {
    const size = yield* ctx.elicit('size', { message: `How large a ${topping} pizza?` });
    return size.action === 'accept' ? `Ordered: one ${size.content} ${topping} pizza.` : 'Nothing ordered.';
  });
