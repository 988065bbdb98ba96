import { createScriptedProvider } from 'elicitkit/testing';

/** A model that needs no account. Replace it with yours. */
export const provider = createScriptedProvider((messages) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: `Done. ${last.content}` };
  return { toolCalls: [{ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } }] };
});
