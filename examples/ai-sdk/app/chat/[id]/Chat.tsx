'use client';

import { Chat as ChatState, useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { createPluginClient, PluginSessionProvider } from 'elicitkit';
import { useElicitChat } from 'elicitkit/ai-sdk-react';
import { useState } from 'react';
import type { ChatMessage } from '../../../chat-message';
import { Conversation } from '../../../components/Conversation';
import { bookFlightPlugin } from '../../../plugin';

export function Chat({ id, saved }: { id: string; saved: ChatMessage[] }) {
  const [{ chat, client }] = useState(() => openChat(id, saved));
  const helpers = useChat({ chat });
  useElicitChat(client, helpers);
  async function stop() {
    await Promise.all([helpers.stop(), client.abort()]);
  }
  return (
    <PluginSessionProvider client={client}>
      <Conversation chat={{ ...helpers, stop }} home="/" />
    </PluginSessionProvider>
  );
}

function openChat(id: string, messages: ChatMessage[]) {
  const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses;
  const chat = new ChatState<ChatMessage>({ id, messages, sendAutomaticallyWhen });
  const say = (text: string) => void chat.sendMessage({ text });
  const client = createPluginClient({ endpoint: '/api/elicit', conversationId: id, plugins: [bookFlightPlugin], say });
  return { chat, client };
}
