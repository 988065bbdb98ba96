// The client that the conformance suite starts: our connection on the official SDK's client, with a person who accepts
// every form unchanged. mcp-conformance.mjs runs it. Needs a Node that runs TypeScript.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createPluginClient } from '../src/client/plugin-client.ts';
import { connectMcpElicitation } from '../src/mcp-client/connect-mcp-elicitation.ts';
import { elicitationCapabilities } from '../src/mcp-client/elicitation-capabilities.ts';
import { isObject, type JsonObject } from '../src/protocol/json.ts';

const address = process.argv.at(-1) ?? '';
const revision = process.env['MCP_CONFORMANCE_PROTOCOL_VERSION'];
const isModern = revision !== undefined && revision >= '2026-07-28';

const client = createPluginClient({ plugins: [] });
client.subscribe(() => {
  for (const item of client.getSnapshot().pending) {
    if (item.status === 'pending') item.accept(asItComes(item.request.schema));
  }
});

const mcp = new Client(
  { name: 'elicitkit-conformance', version: '0.1.0' },
  {
    capabilities: elicitationCapabilities(),
    ...(isModern && { versionNegotiation: { mode: { pin: revision } } }),
  },
);
const connection = connectMcpElicitation(client, mcp, { server: { name: 'The suite' } });
await mcp.connect(new StreamableHTTPClientTransport(new URL(address)));
const { tools } = await mcp.listTools();
// Run all calls at once, so that a mix-up between them would show. The suite judges only what was sent. A result that
// the SDK then rejects is not our failure: 2.4 rejects one without resultType, which one scenario sends.
const outcomes = await Promise.allSettled(
  callsOf(tools).map(async (call) => {
    const result = await connection.callTool(call);
    console.log(call.name, JSON.stringify(result));
  }),
);
for (const outcome of outcomes) if (outcome.status === 'rejected') console.log(String(outcome.reason));
await mcp.close();
await client.close();

/** The calls that the scenario names, else one of each tool. */
function callsOf(listed: typeof tools): readonly { name: string; arguments: JsonObject }[] {
  const { toolCalls } = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
    toolCalls?: { name: string; arguments: JsonObject }[];
  };
  if (toolCalls !== undefined) return toolCalls;
  return listed.map(({ name, inputSchema }) => ({
    name,
    // The suite expects the other tool's schema back unchanged.
    arguments:
      name === 'json_schema_echo'
        ? { schema: listed.find((other) => other.name !== name)?.inputSchema }
        : asItComes(inputSchema as JsonObject),
  }));
}

/** The answer of a person who changes nothing in the form. */
function asItComes({ properties }: JsonObject): JsonObject {
  const fields = Object.entries(isObject(properties) ? properties : {});
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const { type, default: given, enum: choices } = field as JsonObject & { enum?: unknown[] };
      const empty = type === 'boolean' ? true : type === 'string' ? (choices?.[0] ?? 'text') : 1;
      return [name, given ?? empty];
    }),
  );
}
