import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { elicitationCapabilities } from 'elicitkit/mcp-client';
import { useEffect, useState } from 'react';

/** The revisions that the demo speaks. */
export type Revision = '2025-11-25' | '2026-07-28';

/** A connected client of the demo's MCP server; undefined until it is. */
export function useDemoClient(revision: Revision): Client | undefined {
  const [connected, setConnected] = useState<Client>();
  useEffect(() => {
    let isLeft = false;
    const client = new Client(
      { name: 'elicitkit-demo', version: '0.1.0' },
      {
        capabilities: elicitationCapabilities(),
        ...(revision === '2026-07-28' && { versionNegotiation: { mode: { pin: revision } } }),
      },
    );
    client.connect(new StreamableHTTPClientTransport(new URL('/api/mcp', location.href))).then(
      () => {
        // Left before it was there: it is closed by now.
        if (!isLeft) setConnected(client);
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
      setConnected(undefined);
      void client.close();
    };
  }, [revision]);
  return connected;
}
