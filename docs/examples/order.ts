import { createMcpTool, question } from 'elicitkit/plugin';
import * as z from 'zod';

const dish = z.object({ id: z.string(), name: z.string(), price: z.string(), isSoldOut: z.boolean() });

export const order = createMcpTool('order')
  .description('Order a dish')
  .parameters(z.object({}))
  .elicits({
    dish: question({
      context: z.object({ menu: z.array(dish) }),
      response: z.object({ id: z.string(), isSpicy: z.boolean().optional() }),
      choices: {
        id: ({ menu }) =>
          menu.map(({ id, name, price, isSoldOut }) => ({
            value: id,
            label: `${name}, ${price}`,
            ...(isSoldOut && { disabled: { reason: 'It is sold out.' } }),
          })),
      },
    }),
  });
