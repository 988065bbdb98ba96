import { Client, type Transport } from '@modelcontextprotocol/client';
import type { PluginClient } from 'elicitkit/client';
import { connectMcpElicitation, elicitationCapabilities } from 'elicitkit/mcp-client';

const server = { name: 'Acme', origin: 'https://mcp.acme.example' };
const apps = { frame: 'https://apps.example.com/app-frame.html' };

export async function connectAcmeWithApps(client: PluginClient, transport: Transport) {
  const capabilities = elicitationCapabilities(['form', 'url'], { apps });
  const about = { name: 'my-chat', version: '1.0.0' };
  const mcpClient = new Client(about, { capabilities, versionNegotiation: { mode: 'auto' } });
  const acme = connectMcpElicitation(client, mcpClient, { server, apps });
  await mcpClient.connect(transport);
  return acme;
}
