import { DurableObject } from 'cloudflare:workers';
import { createChatHandler } from 'elicitkit/server';
import { durableObjectStore } from 'elicitkit/store/durable-object';
import { provider } from './model.js';
import { bookFlightTool } from './tool.js';

/** One conversation. Cloudflare evicts it while a question waits, and begins it anew for the answer. */
export class Conversation extends DurableObject {
  readonly #chat = createChatHandler({
    provider,
    tools: [bookFlightTool],
    store: durableObjectStore(this.ctx.storage),
    // The alarm does it. A timer would keep the object in memory.
    limits: { sweepEvery: Infinity },
  });

  fetch(request: Request): Promise<Response> {
    return this.#chat(request);
  }

  /** Ends the questions whose time has passed, and goes on with a turn that broke off. The store sets the alarm. */
  alarm(): Promise<void> {
    return this.#chat.sweep();
  }
}
