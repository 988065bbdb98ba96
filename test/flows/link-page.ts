import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { nodeListener } from '../../src/command/node-listener.ts';
import { answerLinks, type LinkOptions } from '../../src/links.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { createChatHandler, type Person } from '../../src/server.ts';
import { createScriptedProvider } from '../../src/testing.ts';

const refund = createMcpTool('refund_order')
  .description('Refunds an order, once a manager agrees')
  .parameters(z.object({}))
  .elicits({
    decide: z.object({
      agreed: z.boolean().meta({ title: 'Pay it back' }),
      euros: z.number().max(40).meta({ title: 'Euros' }),
      reason: z.enum(['Broken', 'Late', 'Other']).meta({ title: 'Reason' }),
      parts: z.array(z.object({ name: z.string().meta({ title: 'Name' }) })).meta({ title: 'Parts' }),
    }),
  })
  .execute(function* (_params, ctx) {
    const check = ({ euros }: { euros: number }) => (euros > 30 ? [{ path: ['euros'], message: 'At most 30.' }] : []);
    const options = { to: { role: 'manager' }, check } as const;
    const answer = yield* ctx.elicit('decide', { message: 'Refund order 1042?' }, options);
    return JSON.stringify({ ...answer, by: answer.by?.name });
  });

/** A question that waits for a manager, and the page of its links, on a server of its own. */
export async function openLinkPage() {
  const provider = createScriptedProvider((messages) => {
    const last = messages.at(-1);
    return last?.role === 'tool' ? { text: last.content } : { toolCalls: [{ name: 'refund_order', arguments: {} }] };
  });
  const chat = createChatHandler({ provider, tools: [refund], identify: () => 'ada' });
  const post = async (body: object): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const json = JSON.stringify({ conversationId: 'c', messages: [], ...body });
    return (await chat(new Request('http://localhost/chat', { method: 'POST', headers, body: json }))).text();
  };
  await post({ messages: [{ role: 'user', content: 'Refund it', id: 'm' }] });
  const manager: Person = { id: 'bo', name: 'Bo', roles: ['manager'] };
  const [item] = (await chat.inbox({ who: manager })).items;
  if (item === undefined) throw new Error('Nothing waits.');

  const server = createServer((incoming, outgoing) => void nodeListener(links.handle)(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const secret = 'a secret of at least thirty-two bytes';
  const links = answerLinks({ chat: chat.inbox, secret, url: `http://127.0.0.1:${port}/answer` });
  return {
    link: (about: Partial<LinkOptions> = {}) => links.link(item, { as: manager, ...about }),
    /** Answers in another place. */
    decline: () =>
      chat.inbox.answer(manager, { ...item, sessionId: item.callId, result: { action: 'decline' } }, 'inbox'),
    /** What the model read in the end. */
    told: () => post({ attach: true }),
    async close() {
      server.closeAllConnections();
      server.close();
      await chat.close();
    },
  };
}
