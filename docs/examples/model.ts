import { createScriptedProvider } from 'elicitkit/testing';

/** Replace this with your model. */
export const provider = createScriptedProvider((messages, { tools }) => {
  const last = messages.at(-1);
  if (tools.length === 0) return { text: 'Walk.' };
  if (last?.role === 'tool') return { text: `Done: ${last.content}` };
  return { toolCalls: [{ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } }] };
});
