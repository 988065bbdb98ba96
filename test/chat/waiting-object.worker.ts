import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';
import { durableObjectStore, type ObjectStorage } from '../../src/store/durable-object-store.ts';
import { createScriptedProvider } from '../../src/testing.ts';

const refund = createMcpTool('refund')
  .description('Refunds an order')
  .parameters(z.object({}))
  .elicits({ decide: z.object({ ok: z.boolean() }) })
  .execute(function* (_params, ctx) {
    const { action } = yield* ctx.elicit('decide', { message: 'Refund 40 euros?' }, { to: 'bo' });
    return action;
  });
const provider = createScriptedProvider(() => ({ toolCalls: [{ name: 'refund', arguments: {} }] }));

/** A conversation that tells of what waits. Only its alarm wakes it. */
export class Conversation {
  readonly #told: unknown[] = [];
  readonly #chat;

  constructor({ storage }: { storage: ObjectStorage }) {
    this.#chat = createChatHandler({
      provider,
      tools: [refund],
      store: durableObjectStore(storage),
      identify: () => 'ada',
      limits: { sweepEvery: Infinity },
      notify: { after: 200, again: 200, most: 2 },
      onWaiting: ({ message, to }, { attempt }) => void this.#told.push({ message, to, attempt }),
    });
  }

  async fetch(request: Request): Promise<Response> {
    return request.method === 'GET' ? Response.json(this.#told) : this.#chat(request);
  }

  alarm(): Promise<void> {
    return this.#chat.sweep();
  }
}
