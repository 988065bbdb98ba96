import { ElicitOutlet, PluginSessionProvider } from 'elicitkit';
import { Fragment, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import { client, getShown, goOn, isForgotten, subscribe } from './chat.ts';
import { Composer } from './Composer.tsx';
import './page.css';

const wish = 'Book me a flight from NYC to LAX';

function Page() {
  const { chat, said, hasFailed } = useSyncExternalStore(subscribe, getShown);
  const say = (text: string) => void goOn({ id: crypto.randomUUID(), text });
  const messages = [...(chat?.messages ?? []), ...(said === undefined ? [] : [{ ...said, role: 'user' as const }])];
  return (
    <main className="chat">
      <header>
        <h1>Skyline</h1>
        <a href="/">New chat</a>
      </header>
      <div className="messages" role="log" aria-label="Conversation">
        {chat !== undefined && isForgotten(chat) && <output>The server has forgotten this chat.</output>}
        {messages.length === 0 && (
          <div className="welcome">
            <h2>Where to?</h2>
            <p>Ask for a flight. You pick it, and your seat, right here in the chat.</p>
            <button type="button" onClick={() => say(wish)}>
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
            <button type="button" onClick={() => void goOn(said)}>
              Try again
            </button>
          </p>
        )}
      </div>
      <Composer isBusy={said !== undefined && !hasFailed} onSend={say} />
    </main>
  );
}

void goOn();
createRoot(document.getElementById('root')!).render(
  <PluginSessionProvider client={client}>
    <Page />
  </PluginSessionProvider>,
);
