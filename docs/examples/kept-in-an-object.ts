import { DurableObject } from 'cloudflare:workers';
import { createChatHandler } from 'elicitkit/server';
import { durableObjectStore } from 'elicitkit/store/durable-object';
import { provider } from './model';
import { bookFlightTool } from './tool';

export class Conversation extends DurableObject {
  readonly #chat = createChatHandler({
    provider,
    tools: [bookFlightTool],
    store: durableObjectStore(this.ctx.storage),
    limits: { sweepEvery: Infinity },
  });

  fetch(request: Request): Promise<Response> {
    return this.#chat(request);
  }

  alarm(): Promise<void> {
    return this.#chat.sweep();
  }
}
