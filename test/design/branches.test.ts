// The code samples of the design of branch-based tools, with our names.
import { all, run } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpBranchContext } from '../../src/plugin.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const flights = [{ id: 'FL1', price: 299 }];
const destination = z.object({ destination: z.string() });

describe('why generators', () => {
  it('a tool searches, asks the model, asks the person, and goes on', async () => {
    const tool = createMcpTool('book_flight')
      .description('Book a flight')
      .parameters(destination)
      .elicits({ confirm: z.object({ ok: z.boolean() }) })
      .execute(function* (params, ctx) {
        const found = yield* ctx.step('search', () => flights);
        const analysis = yield* ctx.sample({ prompt: `Analyze ${found.length} flights to ${params.destination}` });
        const confirmed = yield* ctx.elicit('confirm', { message: `${analysis.text} Book?` });
        return confirmed.action === 'accept' && confirmed.content.ok ? 'Booked!' : 'Cancelled';
      });
    const client = createMockClient({
      sampleResponses: ['Cheap.'],
      elicitResponses: [{ action: 'accept', content: { ok: true } }],
    });
    expect(await run(() => runTool(tool, { destination: 'Rome' }, client))).toBe('Booked!');
    expect(client.elicitCalls[0]?.message).toBe('Cheap. Book?');
  });
});

describe('the handoff', () => {
  it('passes data alone from before to client to after', async () => {
    const inserted: string[] = [];
    const tool = createMcpTool('book_flight')
      .description('Book a flight')
      .parameters(destination)
      .elicits({ pick: z.object({ flightId: z.string() }) })
      .handoff({
        *before() {
          return { flights };
        },
        *client(handoff, ctx) {
          const pick = yield* ctx.elicit('pick', { message: 'Pick one', flights: handoff.flights });
          return { flightId: pick.action === 'accept' ? pick.content.flightId : null };
        },
        *after(_, clientResult) {
          inserted.push(String(clientResult.flightId));
          return 'Booked!';
        },
      });
    const client = createMockClient({ elicitResponses: [{ action: 'accept', content: { flightId: 'FL1' } }] });
    expect(await run(() => runTool(tool, { destination: 'Rome' }, client))).toBe('Booked!');
    expect(inserted).toEqual(['FL1']);
  });
});

const asking = createMcpTool('ask').description('Ask the model').parameters(z.object({})).elicits({});
const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content);

describe('the two modes of a sample', () => {
  it('tracked by itself, the second one sees the first', async () => {
    const client = createMockClient({ sampleResponses: ['One.', 'Two.'] });
    const tool = asking.execute(function* (_, ctx) {
      yield* ctx.sample({ prompt: 'First question' });
      yield* ctx.sample({ prompt: 'Follow up' });
      return contents(ctx.messages);
    });
    expect(await run(() => runTool(tool, {}, client))).toEqual(['First question', 'One.', 'Follow up', 'Two.']);
    expect(contents(client.sampleCalls[1]?.messages ?? [])).toEqual(['First question', 'One.', 'Follow up']);
  });

  it('explicit, it sends those messages, also the chat’s, and tracks nothing', async () => {
    const client = createMockClient({ sampleResponses: ['Custom.'] });
    const tool = asking.requires({ parentMessages: true }).execute(function* (_, ctx) {
      yield* ctx.sample({ messages: [...ctx.parentMessages, { role: 'user', content: 'Custom prompt' }] });
      return ctx.messages.length;
    });
    const parent = { messages: [{ role: 'user' as const, content: 'Parent' }] };
    expect(await run(() => runTool(tool, {}, client, { parent }))).toBe(0);
    expect(contents(client.sampleCalls[0]?.messages ?? [])).toEqual(['Parent', 'Custom prompt']);
  });
});

describe('a sub-branch', () => {
  it('has a conversation of its own, reads its parent’s, and gives one value', async () => {
    const client = createMockClient({ sampleResponses: ['Hello.', 'Details.'] });
    const tool = asking.execute(function* (_, ctx) {
      yield* ctx.sample({ prompt: 'Hi' });
      const detail = yield* ctx.branch(
        function* (subCtx) {
          expect(contents(subCtx.parentMessages)).toEqual(['Hi', 'Hello.']);
          const result = yield* subCtx.sample({ prompt: 'Detailed analysis...' });
          return result.text;
        },
        { inheritMessages: false, maxDepth: 2, timeout: 5000 },
      );
      return [detail, ctx.depth, ctx.messages.length];
    });
    expect(await run(() => runTool(tool, {}, client))).toEqual(['Details.', 0, 2]);
    expect(contents(client.sampleCalls[1]?.messages ?? [])).toEqual(['Detailed analysis...']);
  });

  it('runs beside another one, and both are waited for', async () => {
    const client = createMockClient({ sampleResponses: ['Cheap.', 'Early.'] });
    const analyze = (what: string) =>
      function* (ctx: McpBranchContext) {
        return (yield* ctx.sample({ prompt: what })).text;
      };
    const tool = asking.execute(function* (_, ctx) {
      const [priceAnalysis, scheduleAnalysis] = yield* all([
        ctx.branch(analyze('Prices?')),
        ctx.branch(analyze('Schedules?')),
      ]);
      return [priceAnalysis, scheduleAnalysis];
    });
    expect(await run(() => runTool(tool, {}, client))).toEqual(['Cheap.', 'Early.']);
  });
});

