import type { Client } from '@modelcontextprotocol/client';
import { ElicitOutlet } from 'elicitkit';
import { useMcpElicitation } from 'elicitkit/mcp-client';
import { useState } from 'react';

const server = { name: 'Acme', origin: 'https://mcp.acme.example' };

/** Put it below `<PluginSessionProvider>`. The server may be connected before or afterwards. */
export function Acme({ mcpClient }: { mcpClient: Client }) {
  const acme = useMcpElicitation(mcpClient, { server });
  const [calls, setCalls] = useState<readonly string[]>([]);
  const [told, setTold] = useState('');

  const book = async () => {
    const callId = crypto.randomUUID();
    setCalls((before) => [...before, callId]);
    const flight = { from: 'NYC', destination: 'LAX' };
    const result = await acme?.callTool({ name: 'book_flight', arguments: flight }, { callId });
    setTold(JSON.stringify(result?.content));
  };

  return (
    <>
      <button disabled={acme === undefined} onClick={() => book().catch((error) => setTold(String(error)))}>
        Book with Acme
      </button>
      {calls.map((callId) => (
        <ElicitOutlet key={callId} callId={callId} />
      ))}
      <p>{told}</p>
    </>
  );
}
