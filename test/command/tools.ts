import { createAskTool } from 'elicitkit/ask';
import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export * from '../../examples/ask/kitchen-sink.ts';

const place = z.object({ street: z.string(), towns: z.array(z.object({ name: z.string() })) });

/** Says markup, asks with markup, and gives markup. */
export const rude = createAskTool('rude')
  .description('<b id="injected">Rude</b> <img src=x onerror=alert(1)>')
  .parameters(z.object({}))
  .execute(function* (_, ask) {
    yield* ask.progress('<b id="injected">busy</b>', 1, 3);
    const word = yield* ask.text('<b id="injected">Your word?</b>');
    return `<b id="injected">${word}</b>`;
  });

/** Looks something up between two questions, and does something before the last. */
export const invite = createAskTool('invite')
  .description('Invite a guest')
  .parameters(z.object({}))
  .execute(function* (_, ask) {
    const guest = yield* ask.text('Who comes?');
    const day = yield* ask.select('Which day?', ['Friday', 'Saturday']);
    const table = yield* ask.step('look', () => `table 2 on ${day}`, { pure: true });
    const meal = yield* ask.text(`What does ${guest} eat?`);
    yield* ask.step('write', () => 'written');
    const drink = yield* ask.text('And to drink?');
    return `${guest}, ${table}: ${meal}, ${drink}`;
  });

/** Takes an object. */
export const deep = createMcpTool('deep')
  .description('Takes a place')
  .parameters(z.object({ place }))
  .elicits({})
  .execute(function* ({ place: { street, towns } }) {
    return { street, towns: towns.length };
  });

/** Asks with data for a component, and for an object. */
export const seat = createMcpTool('seat')
  .description('Choose a seat')
  .parameters(z.object({}))
  .elicits({
    seat: { response: z.object({ seat: z.object({ row: z.int().min(1) }) }), context: z.object({ rows: z.int() }) },
  })
  .execute(function* (_, ctx) {
    const given = yield* ctx.elicit('seat', { message: 'Which seat?', rows: 30 });
    return given.action === 'accept' ? Array.from({ length: 100 }, () => given.content.seat) : 'none';
  });

/** Asks somebody else than who calls it. */
export const refund = createMcpTool('refund')
  .description('Refund an order')
  .parameters(z.object({}))
  .elicits({ decide: z.object({ approved: z.boolean() }) })
  .execute(function* (_, ctx) {
    const given = yield* ctx.elicit('decide', { message: 'Refund?' }, { to: { role: 'manager' }, notOwner: true });
    return given.action === 'accept' ? `approved: ${String(given.content.approved)}` : (given.reason ?? given.action);
  });

/** Asks a model, which is not there. */
export const judge = createMcpTool('judge')
  .description('Judge a text')
  .parameters(z.object({}))
  .elicits({})
  .execute(function* (_, ctx) {
    return (yield* ctx.sample({ prompt: 'Is it good?' })).text;
  });

/** Cannot do without a model. */
export const needy = createMcpTool('needy')
  .description('Needs a model')
  .parameters(z.object({}))
  .elicits({})
  .requires({ sampling: true })
  .execute(function* () {
    return 'never';
  });
