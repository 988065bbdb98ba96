import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

const decision = z.object({
  decision: z.enum(['approve', 'deny']),
  reason: z.string().max(500).optional(),
});

/** Refunds an order, once a manager who is not the customer agrees. */
export const refundTool = createMcpTool('refund_order')
  .description('Refunds an order, if a manager agrees.')
  .parameters(z.object({ order: z.string(), euros: z.number().positive() }))
  .elicits({ decide: decision })
  .execute(function* ({ order, euros }, ctx) {
    const message = `Refund order ${order}, ${euros} €?`;
    const answer = yield* ctx.elicit('decide', { message }, { to: { role: 'manager' }, notOwner: true });
    if (answer.action !== 'accept') return `Order ${order} was not refunded: nobody decided.`;
    const { decision: decided, reason = 'no reason given' } = answer.content;
    const who = answer.by?.name ?? 'a manager';
    return decided === 'approve' ? `Order ${order} is refunded: ${who} agreed.` : `${who} refused: ${reason}.`;
  });
