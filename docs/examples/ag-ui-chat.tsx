'use client';

import { HttpAgent } from '@ag-ui/client';
import { createPluginClient, ElicitOutlet, PluginSessionProvider } from 'elicitkit';
import { connectAgUi } from 'elicitkit/ag-ui-client';
import { useEffect, useState } from 'react';
import 'elicitkit/styles.css';
import { bookFlightPlugin } from './plugin';

/** Call it once, outside of components. */
export function openAgent(threadId: string) {
  const agent = new HttpAgent({ url: '/api/agent', threadId });
  const client = createPluginClient({ conversationId: threadId, plugins: [bookFlightPlugin] });
  connectAgUi(client, agent, { name: 'Travel agent' });
  return { agent, client };
}

export function AgUiChat({ agent, client }: ReturnType<typeof openAgent>) {
  const [messages, setMessages] = useState(agent.messages);
  useEffect(() => {
    const { unsubscribe } = agent.subscribe({ onMessagesChanged: () => setMessages([...agent.messages]) });
    // A run with nothing new tells how the thread stands. It tells those that have subscribed before.
    if (!agent.isRunning) void agent.runAgent();
    return unsubscribe;
  }, [agent]);

  const say = (content: string) => {
    agent.addMessage({ id: crypto.randomUUID(), role: 'user', content });
    return agent.runAgent();
  };
  return (
    <PluginSessionProvider client={client}>
      {messages.map((message) => (
        <div key={message.id}>
          {message.role !== 'tool' && typeof message.content === 'string' && <p>{message.content}</p>}
          {message.role === 'assistant' && message.toolCalls?.map(({ id }) => <ElicitOutlet key={id} callId={id} />)}
        </div>
      ))}
      <ElicitOutlet />
      <button onClick={() => say('Book me a flight from NYC to LAX')}>Book a flight</button>
    </PluginSessionProvider>
  );
}
