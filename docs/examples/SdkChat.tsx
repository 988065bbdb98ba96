'use client';

import { Chat, useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai';
import { createPluginClient, ElicitOutlet, PluginSessionProvider } from 'elicitkit';
import { useElicitChat } from 'elicitkit/ai-sdk-react';
import 'elicitkit/styles.css';
import { bookFlightPlugin } from './plugin';

/** Call it once, with what you have saved: `useState(() => openChat(id, messages))`. */
export function openChat(id: string, messages: UIMessage[]) {
  const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses;
  const chat = new Chat({ id, messages, sendAutomaticallyWhen });
  const say = (text: string) => void chat.sendMessage({ text });
  const client = createPluginClient({ endpoint: '/api/elicit', conversationId: id, plugins: [bookFlightPlugin], say });
  return { chat, client };
}

export function ChatPage({ chat, client }: ReturnType<typeof openChat>) {
  const helpers = useChat({ chat });
  useElicitChat(client, helpers);
  return (
    <PluginSessionProvider client={client}>
      {helpers.messages.flatMap(({ id, parts }) =>
        parts.map((part, index) => {
          if (part.type === 'text') return <p key={id + index}>{part.text}</p>;
          return 'toolCallId' in part ? <ElicitOutlet key={id + index} callId={part.toolCallId} /> : null;
        }),
      )}
      <button onClick={() => helpers.sendMessage({ text: 'Book me a flight from NYC to LAX' })}>Book a flight</button>
    </PluginSessionProvider>
  );
}
