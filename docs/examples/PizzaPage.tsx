'use client';

import { createPluginClient, ElicitOutlet, PluginSessionProvider, usePluginSession } from 'elicitkit';
import 'elicitkit/styles.css';

const client = createPluginClient({ endpoint: '/api/chat' });

export const App = () => (
  <PluginSessionProvider client={client}>
    <Chat />
  </PluginSessionProvider>
);

function Chat() {
  const { messages, text, problem, retrying, send } = usePluginSession();
  return (
    <>
      {messages.map(({ role, content }, index) => role !== 'tool' && <p key={index}>{content}</p>)}
      <p>{text}</p>
      <ElicitOutlet />
      {retrying && <output>Connection lost. Trying again…</output>}
      {problem && <p role="alert">{problem.message}</p>}
      <button onClick={() => send('A margherita, please')}>Order</button>
    </>
  );
}
