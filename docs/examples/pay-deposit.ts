import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export const payDepositTool = createMcpTool('pay_deposit')
  .description('Have the deposit paid')
  .parameters(z.object({ booking: z.string() }))
  .elicits({}, { url: true })
  .execute(function* ({ booking }, ctx) {
    const opened = yield* ctx.elicit.url({
      message: 'The deposit is paid at our bank.',
      url: `https://pay.example.com/${encodeURIComponent(booking)}`,
    });
    return opened.action === 'accept' ? 'They went to pay.' : 'They did not want to pay.';
  });
