'use client';

import { useChat } from '@ai-sdk/react';
import { createPluginClient, ElicitOutlet, PluginSessionProvider } from 'elicitkit';
import { elicitChatTransport, useElicitResume } from 'elicitkit/ai-sdk-react';
import 'elicitkit/styles.css';
import { bookFlightPlugin } from './plugin';

const client = createPluginClient({ endpoint: '/api/chat', plugins: [bookFlightPlugin] });
const transport = elicitChatTransport(client);

export function ChatPage() {
  const chat = useChat({ id: client.conversationId, transport });
  useElicitResume(client, chat);
  return (
    <PluginSessionProvider client={client}>
      {chat.messages.flatMap(({ id, role, parts }) =>
        parts.map((part, index) => {
          if (part.type === 'text') return <p key={id + index}>{`${role}: ${part.text}`}</p>;
          return 'toolCallId' in part ? <ElicitOutlet key={id + index} callId={part.toolCallId} /> : null;
        }),
      )}
      <button onClick={() => chat.sendMessage({ text: 'Book me a flight from NYC to LAX' })}>Book a flight</button>
    </PluginSessionProvider>
  );
}
