import type { ChatRequestBody } from '../src/client.ts';

/**
 * Writes what a server tells in reply to a request: the person's messages, numbered events, and the end.
 *
 * @returns the writer for one conversation
 */
export function scriptStream(): (body: ChatRequestBody, ...events: readonly object[]) => Response {
  let revision = 0;
  return ({ messages }, ...events) => {
    const heard = messages.length === 0 ? [] : [{ type: 'messages', messages }];
    const lines = [...heard, ...events].map((event) => ({ revision: ++revision, event }));
    return new Response([...lines, { event: { type: 'end' } }].map((line) => `${JSON.stringify(line)}\n`).join(''));
  };
}
