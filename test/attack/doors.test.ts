import { describe, expect, it } from 'vitest';
import { answerLinks } from '../../src/links.ts';
import { createMcpEndpoint } from '../../src/mcp.ts';
import { createPluginSessionManager } from '../../src/server.ts';
import { plainText } from '../../src/protocol/plain-text.ts';
import { readChatEvent } from '../../src/protocol/chat-event.ts';
import { reduce } from '../../src/client/state/reduce.ts';
import { idleState } from '../../src/client/state/client-state.ts';
import {
  accept,
  agent,
  createChat,
  createModel,
  declaration,
  messagesOf,
  only,
  questionOf,
  read,
  user,
  type Body,
  type Said,
} from '../chat/harness.ts';

const tool = (body: Body) => declaration.execute(body);
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms));

describe('doors', () => {
  it("an invalid answer does not take an anonymous person's conversation away", async () => {
    const chat = createChat(agent());
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const q = questionOf(first);
    await chat.post({ conversationId: 'c', pluginElicitResponses: [accept(q, { nonsense: 1 })] }, { 'x-user': 'ada' });
    const mine = await chat.post({
      conversationId: 'c',
      pluginElicitResponses: [{ ...accept(q, { flightId: 'FL001' }), attempt: 2 }],
    });
    expect(only(mine, 'plugin_session_error')).toEqual([]);
  });
  it('who followed a turn before it was bound to its owner hears no more of it', async () => {
    let pass!: () => void;
    const checked = new Promise<undefined>((r) => {
      pass = () => r(undefined);
    });
    const chat = createChat(agent(), {
      tools: [
        tool(function* (_, ctx) {
          const a = yield* ctx.elicit('pickSeat', { message: 'S?' }, { check: () => checked });
          return `secret of ada ${a.action}`;
        }),
      ],
    });
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const q = questionOf(first);
    const ada = chat.post(
      { conversationId: 'c', pluginElicitResponses: [accept(q, { row: 1, seat: 'A' })] },
      { 'x-user': 'ada' },
    );
    await pause(20);
    const eve = await chat.open({ conversationId: 'c', attach: true }, { 'x-user': 'eve' });
    pass();
    await ada;
    expect((await read(eve)).raw).not.toContain('secret of ada');
  });
  it('every door shut for eve: answer, abort, attach, message, revision, dangling ids', async () => {
    const chat = createChat(agent());
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] }, { 'x-user': 'ada' });
    const q = questionOf(first);
    for (const who of [{ 'x-user': 'eve' }, {}] as Record<string, string>[]) {
      for (const revision of [0, first.state.revision]) {
        expect((await chat.open({ conversationId: 'c', attach: true, revision }, who)).status).toBe(409);
      }
      const before = chat.asked.length;
      const got = [
        await chat.post({ conversationId: 'c', pluginElicitResponses: [accept(q, { flightId: 'FL001' })] }, who),
        await chat.post({ conversationId: 'c', pluginAbort: { sessionId: q.sessionId } }, who),
        await chat.post({ conversationId: 'c', attach: true }, who),
        await chat.post({ conversationId: 'c', messages: [...messagesOf(first)], attach: true }, who),
        await chat.post({ messages: [...messagesOf(first)] }, who),
      ];
      void before;
      for (const { raw } of got) expect(raw).not.toContain('FL002');
    }
    const again = await chat.post(
      { conversationId: 'c', pluginElicitResponses: [accept(q, { flightId: 'FL001' })] },
      { 'x-user': 'ada' },
    );
    expect(questionOf(again).key).toBe('pickSeat');
  });
  it('unknown and not yours get the same answer', async () => {
    const chat = createChat(agent());
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] }, { 'x-user': 'ada' });
    const q = questionOf(first);
    const shape = async (sessionId: string, conversationId: string) => {
      const a = await chat.post(
        {
          conversationId,
          pluginElicitResponses: [{ ...accept(q, { flightId: 'FL001' }), sessionId, callId: sessionId }],
        },
        { 'x-user': 'eve' },
      );
      const b = await chat.post({ conversationId, pluginAbort: { sessionId } }, { 'x-user': 'eve' });
      return (a.raw + b.raw).replaceAll(sessionId, 'ID').replaceAll(/"revision":\d+/g, '');
    };
    expect(await shape(q.sessionId, 'c')).toBe(await shape(`call_${'0'.repeat(32)}`, 'nobody'));
  });
});

