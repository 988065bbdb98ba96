import * as z from 'zod';
import { choicesQuestion, createMcpTool } from '../../src/plugin.ts';
import { bookFlightTool } from '../../demo/book-flight/tool.ts';
import { bookTripTool } from '../../demo/book-trip/tool.ts';
import { pickCardTool } from '../../demo/pick-card/tool.ts';
import { planTripTool } from '../../demo/plan-trip/tool.ts';
import { ticTacToeTool } from '../../demo/tic-tac-toe/tool.ts';

const route = { from: 'London', destination: 'Singapore' };

/** A tool whose answer has the shapes that schemas write in several ways. */
const orderPizzaTool = createMcpTool('order_pizza')
  .description('Order a pizza')
  .parameters(z.object({}))
  .elicits({
    order: z.object({
      size: z.literal([26, 32]),
      base: z.enum(['thin', 'deep']).meta({ id: 'Base' }).nullable(),
      delivery: z.object({ ring: z.boolean(), to: z.object({ floor: z.literal([1, 2]) }) }),
      extras: z.array(z.union([z.enum(['olives', 'basil']), z.literal('chili').meta({ title: 'Chili!' })])),
    }),
  })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('order', { message: 'Which pizza?' });
    if (answer.action !== 'accept') return 'No pizza.';
    const { size, delivery } = answer.content;
    return `A pizza of ${size} cm, to floor ${delivery.to.floor + 1 - 1}.`;
  });

/** A tool whose answer is several of a list. */
const packTool = createMcpTool('pack')
  .description('Pack a suitcase')
  .parameters(z.object({}))
  .elicits({ things: choicesQuestion })
  .execute(function* (_, ctx) {
    const choices = ['Boots', 'Coat', 'Tent'].map((label, nth) => ({ value: `t${nth}`, label }));
    const answer = yield* ctx.elicit('things', { message: 'What do you take?', choices, min: 1 });
    return answer.action === 'accept' ? `Packed: ${answer.content.choices.join(' and ')}.` : 'Not packed.';
  });

/** A tool that needs an approval. Only a page can change its arguments, and only a chat remembers it. */
const refundTool = createMcpTool('refund')
  .description('Pay money back')
  .parameters(z.object({ amount: z.number(), to: z.string() }))
  .elicits({})
  .approve({ edit: true, remember: { key: ({ amount, to }) => `${amount} to ${to}`, for: 'owner' } })
  .execute(function* ({ amount, to }) {
    return `Paid ${amount} back to ${to}.`;
  });

/**
 * The demo's tools, one of shapes, one of a list and one that needs an approval, what a model passes them, and what their result says once they have come to their
 * end.
 */
export const tools = [
  { tool: bookFlightTool, params: route, end: /Booked/ },
  { tool: bookTripTool, params: { ...route, travellers: [{ type: 'adult' }, { type: 'adult' }] }, end: /Booked/ },
  { tool: pickCardTool, params: {}, end: /The person picked/ },
  { tool: planTripTool, params: route, end: /Kept the plan/ },
  { tool: orderPizzaTool, params: {}, end: /A pizza of (?:26|32) cm, to floor [12]\./ },
  { tool: packTool, params: {}, end: /Packed: t\d/ },
  { tool: refundTool, params: { amount: 5, to: 'Ann' }, end: /Paid 5 back to Ann/ },
  { tool: ticTacToeTool, params: {}, end: /won|lost|drew|draw/i },
] as const;
