import {
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { isObject } from '../protocol/json.ts';
import { plainText } from '../protocol/plain-text.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { capabilitiesOf, saidIn, type ClientAbilities } from './client-abilities.ts';

const name = z.string().transform((text) => plainText(text, 100));

/** What a client says of itself. */
export const clientFactsSchema = z.object({
  /** Its name and version, such as `claude-code 2.1.332`. */
  name,
  /** The protocol revision, such as `2025-11-25`. */
  revision: name,
  /** The capabilities that it declares, such as `elicitation.url`. */
  declares: z.array(name),
  /** It is asked in rounds, as from 2026-07-28. */
  hasRounds: z.boolean(),
  form: z.boolean(),
  url: z.boolean(),
  sampling: z.boolean(),
});

const told = new WeakSet<AnyMcpTool>();

/** Have a tool get what its client says of itself, as its one parameter `client`. A model neither sees nor gives it. */
export function tellOfClient<Tool extends AnyMcpTool>(tool: Tool): Tool {
  told.add(tool);
  return tool;
}

/** Whether `tellOfClient` got the tool. */
export function isToldOfClient(tool: AnyMcpTool): boolean {
  return told.has(tool);
}

export function clientFactsOf(mcp: McpServer, ctx: ServerContext, can: ClientAbilities) {
  const { server } = mcp;
  const info = saidIn(ctx, CLIENT_INFO_META_KEY, () => server.getClientVersion()) ?? {};
  const { name: who = 'A client without a name', version = '' } = info as { name?: string; version?: string };
  return clientFactsSchema.parse({
    name: `${who} ${version}`.trim(),
    revision: saidIn(ctx, PROTOCOL_VERSION_META_KEY, () => server.getNegotiatedProtocolVersion()) ?? 'unknown',
    declares: capabilityNames(capabilitiesOf(mcp, ctx)).sort().slice(0, 30),
    hasRounds: can.isModern,
    form: can.has['elicitation.form'],
    url: can.has['elicitation.url'],
    sampling: can.has.sampling,
  });
}

/** Name capabilities for a person, such as `elicitation.url`. */
function capabilityNames(capabilities: ClientCapabilities): string[] {
  return Object.entries(capabilities).flatMap(([name, parts]) => {
    const names = isObject(parts) ? Object.keys(parts) : [];
    return names.length === 0 ? [name] : names.map((part) => `${name}.${part}`);
  });
}
