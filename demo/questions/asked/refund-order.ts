import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export const refundOrder = createMcpTool('refund_order')
  .description('Pays an order back to the card it was paid with.')
  .parameters(
    z.object({
      order: z.string().meta({ title: 'Order' }),
      amount: z.number().positive().max(500).meta({ title: 'Amount in euros' }),
      note: z.string().max(200).optional().meta({ title: 'Note to the customer' }),
    }),
  )
  .elicits({})
  .approve({
    when: ({ amount }) => amount > 20,
    edit: true,
    remember: { key: ({ order, amount }) => `order ${order}, ${amount} €`, for: 'owner' },
  });
