import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatMessage, ChatProvider, ChatProviderResult } from '../../src/server.ts';

export const declaration = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ from: z.string(), destination: z.string() }))
  .elicits({
    pickFlight: { response: z.object({ flightId: z.string() }), context: z.object({ flights: z.array(z.string()) }) },
    pickSeat: z.object({ row: z.int(), seat: z.string() }),
  });
/** One answer of the scripted model. */
export type Said = string | { text?: string; calls?: { name: string; arguments: unknown }[] } | Error;

/** One request to the model. */
export interface Asked {
  messages: readonly ChatMessage[];
  tools: string[];
}

/** A model that replies with `answer`, given the conversation. */
export function createModel(answer: (messages: readonly ChatMessage[]) => Said | Promise<Said>) {
  const asked: Asked[] = [];
  const provider: ChatProvider = {
    async *stream(messages, { tools }): AsyncGenerator<{ type: 'text'; content: string }, ChatProviderResult> {
      asked.push({ messages: withoutIds(messages), tools: tools.map(({ name }) => name) });
      const said = await answer(messages);
      if (said instanceof Error) throw said;
      const { text = '', calls = [] } = typeof said === 'string' ? { text: said } : said;
      for (const content of text.split(/(?<= )/)) yield { type: 'text', content };
      return { text, toolCalls: calls, usage: { total_tokens: 1 } };
    },
  };
  return { provider, asked };
}

export function withoutIds(messages: readonly ChatMessage[]): ChatMessage[] {
  return structuredClone(messages).map(({ id: _id, ...message }) => message as ChatMessage);
}
