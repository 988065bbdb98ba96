import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

const quizQuestion = z.object({ question: z.string(), options: z.array(z.string()).min(2).max(6) });

export const quizTool = createMcpTool('quiz')
  .description('Ask the person a question about a topic, and judge the answer')
  .parameters(z.object({ topic: z.string() }))
  .elicits({}, { open: true })
  .execute(function* ({ topic }, ctx) {
    const { value: quiz } = yield* ctx.sample({ prompt: `A quiz question about ${topic}.`, schema: quizQuestion });
    // The options are known only now, so the answer's schema is made now.
    const answer = yield* ctx.elicit({
      message: quiz.question,
      schema: z.object({ option: z.enum(quiz.options) }),
      key: 'option',
    });
    if (answer.action !== 'accept') return 'The person did not answer.';
    const { messages } = ctx.exchangeOf(answer);
    const judge = { role: 'user', content: 'Is that right? One sentence.' } as const;
    return (yield* ctx.sample({ messages: [...messages, judge] })).text;
  });
