// A conversation over the package, as an app has it: a tool asks, the person answers, the model reads the result. Where
// the runtime has a server of its own, over HTTP.
import { createPluginClient } from 'elicitkit/client';
import { createMcpTool } from 'elicitkit/plugin';
import { createChatHandler } from 'elicitkit/server';
import { fileStore } from 'elicitkit/store/file';
import { createScriptedProvider, memoryTransport } from 'elicitkit/testing';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';

const hello = createMcpTool('hello')
  .description('Say hello')
  .parameters(z.object({}))
  .elicits({ name: z.object({ name: z.string() }) })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('name', { message: 'Your name?' });
    return `Hello ${answer.content?.name}`;
  });
const chat = createChatHandler({
  provider: createScriptedProvider([
    { toolCalls: [{ name: 'hello', arguments: {} }] },
    (messages) => ({ text: `Told: ${messages.at(-1).content}` }),
  ]),
  tools: [hello],
  store: fileStore(mkdtempSync(join(tmpdir(), 'elicitkit-consumer-'))),
});
const { Bun, Deno } = globalThis;
const served =
  Bun?.serve({ port: 0, hostname: '127.0.0.1', fetch: chat }) ??
  Deno?.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, chat);
const port = served?.port ?? served?.addr.port;
const client = createPluginClient({
  ...(port === undefined ? { transport: memoryTransport(chat) } : { endpoint: `http://127.0.0.1:${port}/` }),
  plugins: [],
  capabilities: { genericForm: true },
});
await new Promise((resolve) => {
  client.subscribe(() => {
    const { pending, messages } = client.getSnapshot();
    const [item] = pending;
    if (item?.status === 'pending') item.accept({ name: 'Ada' });
    if (messages.at(-1)?.content === 'Told: Hello Ada') resolve();
  });
  void client.send('Hello');
});
console.log(client.getSnapshot().messages.at(-1).content);
await client.close();
await chat.close();
process.exit(0);
