import { ensure, run } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatMessage } from '../../src/protocol/chat-message.ts';
import { createPluginSessionManager, type ChatProvider } from '../../src/server.ts';
import { nextEvent } from './next-event.ts';

const recap = createMcpTool('recap')
  .description('Recap')
  .parameters(z.object({}))
  .elicits({})
  .requires({ parentMessages: true });

const user = (content: string): ChatMessage => ({ role: 'user', content });
const bytesOf = (messages: readonly ChatMessage[]) => new TextEncoder().encode(JSON.stringify(messages)).byteLength;

/** What the tool sees of the chat. It returns nothing, since there is no room for a result either. */
function seen(messages: readonly ChatMessage[], bytes: number): Promise<unknown> {
  let found: unknown;
  const tool = recap.execute(function* (_, ctx) {
    const within = yield* ctx.branch(function* (inner) {
      return inner.parentOmitted;
    });
    found = { said: ctx.parentMessages.map(({ content }) => content), omitted: ctx.parentOmitted, within };
  });
  return run(function* () {
    const manager = createPluginSessionManager({ provider: {} as ChatProvider, limits: { bytes } });
    yield* ensure(() => manager.close());
    const session = yield* manager.create({ tool, params: {}, callId: 'call_1', parent: { messages } });
    const event = yield* nextEvent(session);
    if (event.type !== 'ended' || found === undefined) throw new Error(JSON.stringify(event));
    return found;
  });
}

describe('the bytes of a chat for a tool that requires it', () => {
  const messages = ['one', 'zwölf', 'drei 🛫'].map(user);

  it('keeps a chat that just fits', async () => {
    const all = { said: ['one', 'zwölf', 'drei 🛫'], omitted: 0, within: 0 };
    expect(await seen(messages, bytesOf(messages))).toEqual(all);
  });

  it('leaves out the oldest messages of one that does not, and tells the tool how many', async () => {
    const fewer = { said: ['zwölf', 'drei 🛫'], omitted: 1, within: 0 };
    expect(await seen(messages, bytesOf(messages) - 1)).toEqual(fewer);
    expect(await seen(messages, bytesOf(messages.slice(1)))).toEqual(fewer);
    expect(await seen(messages, 1)).toEqual({ said: [], omitted: 3, within: 0 });
  });

  it('leaves out the result of a call that is left out', async () => {
    const call = { id: 'call_0', type: 'function', function: { name: 'weather', arguments: '{}' } } as const;
    const chat: ChatMessage[] = [
      { role: 'assistant', content: 'Let me look.', tool_calls: [call] },
      { role: 'tool', content: 'Rain.', tool_call_id: 'call_0' },
      user('Thanks.'),
    ];
    expect(await seen(chat, bytesOf(chat.slice(1)))).toEqual({ said: ['Thanks.'], omitted: 2, within: 0 });
  });
});
