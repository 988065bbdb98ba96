import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { changeCapability } from '../protocol/mcp-meta.ts';
import type { ToolNeeds } from '../tool/tool-needs.ts';
import { showsApps } from './served-apps.ts';

/** What the client of a request says that it can do. */
export type ClientAbilities = ReturnType<typeof abilitiesOf>;

/** What a tool may need of its client. */
export type Capability = keyof ClientAbilities['has'];

export function abilitiesOf(server: McpServer, ctx: ServerContext) {
  const capabilities = capabilitiesOf(server, ctx);
  const { elicitation, sampling, experimental } = capabilities;
  return {
    /** Its request is one of 2026-07-28 or later: it gets questions as results. */
    isModern: ctx.mcpReq.envelope !== undefined,
    /** By the path in what a client declares. */
    has: {
      // Before there were modes, an empty object meant forms.
      'elicitation.form':
        elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
      'elicitation.url': elicitation?.url !== undefined,
      sampling: sampling !== undefined,
      'sampling.tools': sampling?.tools !== undefined,
    },
    /** It lets the person change answers. */
    change: experimental !== undefined && Object.hasOwn(experimental, changeCapability),
    /** It lets an app of the server answer a form's question. */
    apps: showsApps(capabilities),
  };
}

/** What the client of a request declares. The SDK has checked it. */
export function capabilitiesOf({ server }: McpServer, ctx: ServerContext): ClientCapabilities {
  const declared = saidIn(ctx, CLIENT_CAPABILITIES_META_KEY, () => server.getClientCapabilities());
  return (declared ?? {}) as ClientCapabilities;
}

/** What a client says of itself: from 2026-07-28 in each request, and before that as it connects. */
export function saidIn({ mcpReq }: ServerContext, key: string, before: () => unknown): unknown {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  return envelope === undefined ? before() : envelope[key];
}

/** What the client lacks of what the tool cannot do without. */
export function lackingForTool(
  needs: ToolNeeds,
  { has }: ClientAbilities,
  hasProvider: boolean,
): Capability | undefined {
  if (needs.elicitation === true && !has['elicitation.form'] && !has['elicitation.url']) return 'elicitation.form';
  return needs.sampling === true && !hasProvider && !has.sampling ? 'sampling' : undefined;
}
