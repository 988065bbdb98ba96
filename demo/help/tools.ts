import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

/** Asks for feedback. The page has no plugin for it, so the question is shown as a form. */
export const giveFeedbackTool = createMcpTool('give_feedback')
  .description('Take feedback. The person says what they think, so ask for nothing before you call this.')
  .parameters(z.object({}))
  .elicits({
    feedback: z.object({
      rating: z.enum(['Great', 'Fine', 'Poor']).meta({ title: 'How was it?' }),
      remark: z.string().max(300).optional().meta({ title: 'Anything to add?' }),
      email: z.email().optional().meta({ title: 'Email', description: 'Where we may write back' }),
    }),
  })
  .execute(function* (_params, ctx) {
    const answer = yield* ctx.elicit('feedback', { message: 'Tell us how booking here was.' });
    if (answer.action !== 'accept') return 'Feedback: none was given.';
    const { rating, email } = answer.content;
    return `Feedback: ${rating}.${email === undefined ? '' : ` Write back to ${email}.`}`;
  });

/** Asks to open a page, because a form cannot show what the person must read there. */
export const entryRulesTool = createMcpTool('entry_rules')
  .description('Show what papers a country asks for')
  .parameters(z.object({}))
  .elicits({}, { url: true })
  .execute(function* (_params, ctx) {
    const answer = yield* ctx.elicit.url({
      message: 'Entry rules change often. Read them at the source.',
      url: 'https://example.com/entry-rules?lang=en',
    });
    return answer.action === 'accept' ? 'Entry rules: the page was opened.' : 'Entry rules: the page was not opened.';
  });
