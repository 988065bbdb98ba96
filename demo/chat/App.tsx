import { createPluginClient, PluginSessionProvider } from 'elicitkit';
import { useRef, useState, type ReactNode } from 'react';
import { namesVisitor } from '../airline/visitor.ts';
import { bookFlightPlugin } from '../book-flight/plugin.ts';
import { bookTripPlugin } from '../book-trip/plugin.ts';
import { pickCardPlugin } from '../pick-card/plugin.ts';
import { planTripPlugin } from '../plan-trip/plugin.ts';
import { ticTacToePlugin } from '../tic-tac-toe/plugin.ts';
import { Announcer } from './Announcer.tsx';
import { Composer } from './Composer.tsx';
import { Conversation } from './Conversation.tsx';
import { Header } from './Header.tsx';
import { Ledger } from './Ledger.tsx';
import { ProblemBanner } from './ProblemBanner.tsx';
import { toolTitles } from './tool-titles.ts';

const plugins = [bookFlightPlugin, bookTripPlugin, planTripPlugin, ticTacToePlugin, pickCardPlugin];
const newClient = () => createPluginClient({ endpoint: '/api/chat', headers: namesVisitor(), plugins });
const firstClient = newClient();

/** The demo: a chat with tools that ask questions. */
export function App(): ReactNode {
  const [client, setClient] = useState(firstClient);
  const composer = useRef<HTMLTextAreaElement>(null);

  const startAnew = () => {
    // A new client restores what the tab has stored, so remove this conversation first.
    client.forget();
    void client.close();
    setClient(newClient());
    composer.current?.focus();
  };

  return (
    <PluginSessionProvider client={client} assistant="Flight desk" toolTitles={toolTitles}>
      <div className="app" data-elicit-root="">
        <Header onNewChat={startAnew} />
        {/* The key resets the draft and the scroll position for a new conversation. */}
        <Conversation key={client.conversationId} />
        <Ledger />
        <footer className="dock">
          <ProblemBanner />
          <Composer key={client.conversationId} ref={composer} />
        </footer>
        <Announcer />
      </div>
    </PluginSessionProvider>
  );
}
