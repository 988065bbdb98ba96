import { createMcpTool } from 'elicitkit/plugin';
import { keepChatHandler } from 'elicitkit/server';
import * as z from 'zod';
import { provider } from './model';

/** A tool that asks. Give it another question: one line in `elicits`, one in the body. */
export const orderPizza = createMcpTool('order_pizza')
  .description('Order a pizza')
  .parameters(z.object({ topping: z.string() }))
  .elicits({ size: z.enum(['small', 'large']) })
  .execute(function* ({ topping }, ctx) {
    const size = yield* ctx.elicit('size', { message: `How large a ${topping} pizza?` });
    return size.action === 'accept' ? `Ordered: one ${size.content} ${topping} pizza.` : 'Nothing ordered.';
  });

/** Answers the page's requests. */
export const chat = keepChatHandler('chat', { provider, tools: [orderPizza] });
