import { createPluginClient, ElicitOutlet, PluginSessionProvider } from 'elicitkit';
import { useMcpElicitation } from 'elicitkit/mcp-client';
import { useId, useState, useSyncExternalStore, type ReactNode } from 'react';
import { bookFlightPlugin } from '../book-flight/plugin.ts';
import { readTicket, type Ticket } from '../book-flight/ticket.ts';
import { CallResult } from './CallResult.tsx';
import { airline, route } from './servers.ts';
import { isRunning, textsOf, useCalls } from './useCalls.ts';
import { useMcpServer } from './useMcpServer.ts';

/** One tool, called by a chat in the app and by this page over MCP: the same questions, and the same ticket. */
export function BothDoors({ onProblem }: { onProblem: (message: string) => void }): ReactNode {
  const title = useId();
  const [chat] = useState(() =>
    createPluginClient({
      endpoint: '/api/chat',
      plugins: [bookFlightPlugin],
      storage: false,
      onError: ({ message }) => onProblem(message),
    }),
  );
  const conversation = useSyncExternalStore(chat.subscribe, chat.getSnapshot);
  const { client } = useMcpServer(airline);
  const connection = useMcpElicitation(client, { server: { name: airline.name, origin: location.origin } });
  const { calls, start } = useCalls(connection);

  const inApp = conversation.calls.at(-1);
  const [overMcp] = calls;
  const isChatBusy = conversation.status !== 'idle' && conversation.status !== 'failed';
  const isBusy = isChatBusy || (overMcp !== undefined && isRunning(overMcp));
  const inAppTexts = inApp?.content === undefined ? undefined : [inApp.content];
  const mcpTexts = overMcp?.error ? [overMcp.error.message] : overMcp?.result && textsOf(overMcp.result);

  function callBoth(): void {
    void chat.send(`Book me a flight from ${route.from} to ${route.destination}`);
    void start('book_flight', route);
  }

  return (
    <section className="server both-doors" aria-labelledby={title}>
      <header>
        <h2 id={title}>One tool, two doors</h2>
      </header>
      <p className="server-about">
        The chat’s own book_flight, called twice at once: in the app, and over MCP. Each asks here, with the same cards.
      </p>
      <div className="call-both">
        <code>
          from: {route.from}, destination: {route.destination}
        </code>
        <button type="button" className="call-button" disabled={connection === undefined || isBusy} onClick={callBoth}>
          Call both
        </button>
      </div>
      {(inApp ?? overMcp) && (
        <div className="doors">
          <PluginSessionProvider client={chat}>
            <Door name="In the app" wire="POST /api/chat">
              <ElicitOutlet />
              <CallResult texts={inAppTexts} isError={inApp?.status === 'failed'} />
            </Door>
          </PluginSessionProvider>
          <Door name="Over MCP" wire={`POST ${airline.path}`}>
            {overMcp && <ElicitOutlet callId={overMcp.callId} />}
            <CallResult texts={mcpTexts} isError={overMcp?.error !== undefined || overMcp?.result?.isError === true} />
          </Door>
        </div>
      )}
      <output className="verdict">{isBusy ? '' : compare(ticketIn(inAppTexts), ticketIn(mcpTexts))}</output>
    </section>
  );
}

interface DoorProps {
  name: string;
  wire: string;
  children: ReactNode;
}

function Door({ name, wire, children }: DoorProps): ReactNode {
  return (
    <article aria-label={name}>
      <header>
        <h3>{name}</h3>
        <code>{wire}</code>
      </header>
      {children}
    </article>
  );
}

function ticketIn(texts: readonly string[] | undefined): Ticket | undefined {
  return readTicket(texts?.[0] ?? '');
}

function compare(one: Ticket | undefined, other: Ticket | undefined): string {
  if (one === undefined || other === undefined) return '';
  const [first, second] = [one, other].map((ticket) => JSON.stringify({ ...ticket, ticketNumber: '' }));
  return first === second
    ? 'Two tickets, the same but for their numbers.'
    : 'Two tickets. They differ, because you answered differently.';
}
