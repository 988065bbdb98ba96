import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import type { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { describe, expectTypeOf, it } from 'vitest';
import type { PluginClient } from '../../src/client.ts';
import { connectMcpElicitation, elicitationCapabilities, McpToolApp, type McpClient } from '../../src/mcp-client.ts';

declare const client: PluginClient;
declare const mcp: Client;
declare const old: OldClient;
const options = { server: { name: 'Acme' } };

describe('connectMcpElicitation', () => {
  it('takes the clients of both lines of the SDK', () => {
    expectTypeOf<Client>().toExtend<McpClient>();
    expectTypeOf<OldClient>().toExtend<McpClient>();
    // @ts-expect-error not everything is a client
    connectMcpElicitation(client, { callTool: async () => undefined }, options);
  });

  it('gives what the callTool of that line gives', () => {
    const { callTool } = connectMcpElicitation(client, mcp, options);
    expectTypeOf(callTool({ name: 'x' })).resolves.toEqualTypeOf<CallToolResult>();
    // @ts-expect-error a tool has a name
    void callTool({ arguments: {} });
    const first = connectMcpElicitation(client, old, options);
    expectTypeOf(first.callTool).returns.toEqualTypeOf<ReturnType<OldClient['callTool']>>();
  });

  it('needs a frame for apps, and gives what shows the app of a tool', () => {
    const apps = { frame: 'https://apps.example.com/app-frame.html', connectDomains: ['https://api.acme.example'] };
    const connection = connectMcpElicitation(client, mcp, { ...options, apps });
    void McpToolApp({ connection, call: { name: 'x', arguments: { city: 'Rome' } }, result: undefined });
    // @ts-expect-error no frame
    connectMcpElicitation(client, mcp, { ...options, apps: {} });
    // @ts-expect-error no call
    void McpToolApp({ connection, result: undefined });
  });

  it('needs the name that the host gives the server', () => {
    // @ts-expect-error no name
    connectMcpElicitation(client, mcp, { server: {} });
  });
});

describe('elicitationCapabilities', () => {
  it('takes what a connection takes for apps', () => {
    elicitationCapabilities(['form'], { apps: { frame: 'https://apps.example.com/app-frame.html' } });
    // @ts-expect-error a frame is an address
    elicitationCapabilities(['form'], { apps: true });
  });

  it('is what both lines declare', () => {
    type Declared = ReturnType<typeof elicitationCapabilities>;
    expectTypeOf<Declared>().toExtend<NonNullable<ConstructorParameters<typeof Client>[1]>['capabilities'] & object>();
    expectTypeOf<Declared>().toExtend<
      NonNullable<ConstructorParameters<typeof OldClient>[1]>['capabilities'] & object
    >();
  });
});
