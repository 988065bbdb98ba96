import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export const giveCredit = createMcpTool('give_credit')
  .description('Gives a customer credit, once a manager agrees.')
  .parameters(z.object({ euros: z.number().positive() }))
  .elicits({ decide: z.object({ agreed: z.boolean() }) })
  .execute(function* ({ euros }, ctx) {
    const decision = yield* ctx.elicit(
      'decide',
      { message: `Give ${euros} € of credit?` },
      { to: { role: 'manager' }, notOwner: true },
    );
    if (decision.action !== 'accept' || !decision.content.agreed) return 'No credit was given.';
    return `${euros} € of credit, decided by ${decision.by?.name ?? 'a manager'}.`;
  });
