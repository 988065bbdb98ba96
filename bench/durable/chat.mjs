// A chat whose tool asks as often as its arguments say.
import * as z from 'zod';
import { createMcpTool } from '../../dist/plugin.js';
import { createChatHandler } from '../../dist/server.js';

const tool = createMcpTool('ask')
  .description('Ask for seats')
  .parameters(z.object({ questions: z.number() }))
  .elicits({ seat: z.object({ seat: z.string() }) })
  .execute(function* ({ questions }, ctx) {
    for (let nth = 0; nth < questions; nth += 1) yield* ctx.elicit('seat', { message: 'Which seat?' });
    return 'Done.';
  });

export function openChat(options = {}, questions = 1) {
  const provider = {
    async *stream(messages) {
      const last = messages.at(-1);
      yield { type: 'text', content: 'Well.' };
      const calls = last?.role === 'user' && last.content === 'ask' ? [{ name: 'ask', arguments: { questions } }] : [];
      return { text: 'Well.', toolCalls: calls };
    },
  };
  const { limits, ...others } = options;
  const many = { perProcess: Infinity, rememberedTurns: Infinity };
  const chat = createChatHandler({ provider, tools: [tool], limits: { ...many, ...limits }, ...others });
  /** Post a body, and read the response to its end. */
  async function post(body) {
    const response = await chat(
      new Request('http://bench.test/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [], ...body }),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    const told = lines.flatMap(({ event }) => (event.type === 'snapshot' ? event.events : [event]));
    return {
      revision: lines.findLast(({ revision }) => revision !== undefined)?.revision,
      question: told.findLast(({ type }) => type === 'plugin_elicit_request'),
    };
  }
  return { chat, post };
}

export function answerTo({ sessionId, callId, elicitId, attempt }) {
  return [{ sessionId, callId, elicitId, attempt, result: { action: 'accept', content: { seat: '12A' } } }];
}
