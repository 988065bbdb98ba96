import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { elicitationCapabilities } from 'elicitkit/mcp-client';
import { useEffect, useState } from 'react';
import type { ServerConfig } from './servers.ts';

/** A server, and how it is with it. */
export interface McpServer {
  readonly state: 'connecting' | 'connected' | 'lost';
  /** Why it is lost. */
  readonly problem: string | undefined;
  /** As soon as it has said hello. */
  readonly client: Client | undefined;
  /** What the server says of its tools, by name. */
  readonly descriptions: ReadonlyMap<string, string>;
  readonly reconnect: () => void;
}

/** Connect to a server, and watch whether it is there. */
export function useMcpServer({ path, revision }: ServerConfig): McpServer {
  const [attempt, setAttempt] = useState(0);
  const [client, setClient] = useState<Client>();
  const [problem, setProblem] = useState<Problem>();
  const [isProbing, setIsProbing] = useState(false);
  const [descriptions, setDescriptions] = useState<ReadonlyMap<string, string>>(none);

  useEffect(() => {
    let isLeft = false;
    // What has forgotten this page does not remember it, whatever it answers later.
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
      // Every request says how it is with the server: there need not be any connection that could break.
      fetch: async (input, init) => {
        // The SDK asks for a stream of what is said between calls, which this server has none of: its 405 would only
        // stand in the console.
        if (init?.method === 'GET') return new Response(null, { status: 405 });
        try {
          // What ends the session is the last thing that a page sends.
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
    // Where the server has gone there is nothing to end.
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
    // Whether it answers is seen where its answer comes in.
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
      // A new connection ends the calls of the old one, and the answers that wait in them to be sent again.
      if (client !== undefined && problem?.isForgotten !== true) void probe(client);
      else setAttempt((count) => count + 1);
    },
  };
}

interface Problem {
  readonly why: string;
  /** The server has ended the session: nothing that hangs on it can go on. */
  readonly isForgotten: boolean;
}

const none: ReadonlyMap<string, string> = new Map();
