import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export const refund = createMcpTool('refund')
  .description('Pays an order back.')
  .parameters(z.object({ orderId: z.string(), amount: z.number().max(500) }))
  .elicits({})
  .approve({
    when: ({ amount }) => amount > 20,
    edit: true,
    remember: { key: ({ orderId, amount }) => `${amount} for order ${orderId}`, for: 'chat' },
    tone: 'danger',
  });

export const refundTool = refund.execute(function* ({ orderId, amount }) {
  // Pay it back here.
  return `Paid ${amount} back for ${orderId}.`;
});
