'use client';

import { useChat } from '@ai-sdk/react';
import { createPluginClient, PluginSessionProvider } from 'elicitkit';
import { elicitChatTransport, useElicitResume } from 'elicitkit/ai-sdk-react';
import { useEffect, useState } from 'react';
import type { ChatMessage } from '../../../chat-message';
import { Conversation } from '../../../components/Conversation';
import { bookFlightPlugin } from '../../../plugin';

export function EngineChat({ id }: { id: string }) {
  const [{ client, transport }] = useState(() => openChat(id));
  const chat = useChat<ChatMessage>({ id, transport });
  useElicitResume(client, chat);
  // A tab that is new here asks the server for the conversation.
  useEffect(() => void client.attach(), [client]);
  return (
    <PluginSessionProvider client={client}>
      <Conversation chat={chat} home="/engine" />
    </PluginSessionProvider>
  );
}

function openChat(id: string) {
  const client = createPluginClient({ endpoint: '/api/engine', conversationId: id, plugins: [bookFlightPlugin] });
  return { client, transport: elicitChatTransport(client) };
}
