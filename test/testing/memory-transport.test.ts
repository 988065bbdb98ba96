import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createPluginClient } from '../../src/client.ts';
import { createMcpTool, makePlugin } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';
import { eventually } from '../eventually.ts';

const declaration = createMcpTool('greet')
  .description('Greet')
  .parameters(z.object({}))
  .elicits({ name: z.object({ name: z.string() }) });
const tool = declaration.execute(function* (_, ctx) {
  const answer = yield* ctx.elicit('name', { message: 'Your name?' });
  return answer.action === 'accept' ? `Hello ${answer.content.name}` : 'Hello stranger';
});
const plugin = makePlugin(declaration)
  .onElicit({
    *name() {
      return { action: 'accept', content: { name: 'Ada' } };
    },
  })
  .build();

describe('a client and a handler in one process', () => {
  it('run a whole turn, the handler answering by itself', async () => {
    const provider = createScriptedProvider([{ toolCalls: [{ name: 'greet', arguments: {} }] }, { text: 'Done.' }]);
    const handler = createChatHandler({ provider, tools: [tool] });
    const client = createPluginClient({ transport: memoryTransport(handler), plugins: [plugin] });
    const sent = client.send('Greet me');
    await eventually(() => {
      const { messages } = client.getSnapshot();
      expect(messages.map(({ role, content }) => [role, content])).toEqual([
        ['user', 'Greet me'],
        ['assistant', ''],
        ['tool', 'Hello Ada'],
        ['assistant', 'Done.'],
      ]);
    });
    await sent;
    expect(client.getSnapshot().status).toBe('idle');
    await client.close();
    await handler.close();
  });
});
