import * as z from 'zod';
import {
  choiceQuestion,
  choicesQuestion,
  createMcpTool,
  dateQuestion,
  datesQuestion,
  filesQuestion,
  rowQuestion,
  rowsQuestion,
} from '../../src/plugin.ts';
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

/** A tool whose answers are rows of a table: several, and then one of them. */
const payBillsTool = createMcpTool('pay_bills')
  .description('Pay bills')
  .parameters(z.object({}))
  .elicits({ bills: rowsQuestion, first: rowQuestion })
  .execute(function* (_, ctx) {
    const columns = [
      { key: 'from', label: 'From' },
      { key: 'amount', label: 'Amount', kind: 'money' as const },
    ];
    const rows = ['Water', 'Energy', 'Parking', 'Phone'].map((from, nth) => ({
      id: `b${nth}`,
      cells: { from, amount: { amount: `${nth + 1}.50`, currency: 'USD' } },
      ...(nth === 2 && { disabled: { reason: 'It is paid.' } }),
    }));
    const bills = yield* ctx.elicit('bills', { message: 'Which bills?', columns, rows, min: 1 });
    if (bills.action !== 'accept') return 'Nothing paid.';
    const first = yield* ctx.elicit('first', { message: 'Which first?', columns, rows });
    return first.action === 'accept'
      ? `Paid ${bills.content.rows.join(', ')}, ${first.content.row} first.`
      : 'Nothing.';
  });

/** A tool that takes a choice of several groups, or what the person writes. */
const orderMealTool = createMcpTool('order_meal')
  .description('Order a meal')
  .parameters(z.object({}))
  .elicits({ dish: choiceQuestion })
  .execute(function* (_, ctx) {
    const choices = ['Ramen', 'Soba', 'Eel'].map((label, nth) => ({
      value: `d${nth}`,
      label,
      group: nth < 2 ? 'Noodles' : 'Rice',
      amount: `$${nth + 9}.00`,
    }));
    const answer = yield* ctx.elicit('dish', { message: 'What would you like?', choices, other: true });
    return answer.action === 'accept' ? `Ordered: ${answer.content.choice}.` : 'Not ordered.';
  });

/** A tool that asks for a day and for a stay, some days of which are taken. */
const bookStayTool = createMcpTool('book_stay')
  .description('Book a stay')
  .parameters(z.object({}))
  .elicits({ visit: dateQuestion, stay: datesQuestion })
  .execute(function* (_, ctx) {
    const unavailable = [{ date: '2026-12-25', reason: 'We are closed.' }];
    const visit = yield* ctx.elicit('visit', { message: 'When do you visit us?', min: '2026-12-01', unavailable });
    const stay = yield* ctx.elicit('stay', { message: 'When do you stay?', unavailable, maxNights: 14 });
    if (visit.action !== 'accept' || stay.action !== 'accept') return 'Not booked.';
    return `Booked from ${stay.content.from} to ${stay.content.to}, after ${visit.content.date}.`;
  });

/** A tool that takes files which it knows. Only a page with its card can add some: elsewhere the person writes ids. */
const claimTool = createMcpTool('claim')
  .description('Claim money for a trip')
  .parameters(z.object({}))
  .elicits({ receipts: filesQuestion })
  .execute(function* (_, ctx) {
    const known = ['f-101', 'f-102'];
    const answer = yield* ctx.elicit(
      'receipts',
      { message: `Which receipts of these? ${known.join(', ')}`, maxFiles: 2 },
      { check: ({ files }) => files.filter((id) => !known.includes(id)).map((id) => `There is no file "${id}".`) },
    );
    return answer.action === 'accept' ? `Claimed with ${answer.content.files.join(', ')}.` : 'Not claimed.';
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
 * The demo's tools and one for each kind of question, what a model passes them, and what their result says at their
 * end.
 */
export const tools = [
  { tool: bookFlightTool, params: route, end: /Booked/ },
  { tool: bookTripTool, params: { ...route, travellers: [{ type: 'adult' }, { type: 'adult' }] }, end: /Booked/ },
  { tool: pickCardTool, params: {}, end: /The person picked/ },
  { tool: planTripTool, params: route, end: /Kept the plan/ },
  { tool: orderPizzaTool, params: {}, end: /A pizza of (?:26|32) cm, to floor [12]\./ },
  { tool: packTool, params: {}, end: /Packed: t\d/ },
  { tool: payBillsTool, params: {}, end: /Paid b[013], b[013] first\./ },
  { tool: orderMealTool, params: {}, end: /Ordered: (?:d\d|Ada)\./ },
  { tool: bookStayTool, params: {}, end: /Booked from 2026-12-24 to 2026-12-24/ },
  { tool: claimTool, params: {}, end: /Claimed with f-101\./ },
  { tool: refundTool, params: { amount: 5, to: 'Ann' }, end: /Paid 5 back to Ann/ },
  { tool: ticTacToeTool, params: {}, end: /won|lost|drew|draw/i },
] as const;
