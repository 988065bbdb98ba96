import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';
import { charge } from './payments';

export const payTool = createMcpTool('pay')
  .description('Pay for the booking')
  .parameters(z.object({ amount: z.number() }))
  .elicits({})
  .execute(function* ({ amount }, ctx) {
    return yield* ctx.step('charge', ({ idempotencyKey }) => charge(amount, idempotencyKey), { idempotent: true });
  });
