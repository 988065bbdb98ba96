import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { consumeStream, convertToModelMessages, generateId, safeValidateUIMessages, stepCountIs, streamText } from 'ai';
import { aiSdkProvider, createElicitTools } from 'elicitkit/ai-sdk';
import { createChatHandler } from 'elicitkit/server';
import { fileStore } from 'elicitkit/store/file';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import { loadChat, saveChat } from './chats.ts';
import { model } from './model.ts';
import { bookFlightTool } from './tool.ts';

// An app with accounts gives both `identify`. Without it, a chat's random id is its only secret.
const elicit = createElicitTools({ name: 'chat', tools: [bookFlightTool], store: fileStore('.data/elicit') });
const engine = createChatHandler({
  provider: aiSdkProvider(model),
  tools: [bookFlightTool],
  store: fileStore('.data/engine'),
});

const idSchema = z.uuid();

/** The route of an app that runs its model itself. */
async function chat(request: Request): Promise<Response> {
  const owner = await elicit.owner(request);
  if (owner instanceof Response) return owner;
  const body = z.object({ id: idSchema, messages: z.unknown() }).safeParse(await request.json());
  const sent = await safeValidateUIMessages({ messages: body.data?.messages });
  if (!body.success || !sent.success) return new Response('This is no chat.', { status: 400 });

  const { id } = body.data;
  const where = { conversationId: id, owner };
  const messages = await elicit.messages(sent.data, where);
  await saveChat(id, messages);
  const result = streamText({
    model,
    tools: elicit.tools(where),
    messages: await convertToModelMessages(messages),
    stopWhen: stepCountIs(10),
  });
  return result.toUIMessageStreamResponse({
    originalMessages: messages,
    generateMessageId: generateId,
    consumeSseStream: consumeStream,
    onFinish: async ({ messages: all }) => saveChat(id, all),
  });
}

const app = new Hono()
  .use('/api/*', bodyLimit({ maxSize: 1024 * 1024 }))
  .post('/api/chat', (c) => chat(c.req.raw))
  .get('/api/chat/:id', async (c) => {
    const id = idSchema.safeParse(c.req.param('id'));
    return id.success ? c.json(await loadChat(id.data)) : c.notFound();
  })
  .post('/api/elicit', (c) => elicit.handler(c.req.raw))
  .post('/api/engine', (c) => engine(c.req.raw))
  .use('*', serveStatic({ root: 'dist' }));

const port = Number(process.env['PORT'] ?? 3000);
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, ({ port: at }: AddressInfo) => {
  console.log(`Open http://127.0.0.1:${at}`);
});
