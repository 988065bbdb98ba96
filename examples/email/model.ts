import { createScriptedProvider } from 'elicitkit/testing';

/** Stands for a model: it refunds order 1042, and says what came of it. */
export const model = createScriptedProvider((messages) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: last.content };
  return { toolCalls: [{ name: 'refund_order', arguments: { order: '1042', euros: 40 } }] };
});
