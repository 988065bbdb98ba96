import { expect, it, onTestFinished } from 'vitest';
import { keepChatHandler, type ChatHandlerOptions, type ChatRequestBody } from '../../src/server.ts';
import { accept, agent, createModel, declaration, messagesOf, only, questionOf, read, the, user } from './harness.ts';

const conversationId = 'c1';
const ask = { conversationId, messages: [user('Book me a flight')] };

/** The tool as it stands in a file that is edited: what it returns says which edit it is of. */
const edit = (name: string, more: Partial<ChatHandlerOptions> = {}): ChatHandlerOptions => ({
  provider: agent().provider,
  tools: [
    declaration.execute(function* (_, ctx) {
      const flight = yield* ctx.elicit('pickFlight', { message: `${name}: which flight?`, flights: [] });
      return `${name} booked ${flight.action === 'accept' ? flight.content.flightId : 'nothing'}.`;
    }),
  ],
  ...more,
});

function keep(options: ChatHandlerOptions, name = 'keep-chat-handler.test') {
  const handler = keepChatHandler(name, options);
  onTestFinished(() => handler.close());
  const post = async (body: Partial<ChatRequestBody>) =>
    read(
      await handler(
        new Request('http://chat.test/api/chat', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    );
  return { handler, post };
}

it('takes the answer to a question that was open before a reload, and runs the new code from the next call on', async () => {
  const before = keep(edit('The old code'));
  const first = await before.post(ask);
  const question = questionOf(first);

  const after = keep(edit('The new code'));
  expect(after.handler).toBe(before.handler);
  const second = await after.post({
    conversationId,
    messages: messagesOf(first),
    pluginElicitResponses: [accept(question, { flightId: 'FL001' })],
  });
  expect(the(second, 'tool_result').content).toBe('The old code booked FL001.');

  const third = await after.post({ conversationId, messages: [...messagesOf(second), user('Book another')] });
  expect(questionOf(third).message).toBe('The new code: which flight?');
});

it('says that the name is missing', () => {
  const options = edit('The code');
  expect(() => keepChatHandler(options as never, undefined as never)).toThrow(
    expect.objectContaining({
      code: 'INVALID_OPTIONS',
      message:
        "keepChatHandler has no name. Write keepChatHandler('chat', { … }), with a name of its own for each chat.",
    }),
  );
});

it('asks the new model, with the new prompt, and tells the new listener', async () => {
  const heard: string[] = [];
  const prompts: (string | undefined)[] = [];
  const chat = keep(edit('The old code', { systemPrompt: 'Be long.' }));
  const model = createModel(() => 'I am new.');
  keep(
    edit('The new code', {
      provider: {
        stream(messages, options) {
          prompts.push(options.systemPrompt);
          return model.provider.stream(messages, options);
        },
      },
      systemPrompt: 'Be brief.',
      identify: () => new Response('Sign in.', { status: 401 }),
      onEvent: ({ type }) => heard.push(type),
    }),
  );
  expect((await chat.post(ask)).status).toBe(401);

  keep(edit('The newest code', { provider: model.provider, onEvent: ({ type }) => heard.push(type) }));
  const told = await chat.post(ask);
  expect(
    only(told, 'text')
      .map(({ content }) => content)
      .join(''),
  ).toBe('I am new.');
  expect(heard).toEqual(['model_answered']);
});

it('keeps handlers of different names apart', () => {
  const one = keep(edit('One'), 'keep-chat-handler.test one');
  const two = keep(edit('Two'), 'keep-chat-handler.test two');
  expect(one.handler).not.toBe(two.handler);
});

it('goes on as before where the new options cannot work', async () => {
  const chat = keep(edit('The old code'));
  expect(() => keep({ ...edit('Twice'), tools: [...edit('a').tools, ...edit('b').tools] })).toThrow(TypeError);
  expect(questionOf(await chat.post(ask)).message).toBe('The old code: which flight?');
});

it('makes a new one where the last was closed', async () => {
  const first = keep(edit('The old code'));
  await first.handler.close();
  const second = keep(edit('The new code'));
  expect(second.handler).not.toBe(first.handler);
  expect(questionOf(await second.post(ask)).message).toBe('The new code: which flight?');
});

it('says which provider to give where there is none', () => {
  expect(() => keep({ tools: [] } as never)).toThrow(
    'createChatHandler: provider has no stream(). Give aiSdkProvider(model), or a ChatProvider of yours.',
  );
});
