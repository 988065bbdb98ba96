import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import { alone, keepAnswer } from './agents/database.ts';
import { graph, type Message, type Request } from './agents/graph.ts';
import { begin, langGraph } from './agents/langgraph.ts';
import { catchUp, currentRun, takeAnswer } from './agents/take-answer.ts';

const requestSchema = z.object({ id: z.uuid(), text: z.string().min(1).max(2000) });

const messagesOf = async (chatId: string): Promise<Message[]> =>
  (await graph.getState({ configurable: { thread_id: chatId } })).values.messages ?? [];

/** A message of the person, instead of the answers that the graph waits for. The same message again changes nothing. */
const say = (chatId: string, request: Request) =>
  alone(chatId, async () => {
    if ((await messagesOf(chatId)).some(({ id }) => id === request.id)) return;
    const { waitsFor = [] } = (await catchUp(langGraph, chatId)) ?? {};
    const result = { action: 'cancel', reason: 'interrupted' } as const;
    for (const { id } of waitsFor) await keepAnswer(chatId, id, { answerId: request.id, result });
    await catchUp(langGraph, chatId);
    await begin(chatId, request);
  });

const app = new Hono()
  // Whoever knows a chat's id may answer in it: check here that it is the person's.
  .use('/api/*', bodyLimit({ maxSize: 64 * 1024 }))
  .get('/api/chats/:id', async (c) => {
    const run = (await currentRun(langGraph, c.req.param('id'))) ?? {};
    return c.json({ run, messages: await messagesOf(c.req.param('id')) });
  })
  .post('/api/chats/:id/messages', async (c) => {
    await say(c.req.param('id'), requestSchema.parse(await c.req.json()));
    return c.body(null, 204);
  })
  .post('/api/chats/:id/answers', async (c) =>
    c.json(await takeAnswer(langGraph, c.req.param('id'), await c.req.json())),
  )
  .onError((error, c) => {
    const isWrong = error instanceof z.ZodError || error instanceof SyntaxError;
    if (!isWrong) console.error(error);
    return c.text(isWrong ? 'The request is wrong.' : 'The server has failed.', isWrong ? 400 : 500);
  })
  .use('*', serveStatic({ root: 'dist' }));

const port = Number(process.env['PORT'] ?? 3000);
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, ({ port: at }: AddressInfo) => {
  console.log(`Open http://127.0.0.1:${at}`);
});
