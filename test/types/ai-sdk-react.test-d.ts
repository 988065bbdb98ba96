import { useChat, type UseChatHelpers } from '@ai-sdk/react';
import type { ChatTransport, UIMessage } from 'ai';
import { describe, expectTypeOf, it } from 'vitest';
import { elicitChatTransport, uiMessagesOf, useElicitChat, useElicitResume } from '../../src/ai-sdk-react.ts';
import type { PluginClient } from '../../src/client.ts';

type Mine = UIMessage<{ at: number }, { note: string }, { book_flight: { input: { to: string }; output: string } }>;
declare const client: PluginClient;
declare const chat: UseChatHelpers<UIMessage>;
declare const mine: UseChatHelpers<Mine>;

describe('our engine under useChat', () => {
  it('is a transport for any app’s messages', () => {
    const transport = elicitChatTransport(client);
    expectTypeOf(transport).toExtend<ChatTransport<UIMessage>>();
    expectTypeOf(transport).toExtend<ChatTransport<Mine>>();
    const helpers = useChat<Mine>({ id: client.conversationId, messages: uiMessagesOf<Mine>(client), transport });
    expectTypeOf(helpers.messages).toEqualTypeOf<Mine[]>();
  });

  it('gives the messages as those of the SDK, or as the app’s own', () => {
    expectTypeOf(uiMessagesOf(client)).toEqualTypeOf<UIMessage[]>();
    expectTypeOf(uiMessagesOf<Mine>(client)).toEqualTypeOf<Mine[]>();
    // @ts-expect-error: no message of the SDK
    uiMessagesOf<{ text: string }>(client);
  });

  it('joins what useChat gives', () => {
    expectTypeOf(useElicitResume(client, chat)).toEqualTypeOf<void>();
    expectTypeOf(useElicitResume(client, mine)).toEqualTypeOf<void>();
    // @ts-expect-error: no chat
    useElicitResume(client, client);
  });
});

it('the app’s own route joins what useChat gives', () => {
  expectTypeOf(useElicitChat(client, chat)).toEqualTypeOf<void>();
  expectTypeOf(useElicitChat(client, mine)).toEqualTypeOf<void>();
});
