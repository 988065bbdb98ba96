import type { PluginSessionManagerOptions } from '../../src/session/plugin-session-manager.ts';
import { ensure, run, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatProvider, ChatProviderOptions } from '../../src/protocol/chat-provider.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { Calls } from '../../src/session/calls.ts';
import type { Call, PluginSessionEvent } from '../../src/session/plugin-session.ts';
import { createMockClient, runTool } from '../../src/testing.ts';
import type { AnyMcpTool } from '../../src/tool/tool-facts.ts';
import { keptStore } from './call-commits.ts';
import { nextEvent } from './next-event.ts';

const declaration = createMcpTool('pick_card')
  .description('Draw cards')
  .parameters(z.object({ count: z.number().default(3) }))
  .elicits({ card: z.object({ number: z.number() }) });

const silent: ChatProvider = {
  async *stream() {
    return { text: 'Go on.', toolCalls: [], usage: { inputTokens: 6, outputTokens: 4 } };
  },
};

function withCall(
  tool: AnyMcpTool,
  test: (opened: { manager: Calls; session: Call }) => Operation<void>,
  options: Partial<PluginSessionManagerOptions> = {},
): Promise<void> {
  return run(function* () {
    const manager = createPluginSessionManager({ provider: silent, tools: [tool], ...options });
    yield* ensure(() => manager.close());
    yield* test({ manager, session: yield* manager.create({ tool, params: {}, callId: 'call_1', owner: 'ada' }) });
  });
}

function* next<T extends PluginSessionEvent['type']>(session: Call, type: T) {
  for (;;) {
    const event = yield* nextEvent(session);
    if (event.type === type) return event as Extract<PluginSessionEvent, { type: T }>;
    if (event.type === 'ended') throw new Error(`The session ended without ${type}: ${JSON.stringify(event.outcome)}`);
  }
}

function drawing() {
  const told: string[] = [];
  const tool = declaration.handoff({
    *before({ count }, server) {
      told.push(`before ${server.owner} ${server.idempotencyKey}`);
      return { cards: Array.from({ length: count }, (_, index) => `card ${index + 1}`), secret: 2 };
    },
    *client({ cards }, ctx) {
      told.push('client');
      const result = yield* ctx.elicit('card', { message: `Pick one of ${cards.length}` });
      return result.action === 'accept' ? { picked: result.content.number } : { picked: null };
    },
    *after({ secret }, { picked }, server) {
      told.push(`after ${server.callId} ${server.idempotencyKey}`);
      return { isWinner: picked === secret };
    },
  });
  return { tool, told };
}

describe('a handoff', () => {
  it('prepares, asks and does what was agreed', async () => {
    const { tool, told } = drawing();
    const client = createMockClient({ elicitResponses: [{ action: 'accept', content: { number: 2 } }] });
    expect(await run(() => runTool(tool, { count: 5 }, client))).toEqual({ isWinner: true });
    expect(client.elicitCalls[0]?.message).toBe('Pick one of 5');
    expect(told).toEqual(['before undefined call_test:before', 'client', 'after call_test call_test:after']);
  });

  it('prepares and does things once, though the run is repeated at the question', () => {
    const { tool, told } = drawing();
    return withCall(tool, function* ({ session }) {
      yield* next(session, 'elicit_request');
      expect(yield* session.cool()).toBe(true);
      yield* session.respondToElicit('call_1:elicit:0', { action: 'accept', content: { number: 1 } }, { by: 'ada' });
      expect((yield* next(session, 'ended')).outcome).toMatchObject({ content: '{"isWinner":false}' });
      expect(told).toEqual(['before ada call_1:before', 'client', 'client', 'after call_1 call_1:after']);
    });
  });

  it('shows the browser what it says, and nothing else of what was prepared', () => {
    const parts = drawing().tool;
    const tool = declaration.handoff({
      *before() {
        return { cards: ['7♠', 'K♥'], secret: 'K♥' };
      },
      *client(_, ctx) {
        return (yield* ctx.elicit('card', { message: 'Pick one' })).action;
      },
      *after(_, action) {
        return action;
      },
      visible: ({ cards }) => ({ backs: cards.length }),
    });
    return withCall(tool, function* ({ session }) {
      const { request } = yield* next(session, 'elicit_request');
      expect(request.handoff).toEqual({ backs: 2 });
      expect(JSON.stringify(request)).not.toContain('K♥');
      yield* session.cool();
      const refused = { action: 'accept', content: { number: 'one' } } as const;
      yield* session.respondToElicit(request.elicitId, refused, { by: 'ada' });
      expect((yield* next(session, 'elicit_request')).request).toMatchObject({ attempt: 2, handoff: { backs: 2 } });
    }).then(() =>
      withCall(parts, function* ({ session }) {
        expect((yield* next(session, 'elicit_request')).request).not.toHaveProperty('handoff');
      }),
    );
  });

  it('shows the browser no more than a question may hold', async () => {
    const tool = declaration.handoff({
      *before() {
        return { cards: 'x'.repeat(500) };
      },
      *client(_, ctx) {
        return yield* ctx.elicit('card', { message: 'Which card?' });
      },
      *after() {
        return null;
      },
      visible: ({ cards }) => cards,
    });
    await withCall(
      tool,
      function* ({ session }) {
        const { outcome } = yield* next(session, 'ended');
        expect(outcome).toMatchObject({ status: 'failed', error: { code: 'CONTEXT_TOO_LARGE' } });
      },
      { limits: { bytes: 1000 } },
    );
  });

  it.each([
    ['before', 'db.query'],
    ['client', 'found'],
  ])('names the path of what is no JSON in %s', async (part, path) => {
    const tool = declaration.handoff({
      *before() {
        return (part === 'before' ? { db: { query: () => 1 } } : {}) as object;
      },
      *client() {
        return (part === 'client' ? { found: new Date(0) } : {}) as object;
      },
      *after() {
        return 'done';
      },
    });
    const failed = run(() => runTool(tool, {}, createMockClient()));
    await expect(failed).rejects.toMatchObject({ code: 'STEP_FAILED', error: { code: 'NOT_JSON' } });
    await expect(failed).rejects.toThrow(path);
  });

  it('fails with what before or after throws', async () => {
    const tool = declaration.handoff({
      *before(): Operation<string> {
        throw Object.assign(new Error('no cards left'), { code: 'EMPTY' });
      },
      *client() {
        return 'never';
      },
      *after() {
        return 'never';
      },
    });
    await expect(run(() => runTool(tool, {}, createMockClient()))).rejects.toMatchObject({
      message: 'Step "before" failed: no cards left',
      error: { code: 'EMPTY' },
    });
  });

  it('is refused where a part is no generator', () => {
    const parts = { *before() {}, *client() {}, *after() {} };
    const wrong = { ...parts, after: async () => undefined };
    expect(() => declaration.handoff(wrong as never)).toThrow('*after(handoff, result, server)');
    expect(() => declaration.handoff({ ...parts, client: undefined } as never)).toThrow('*client(handoff, ctx)');
  });
});