describe('what is shown', () => {
  it.each([
    ['line separator', '\u2028'],
    ['zero width space', '\u200B'],
    ['tag characters', '\u{E0041}'],
    ['word joiner', '\u2060'],
    ['BOM', '\uFEFF'],
    ['soft hyphen', '\u00AD'],
    ['lone surrogate', '\uD800'],
  ])('plain text has no %s', (_, char) => {
    expect(plainText(`a${char}b`)).not.toContain(char);
  });
  it('cuts no character in two', () => {
    expect(plainText('😀'.repeat(10), 6)).not.toMatch(/[\uD800-\uDBFF]…/);
  });
  it('letters are not stacked without end', () => {
    expect(plainText(`a${'\u0301'.repeat(500)}`).length).toBeLessThan(100);
  });
});

describe('a hostile server', () => {
  it('pollutes nothing', () => {
    const evil = JSON.parse('{"__proto__":{"p":1},"constructor":{"prototype":{"p":1}}}');
    const events = [
      { type: 'session_info', capabilities: evil },
      { type: 'tool_calls', calls: [{ id: '__proto__', name: '__proto__', arguments: evil }] },
      {
        type: 'plugin_elicit_request',
        sessionId: '__proto__',
        callId: '__proto__',
        toolName: '__proto__',
        elicitId: '__proto__',
        key: '__proto__',
        message: '',
        schema: evil,
        params: evil,
      },
      { type: 'messages', messages: [{ role: 'user', content: '', ...evil }] },
      { type: 'complete', usage: evil },
    ];
    let state = idleState();
    for (const e of events) {
      const r = readChatEvent(e);
      if (r.kind === 'event') state = reduce(state, { type: 'event', post: 'p', event: r.event, at: 0 });
    }
    expect(({} as { p?: number }).p).toBeUndefined();
    expect((state.capabilities as { p?: number }).p).toBeUndefined();
    expect((state.messages[0] as { p?: number } | undefined)?.p).toBeUndefined();
    expect((state.items[0]?.request.schema as { p?: number } | undefined)?.p).toBeUndefined();
    expect((state.items[0]?.request.params as { p?: number } | undefined)?.p).toBeUndefined();
  });
});

describe('a careless host', () => {
  it.each([
    ['iterations NaN', { iterations: Number.NaN }],
    ['sessionTtl text', { sessionTtl: '60000' as never }],
    ['sessionTtl NaN', { sessionTtl: Number.NaN }],
    ['negative places', { perOwner: -1 }],
    ['bytes NaN', { bytes: Number.NaN }],
    ['no bytes', { bytes: 0 }],
    ['a limit that is none', { byte: 1 } as never],
    ['a limit with the name of what every object has', { toString: 1 } as never],
  ])('is told of %s', (_, limits) => {
    expect(() => createChat(agent(), { limits })).toThrow(TypeError);
  });
  it('is told which limits there are', () => {
    const limits = { sesionTtl: undefined } as never;
    const said = /limits\.sesionTtl is no limit here\. There are: attempts, bytes, .*, sessionTtl, /;
    expect(() => createChat(agent(), { limits })).toThrow(said);
    const mcp = { name: 'a', version: '1', tools: [], principal: 'ada' };
    expect(() => createMcpEndpoint({ ...mcp, limits })).toThrow(said);
    expect(() => createPluginSessionManager({ provider: agent().provider, limits })).toThrow(said);
    const links = {
      chat: {} as never,
      secret: crypto.getRandomValues(new Uint8Array(32)),
      url: 'https://shop.example/answer',
    };
    expect(() => answerLinks({ ...links, limits })).toThrow(
      'limits.sesionTtl is no limit here. There are: bytes, patience.',
    );
  });
  it('is told that there is no provider', () => {
    expect(() => createChat({ provider: undefined as never, asked: [] })).toThrow(TypeError);
  });
  it('is told that there are no tools', () => {
    expect(() => createChat(agent(), { tools: undefined as never })).toThrow(TypeError);
  });
  it('is told that a declaration is no tool', () => {
    expect(() => createChat(agent(), { tools: [declaration as never] })).toThrow(TypeError);
  });
  it('is told of an onInterruption that there is not', () => {
    expect(() => createChat(agent(), { onInterruption: 'stop' as never })).toThrow(TypeError);
  });
});
void createModel;
void ({} as Said);
