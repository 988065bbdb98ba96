import type { ChatProvider } from '../../src/server.ts';

/** A model without ideas of its own: it says what examples ask of it, and nothing else. */
export const provider: ChatProvider = {
  async *stream(messages) {
    return { text: modelSays(messages.at(-1)?.content ?? ''), toolCalls: [] };
  },
};

/** What the model says to a prompt. */
export function modelSays(asked: string): string {
  if (asked.startsWith('A quiz question')) return '{"question":"Where is it?","options":["here","there"]}';
  if (asked.startsWith('Which is cheapest')) return '{"city":"London"}';
  return 'Walk.';
}
