import type { HttpAgent, Message } from '@ag-ui/client';
import { ElicitOutlet, PluginSessionProvider, type PluginClient } from 'elicitkit';
import { useEffect, useState, type FormEvent } from 'react';

export function Chat({ agent, client }: { agent: HttpAgent; client: PluginClient }) {
  const [messages, setMessages] = useState(agent.messages);
  const [isRunning, setRunning] = useState(agent.isRunning);
  const [problem, setProblem] = useState('');
  const [draft, setDraft] = useState('');
  useEffect(() => {
    const { unsubscribe } = agent.subscribe({
      onMessagesChanged: () => setMessages([...agent.messages]),
      onRunInitialized: () => {
        setRunning(true);
        setProblem('');
      },
      onRunErrorEvent: ({ event }) => setProblem(event.message),
      onRunFailed: ({ error }) => setProblem(error.message),
      onRunFinalized: () => setRunning(agent.isRunning),
    });
    // A run with nothing new: the agent tells how the thread stands.
    if (!agent.isRunning) agent.runAgent().catch(() => undefined);
    return unsubscribe;
  }, [agent]);

  const run = () => agent.runAgent().catch(() => undefined);
  const say = (event: FormEvent) => {
    event.preventDefault();
    if (draft === '' || isRunning) return;
    agent.addMessage({ id: crypto.randomUUID(), role: 'user', content: draft });
    setDraft('');
    void run();
  };
  return (
    <PluginSessionProvider client={client}>
      <main>
        <h1>SkyHigh</h1>
        <div className="messages">
          {messages.map((message) => (
            <Entry key={message.id} message={message} />
          ))}
          <ElicitOutlet />
          {problem !== '' && (
            <p role="alert">
              {problem} <button onClick={run}>Try again</button>
            </p>
          )}
        </div>
        <form onSubmit={say}>
          <input
            aria-label="Message"
            placeholder="Book me a flight"
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
          />
          <button disabled={isRunning}>Send</button>
        </form>
      </main>
    </PluginSessionProvider>
  );
}

function Entry({ message }: { message: Message }) {
  const { role, content } = message;
  const calls = role === 'assistant' ? (message.toolCalls ?? []) : [];
  if (role === 'reasoning') {
    return (
      <details>
        <summary>Thoughts</summary>
        {content}
      </details>
    );
  }
  return (
    <>
      {role !== 'tool' && typeof content === 'string' && content !== '' && <p data-role={role}>{content}</p>}
      {calls.map(({ id }) => (
        <ElicitOutlet key={id} callId={id} />
      ))}
    </>
  );
}
