export { Conversation } from './conversation.js';

interface Env {
  readonly CONVERSATIONS: DurableObjectNamespace;
}

export default {
  /** Serves the chat: POST /api/chat/<id of the conversation> */
  async fetch(request: Request, env: Env): Promise<Response> {
    const [, id] = /^\/api\/chat\/([\w-]{1,100})$/.exec(new URL(request.url).pathname) ?? [];
    if (id === undefined) return new Response('Not found', { status: 404 });
    return await env.CONVERSATIONS.getByName(id).fetch(request);
  },
};