const formatCard = (card: { rank: string; suit: string }) => `${card.rank} of ${card.suit}`;
const pickCardTool = createMcpTool('pick_card_branch')
  .description('Draw cards with optional LLM analysis')
  .parameters(z.object({ count: z.number().min(2).max(10).default(5), analyze: z.boolean().default(false) }))
  .elicits({}, { open: true })
  .requires({ elicitation: true, sampling: true })
  .handoff({
    *before(params) {
      const cards = Array.from({ length: params.count }, (_, index) => ({ rank: `${index + 1}`, suit: 'hearts' }));
      return { cards, secret: 2, analyze: params.analyze };
    },

    *client(handoff, ctx) {
      yield* ctx.log('info', `Drew ${handoff.cards.length} cards`);
      let analysis: string | null = null;
      if (handoff.analyze) {
        analysis = yield* ctx.branch(
          function* (subCtx) {
            const prompt = `Analyze these cards: ${handoff.cards.map(formatCard).join(', ')}`;
            return (yield* subCtx.sample({ prompt })).text;
          },
          { inheritMessages: false, maxDepth: 1 },
        );
      }
      const result = yield* ctx.elicit({
        message: analysis === null ? 'Pick a card!' : `Analysis: ${analysis}\n\nPick a card!`,
        schema: z.object({ cardNumber: z.number().int().min(1).max(handoff.cards.length) }),
      });
      if (result.action !== 'accept') return { picked: null, cancelled: true, analysis };
      return { picked: result.content.cardNumber - 1, cancelled: false, analysis };
    },

    *after(handoff, client) {
      if (client.cancelled || client.picked === null) return { success: false, message: 'Cancelled' };
      const [picked, secret] = [handoff.cards[client.picked], handoff.cards[handoff.secret]];
      return {
        success: true,
        picked: picked ? formatCard(picked) : null,
        secret: secret ? formatCard(secret) : null,
        isWinner: client.picked === handoff.secret,
      };
    },
  });

describe('picking a card', () => {
  it('is tested with a client that plays the person and the model', async () => {
    const client = createMockClient({
      sampleResponses: ['These cards show an interesting pattern...'],
      elicitResponses: [{ action: 'accept', content: { cardNumber: 3 } }],
    });
    const result = await run(() => runTool(pickCardTool, { count: 5, analyze: true }, client));
    expect(result).toEqual({ success: true, picked: '3 of hearts', secret: '3 of hearts', isWinner: true });
    expect(client.sampleCalls).toHaveLength(1);
    expect(client.elicitCalls).toHaveLength(1);
    expect(client.elicitCalls[0]?.message).toMatch(/^Analysis: These cards.*\n\nPick a card!$/s);
    expect(client.logs).toEqual([{ level: 'info', message: 'Drew 5 cards' }]);
  });

  it('ends well when the person does not want to', async () => {
    const client = createMockClient({ elicitResponses: [{ action: 'decline' }] });
    const result = await run(() => runTool(pickCardTool, {}, client));
    expect(result).toEqual({ success: false, message: 'Cancelled' });
  });
});

describe('limits', () => {
  const deep = (ctx: McpBranchContext) => ctx.branch((inner) => inner.branch((below) => below.now()));

  it('stand at the branch, at the tool and at the run, and the strictest counts', async () => {
    const play = (tool: Parameters<typeof runTool>[0], limits = {}) =>
      run(() => runTool(tool, {}, createMockClient(), { limits }));
    const free = asking.execute((_, ctx) => deep(ctx));
    expect(await play(free)).toBeTypeOf('number');
    const limited = asking.limits({ maxDepth: 1, maxTokens: 50_000 }).execute((_, ctx) => deep(ctx));
    await expect(play(limited)).rejects.toMatchObject({ code: 'TOOL_DEPTH' });
    await expect(play(free, { maxDepth: 1 })).rejects.toMatchObject({ code: 'TOOL_DEPTH' });
    const site = asking.execute((_, ctx) => ctx.branch((inner) => deep(inner), { maxDepth: 1, timeout: 5000 }));
    await expect(play(site, { maxDepth: 10 })).rejects.toMatchObject({ code: 'TOOL_DEPTH' });
  });
});

describe('tools in branches', () => {
  it('are called by the branch, and by the model', async () => {
    const analyzePrices = createMcpTool('analyze_prices')
      .description('Analyze prices')
      .parameters(z.object({ prices: z.array(z.number()) }))
      .elicits({})
      .execute(function* ({ prices }) {
        return { least: Math.min(...prices) };
      });
    const client = createMockClient({
      sampleResponses: [{ toolCalls: [{ name: 'analyze_prices', arguments: { prices: [4, 2] } }] }, 'Two.'],
    });
    const tool = asking.execute((_, ctx) =>
      ctx.branch(
        function* (subCtx) {
          const { least } = yield* subCtx.callTool('analyze_prices', { prices: [3, 1] });
          const { text } = yield* subCtx.sample({ prompt: 'The least?', tools: true });
          return [least, text];
        },
        { tools: [analyzePrices] },
      ),
    );
    expect(await run(() => runTool(tool, {}, client))).toEqual([1, 'Two.']);
  });
});
