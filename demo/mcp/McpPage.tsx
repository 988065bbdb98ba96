import { ElicitOutlet, PluginSessionProvider, createPluginClient } from 'elicitkit';
import { useState, type ReactNode } from 'react';
import { bookFlightPlugin } from '../book-flight/plugin.ts';
import { AlertIcon } from '../chat/icons.tsx';
import { SiteHeader } from '../chat/SiteHeader.tsx';
import { BothDoors } from './BothDoors.tsx';
import { McpServerCard } from './McpServerCard.tsx';
import { servers } from './servers.ts';

/** A small host with some MCP servers and their questions. */
export function McpPage(): ReactNode {
  const [problem, setProblem] = useState('');
  const [client] = useState(() =>
    // No endpoint, because there is no chat server: this client only shows questions of MCP servers.
    createPluginClient({
      plugins: [bookFlightPlugin],
      storage: false,
      onError: ({ message }) => setProblem(message),
    }),
  );
  return (
    <PluginSessionProvider client={client}>
      <div className="mcp-page" data-elicit-root="">
        <SiteHeader title="MCP servers" page="MCP" />
        <main className="column">
          <p className="lead">
            A host in your browser. Call a tool, and its server asks you something: the question stands with the call,
            by the name that this page gives the server.
          </p>
          {problem !== '' && (
            <div className="problem" role="alert">
              <AlertIcon />
              <p dir="auto">{problem}</p>
              <button type="button" onClick={() => setProblem('')}>
                Dismiss
              </button>
            </div>
          )}
          {/* For questions without a known call, as when two calls of an older server run at once. */}
          <ElicitOutlet focusOnArrival />
          <BothDoors onProblem={setProblem} />
          {servers.map((server) => (
            <McpServerCard key={server.name} server={server} />
          ))}
        </main>
      </div>
    </PluginSessionProvider>
  );
}
