import { createMcpTool, reviewQuestion } from 'elicitkit/plugin';
import * as z from 'zod';

export const sendMailTool = createMcpTool('send_mail')
  .description('Send a mail that the person has approved')
  .parameters(z.object({ to: z.string(), text: z.string() }))
  .elicits({ draft: reviewQuestion })
  .execute(function* ({ to, text }, ctx) {
    const answer = yield* ctx.elicit('draft', { message: `May I send this to ${to}?`, text, edit: true });
    if (answer.action !== 'accept') return 'Not sent.';
    const { verdict, text: edited = text, comment } = answer.content;
    if (verdict === 'revise') return `Not sent. Write it anew: ${comment}`;
    return yield* ctx.step('send', () => `Sent to ${to}: ${edited}`);
  });
