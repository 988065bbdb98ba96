import { Client, type Transport } from '@modelcontextprotocol/client';
import type { PluginClient } from 'elicitkit/client';
import { connectMcpElicitation, elicitationCapabilities } from 'elicitkit/mcp-client';

const server = { name: 'Acme', origin: 'https://mcp.acme.example' };

export async function connectAcme(client: PluginClient, transport: Transport) {
  const mcpClient = new Client(
    { name: 'my-chat', version: '1.0.0' },
    // Without 'auto' the SDK speaks 2025-11-25 at most, and servers cannot ask in rounds.
    { capabilities: elicitationCapabilities(), versionNegotiation: { mode: 'auto' } },
  );
  const acme = connectMcpElicitation(client, mcpClient, { server });
  await mcpClient.connect(transport);
  return {
    bookFlight: (from: string, destination: string) =>
      acme.callTool({ name: 'book_flight', arguments: { from, destination } }),
  };
}
