import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { elicitationCapabilities } from 'elicitkit/mcp-client';
import { useEffect, useState } from 'react';
import type { ServerConfig } from './servers.ts';

/** A server and the state of its connection. */
export interface McpServer {
  readonly state: 'connecting' | 'connected' | 'lost';
  /** Why the connection is lost. */
  readonly problem: string | undefined;
  /** Set once the handshake is done. */
  readonly client: Client | undefined;
  /** The descriptions of the server's tools, by name. */
  readonly descriptions: ReadonlyMap<string, string>;
  readonly reconnect: () => void;
}

/** Connects to a server and tracks whether it responds. */
export function useMcpServer({ path, revision }: ServerConfig): McpServer {
  const [attempt, setAttempt] = useState(0);
  const [client, setClient] = useState<Client>();
  const [problem, setProblem] = useState<Problem>();
  const [isProbing, setIsProbing] = useState(false);
  const [descriptions, setDescriptions] = useState<ReadonlyMap<string, string>>(none);

  useEffect(() => {
    let isLeft = false;
    // A server that has ended this session stays lost, whatever it answers later.
    const note = (next: Problem | undefined) => {
      if (!isLeft) setProblem((known) => (known?.isForgotten === true ? known : next));
    };
    const lose = (why: string, isForgotten = false) => note({ why, isForgotten });
    const made = new Client(
      { name: 'elicitkit-demo', version: '0.1.0' },
      {
        capabilities: elicitationCapabilities(),
        ...(revision === '2026-07-28' && { versionNegotiation: { mode: { pin: revision } } }),
      },
    );
    const transport = new StreamableHTTPClientTransport(new URL(path, location.href), {
      // Read the server's state from every response: there may be no open connection that could break.
      fetch: async (input, init) => {
        // Don't open the standalone stream. These servers ask only on the stream of a call, and browsers allow six
        // connections across all tabs. Answer 405 here, because a refusal by the server would log a console error.
        if (init?.method === 'GET') return new Response(null, { status: 405 });
        try {
          // `keepalive` lets the DELETE that ends the session outlive the page.
          const response = await fetch(input, { ...init, keepalive: init?.method === 'DELETE' });
          if (response.status === 404) lose('The server does not know this page any more: it was started anew.', true);
          else if (response.status >= 500) lose(`The server answers with an error (${response.status}).`);
          else note(undefined);
          return response;
        } catch (error) {
          if (init?.signal?.aborted !== true) lose('The server cannot be reached.');
          throw error;
        }
      },
    });

    async function connect(): Promise<void> {
      try {
        await made.connect(transport);
        const { tools } = await made.listTools();
        if (isLeft) return;
        setDescriptions(new Map(tools.map(({ name, description = '' }) => [name, description])));
        setClient(made);
      } catch (error) {
        lose(error instanceof Error ? error.message : String(error));
      }
    }
    // If the server is gone, there is no session to end.
    const endSession = () => transport.terminateSession().catch(() => undefined);
    async function leave(): Promise<void> {
      isLeft = true;
      removeEventListener('pagehide', endSession);
      setClient(undefined);
      setProblem(undefined);
      await endSession();
      await made.close();
    }

    addEventListener('pagehide', endSession);
    void connect();
    return () => void leave();
  }, [path, revision, attempt]);

  async function probe(known: Client): Promise<void> {
    setIsProbing(true);
    // Ignore the result: `fetch` above records whether the server responds.
    await known.listTools().catch(() => undefined);
    setIsProbing(false);
  }

  const state = isProbing ? 'connecting' : problem ? 'lost' : client ? 'connected' : 'connecting';
  return {
    state,
    problem: isProbing ? undefined : problem?.why,
    client,
    descriptions,
    reconnect() {
      // Try the old connection first. A new one ends its calls, and the answers in them that wait for a retry.
      if (client !== undefined && problem?.isForgotten !== true) void probe(client);
      else setAttempt((count) => count + 1);
    },
  };
}

interface Problem {
  readonly why: string;
  /** The server has ended the session: none of its calls can continue. */
  readonly isForgotten: boolean;
}

const none: ReadonlyMap<string, string> = new Map();