describe('the limits of a call', () => {
  const twice = declaration.limits({ maxTokens: 15 }).execute(function* (_, ctx) {
    yield* ctx.elicit('card', { message: 'Go?' });
    yield* ctx.sample({ prompt: 'One' });
    yield* ctx.sample({ prompt: 'Two' });
    return 'done';
  });

  it('are the strictest of the tool and the host', () =>
    withCall(
      twice,
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        yield* session.respondToElicit('call_1:elicit:0', { action: 'decline' }, { by: 'ada' });
        expect((yield* next(session, 'ended')).outcome).toMatchObject({ error: { code: 'TOOL_TOKENS' } });
      },
      { limits: { toolTokens: 1000 } },
    ));

  it('tell the model how much it may still write', () => {
    const asked: ChatProviderOptions[] = [];
    const provider: ChatProvider = {
      stream(messages, options) {
        asked.push(options);
        return silent.stream(messages, options);
      },
    };
    return withCall(
      twice,
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        yield* session.respondToElicit('call_1:elicit:0', { action: 'decline' }, { by: 'ada' });
        yield* next(session, 'ended');
        expect(asked.map(({ maxTokens }) => maxTokens)).toEqual([15, 5]);
      },
      { provider },
    );
  });

  const loose = declaration.execute(twice.run);

  it.each([
    ['looser', twice, loose, { error: { code: 'TOOL_TOKENS' } }],
    ['stricter', loose, twice, { status: 'completed', content: 'done' }],
  ])('stay as they were when it began, though a %s tool is deployed meanwhile', async (_, begun, deployed, end) => {
    const store = keptStore();
    await withCall(
      begun,
      function* ({ session }) {
        yield* next(session, 'elicit_request');
      },
      { store },
    );
    await run(function* () {
      const later = createPluginSessionManager({ provider: silent, tools: [deployed], store });
      yield* ensure(() => later.close());
      const session = yield* later.get('call_1');
      yield* session!.respondToElicit('call_1:elicit:0', { action: 'decline' }, { by: 'ada' });
      expect((yield* next(session!, 'ended')).outcome).toMatchObject(end);
    });
  });

  it('of time stop the call', () => {
    const slow = declaration.limits({ timeout: 5 }).execute(function* (_, ctx) {
      yield* ctx.sleep(60_000);
    });
    return withCall(slow, function* ({ session }) {
      expect((yield* next(session, 'ended')).outcome).toMatchObject({ status: 'aborted', by: 'timeout' });
    });
  });

  it('are refused where they are no numbers', () => {
    expect(() => declaration.limits({ maxDepth: '3' as never })).toThrow('pick_card.limits.maxDepth is "3"');
    expect(() => declaration.limits({ timeout: -1 })).toThrow('pick_card.limits.timeout is -1');
  });
});
