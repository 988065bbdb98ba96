// The tables and samples of the design of the durable runtime, with our names.
import { ensure, run } from 'effection';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { createPluginSessionManager } from '../../src/server.ts';
import { createScriptedProvider } from '../../src/testing.ts';
import { connect, endpointOf } from '../mcp/harness.ts';
import { nextEvent } from '../session/next-event.ts';

const tool = createMcpTool('greet')
  .description('Greet somebody')
  .parameters(z.object({ fails: z.boolean().optional() }))
  .elicits({ name: z.object({ name: z.string() }) })
  .execute(function* ({ fails }, ctx) {
    yield* ctx.notify('Looking around', 1, 2);
    yield* ctx.log('warning', 'It is dark.');
    const answer = yield* ctx.elicit('name', { message: 'Who is there?' });
    if (answer.action !== 'accept') return 'Nobody.';
    const { text } = yield* ctx.sample({ prompt: 'A greeting' });
    if (fails === true) throw new Error('It broke.');
    return `${text}, ${answer.content.name}!`;
  });

it('each event of a session is the message of the table', async () => {
  const heard: string[] = [];
  const { client } = await connect(endpointOf([tool], { onEvent: () => undefined }), 'legacy', {
    onAsked({ message }) {
      heard.push(`elicitation/create: ${message}`);
      return { action: 'accept', content: { name: 'Ada' } };
    },
    onSample({ messages }) {
      heard.push(`sampling/createMessage: ${messages.length}`);
      return 'Hello';
    },
  });
  client.setNotificationHandler('notifications/message', ({ params }) => {
    heard.push(`notifications/message: ${JSON.stringify(params.data)}`);
  });
  const call = (args: object) =>
    client.callTool(
      { name: 'greet', arguments: { ...args } },
      {
        onprogress: ({ message, progress, total }) =>
          heard.push(`notifications/progress: ${message} ${progress}/${total}`),
      },
    );

  expect(await call({})).toMatchObject({ content: [{ type: 'text', text: 'Hello, Ada!' }] });
  expect(heard).toEqual([
    'notifications/progress: Looking around 1/2',
    'notifications/message: "It is dark."',
    'elicitation/create: Who is there?',
    'sampling/createMessage: 1',
  ]);
  // An error is a result that the model reads, in place of one of JSON-RPC.
  expect(await call({ fails: true })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('It broke.') as string }],
  });
});

it('a registry creates a session and gives it out, which tells its status and its events', () =>
  run(function* () {
    const provider = createScriptedProvider([{ text: 'Hello' }]);
    const registry = createPluginSessionManager({ provider, tools: [tool] });
    yield* ensure(() => registry.close());
    const session = yield* registry.create({ tool, params: {}, callId: 'call_1' });
    expect([session.id, session.toolName]).toEqual(['call_1', 'greet']);
    const types: string[] = [];
    while (types.at(-1) !== 'elicit_request') types.push((yield* nextEvent(session)).type);

    expect(types).toEqual(['progress', 'log', 'elicit_request']);
    expect(yield* session.status()).toBe('awaiting_elicit');
    expect((yield* registry.get('call_1'))?.id).toBe('call_1');
    const [asked] = session.pending();
    yield* session.respondToElicit(asked!.elicitId, { action: 'accept', content: { name: 'Ada' } });
    while (types.at(-1) !== 'ended') types.push((yield* nextEvent(session)).type);
    expect(yield* session.status()).toBe('completed');
  }));
