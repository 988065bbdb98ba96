import { ElicitOutlet, PluginSessionProvider } from 'elicitkit';
import { Fragment, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import { client, follow, isForgotten, say, type Chat } from './chat.ts';
import { Composer } from './Composer.tsx';
import './page.css';

const wish = 'Book me a flight from NYC to LAX';

interface Said {
  readonly id: string;
  readonly text: string;
}

function Page() {
  const [chat, setChat] = useState<Chat>();
  /** What is on its way to the server. */
  const [said, setSaid] = useState<Said>();
  const [hasFailed, setFailed] = useState(false);

  const send = useCallback(async (request?: Said) => {
    setFailed(false);
    setSaid(request);
    try {
      if (request !== undefined) await say(request);
      await follow((next) => {
        setChat(next);
        setSaid(undefined);
      });
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => void send(), [send]);

  const sayNew = (text: string) => void send({ id: crypto.randomUUID(), text });
  const messages = [...(chat?.messages ?? []), ...(said === undefined ? [] : [{ ...said, role: 'user' as const }])];
  return (
    <main className="chat">
      <header>
        <h1>Skyline</h1>
        <a href="/">New chat</a>
      </header>
      <div className="messages" role="log" aria-label="Conversation">
        {chat !== undefined && isForgotten(chat) && <p role="status">The server has forgotten this chat.</p>}
        {messages.length === 0 && (
          <div className="welcome">
            <h2>Where to?</h2>
            <p>Ask for a flight. You pick it, and your seat, right here in the chat.</p>
            <button type="button" onClick={() => sayNew(wish)}>
              {wish}
            </button>
          </div>
        )}
        {messages.map(({ id, role, text }) => (
          <Fragment key={id}>
            <article data-role={role} aria-label={role === 'user' ? 'You' : 'Skyline'}>
              <p>{text}</p>
            </article>
            {/* The questions that this message has led to, and afterwards their receipts. */}
            {role === 'user' && <ElicitOutlet callId={id} />}
          </Fragment>
        ))}
        {hasFailed && (
          <p className="problem" role="alert">
            The server does not answer.{' '}
            <button type="button" onClick={() => void send(said)}>
              Try again
            </button>
          </p>
        )}
      </div>
      <Composer isBusy={said !== undefined && !hasFailed} onSend={sayNew} />
    </main>
  );
}

createRoot(document.getElementById('root')!).render(
  <PluginSessionProvider client={client}>
    <Page />
  </PluginSessionProvider>,
);
