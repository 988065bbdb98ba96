import { PluginSessionProvider } from 'elicitkit';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import type { PlayFile } from '../src/command/play-handler.ts';
import { Calls } from './Calls.tsx';
import { Header, type View } from './Header.tsx';
import { openSession, type Session } from './session.ts';
import { ToolList } from './ToolList.tsx';
import { ToolPanel } from './ToolPanel.tsx';
import { WirePanel } from './WirePanel.tsx';

interface AppProps {
  played: PlayFile;
  first: Session;
}

/** The playground: the tools, the chosen one's arguments, the calls, and what goes over the wire. */
export function App({ played: { file, tools, hasModel }, first }: AppProps): ReactNode {
  const [session, setSession] = useState(first);
  const [view, setView] = useState<View>('calls');
  const named = useSyncExternalStore(subscribeToHash, readHash);
  const tool = tools.find(({ name }) => name === named) ?? tools[0];

  const startOver = async () => {
    await session.client.abort({ silent: true });
    // A new client restores what the tab has stored, so remove this conversation first.
    session.client.forget();
    setSession(openSession());
    await session.client.close();
  };

  return (
    <PluginSessionProvider client={session.client}>
      <div className="play" data-elicit-root="" data-view={view}>
        <Header file={file} log={session.log} view={view} onView={setView} />
        <ToolList tools={tools} chosen={tool?.name} />
        <main>
          <div className="middle">
            {tool && <ToolPanel key={tool.name} tool={tool} client={session.client} />}
            <Calls key={session.client.conversationId} hasModel={hasModel} onStartOver={() => void startOver()} />
          </div>
          <WirePanel log={session.log} />
        </main>
      </div>
    </PluginSessionProvider>
  );
}

function subscribeToHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

function readHash(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}
