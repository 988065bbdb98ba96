import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { isObject } from '../protocol/json.ts';
import { changeCapability } from '../protocol/mcp-meta.ts';
import { urlQuestionKey } from '../protocol/question-keys.ts';
import type { ToolNeeds } from '../tool/tool-needs.ts';
import { showsApps } from './served-apps.ts';

/** What the client of a request says that it can do. */
export interface ClientAbilities {
  /** Its request is one of 2026-07-28 or later: it gets questions as results. */
  readonly isModern: boolean;
  readonly form: boolean;
  readonly url: boolean;
  readonly sampling: boolean;
  readonly samplingTools: boolean;
  /** It lets the person change answers. */
  readonly change: boolean;
  /** It lets an app of the server answer a form's question. */
  readonly apps: boolean;
}

export function abilitiesOf(server: McpServer, ctx: ServerContext): ClientAbilities {
  const capabilities = capabilitiesOf(server, ctx);
  const { elicitation, sampling, experimental } = capabilities;
  return {
    isModern: ctx.mcpReq.envelope !== undefined,
    // Before there were modes, an empty object meant forms.
    form: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    url: elicitation?.url !== undefined,
    sampling: sampling !== undefined,
    samplingTools: sampling?.tools !== undefined,
    change: experimental !== undefined && Object.hasOwn(experimental, changeCapability),
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

/** What the client lacks for this question. Undefined if it can ask it. */
export function lackingFor({ key }: ElicitRequest, { form, url }: ClientAbilities): ClientCapabilities | undefined {
  if (key === urlQuestionKey) return url ? undefined : { elicitation: { url: {} } };
  return form ? undefined : { elicitation: { form: {} } };
}

/** What the client lacks for the model's answer to a sample. */
export function lackingForSample(
  hasTools: boolean,
  { sampling, samplingTools }: ClientAbilities,
): ClientCapabilities | undefined {
  if (hasTools) return samplingTools ? undefined : { sampling: { tools: {} } };
  return sampling ? undefined : { sampling: {} };
}

/** What the client lacks for what the tool cannot do without. */
export function lackingForTool(
  needs: ToolNeeds,
  { form, url, sampling }: ClientAbilities,
  hasProvider: boolean,
): ClientCapabilities | undefined {
  if (needs.elicitation === true && !form && !url) return { elicitation: { form: {} } };
  if (needs.sampling === true && !hasProvider && !sampling) return { sampling: {} };
  return undefined;
}

/** Name capabilities for a person, such as `elicitation.url`. */
export function capabilityNames(capabilities: ClientCapabilities): string[] {
  return Object.entries(capabilities).flatMap(([name, parts]) => {
    const names = isObject(parts) ? Object.keys(parts) : [];
    return names.length === 0 ? [name] : names.map((part) => `${name}.${part}`);
  });
}
