import type { ServerContext } from '@modelcontextprotocol/server';
import type { Person } from '../protocol/person.ts';
import type { PluginSessionEvent } from '../session/plugin-session.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import type { Capability, ClientAbilities } from './client-abilities.ts';
import { missing } from './refused-call.ts';

/** A request that the SDK has handed to a tool. */
export interface Asking {
  readonly tool: AnyMcpTool;
  readonly params: unknown;
  readonly ctx: ServerContext;
  readonly can: ClientAbilities;
  readonly principal: Person;
}

/** @throws why the client cannot be asked for the model's answer */
export function refuseSample(
  { tools = [] }: { readonly tools?: readonly unknown[] | undefined },
  asking: Asking,
): void {
  refuseLacking(tools.length > 0 ? 'sampling.tools' : 'sampling', asking);
}

/** @throws if the client of a request has not declared this */
export function refuseLacking(needed: Capability, { can }: Asking): void {
  if (!can.has[needed]) throw missing(needed);
}

/** Undefined for anonymous. */
export function signedIn(principal: Person): Person | undefined {
  return principal.id === 'anonymous' ? undefined : principal;
}

export function newCallId(): string {
  return `mcp_${crypto.randomUUID().replaceAll('-', '')}`;
}

/** Tells the client what the tool of a request reports: log messages, and progress if the request wants it. */
export function reporter(mcpReq: ServerContext['mcpReq']): (event: PluginSessionEvent) => void {
  const progressToken = mcpReq._meta?.progressToken;
  let last = 0;
  let step = 1;
  return (event) => {
    if (event.type === 'log') void mcpReq.log(event.level, event.message).catch(() => undefined);
    if (event.type !== 'progress' || progressToken === undefined) return;
    const { type: _, ...report } = event;
    const { progress = 0 } = report;
    // The number must rise each time, and what has none must not count among what has.
    if (report.progress !== undefined) step = 0.001;
    last = progress > last ? progress : last + step;
    const params = { progressToken, ...report, progress: last };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
