import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

const decision = z.object({
  decision: z.enum(['Approve', 'Deny']).meta({ title: 'Decision' }),
  note: z.string().max(300).optional().meta({ title: 'Note for the customer' }),
});

/** Asks the manager, who has a page of their own: the customer only sees that the question waits. */
export const requestRefundTool = createMcpTool('request_refund')
  .description('Ask for a refund of an order. A manager decides.')
  .parameters(z.object({ order: z.string(), euros: z.number().positive() }))
  .elicits({ decide: decision })
  .execute(function* ({ order, euros }, ctx) {
    const amount = `${euros}\u00A0€`;
    const message = `Refund order ${order}, ${amount}?`;
    const answer = yield* ctx.elicit('decide', { message }, { to: { role: 'manager' }, notOwner: true });
    if (answer.action !== 'accept') return `Refund: order ${order} was not decided.`;
    const { decision: decided, note = '' } = answer.content;
    // A terminal does not know who sits at it.
    const who = answer.by?.name ?? 'The manager';
    const why = note === '' ? '' : ` They wrote: ${note}`;
    return decided === 'Approve'
      ? `Refund: ${who} agreed, and ${amount} for order ${order} are on their way.${why}`
      : `Refund: ${who} said no to order ${order}.${why}`;
  });
