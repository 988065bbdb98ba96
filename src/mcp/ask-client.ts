import type { ClientCapabilities, ServerContext } from '@modelcontextprotocol/server';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { Person } from '../protocol/person.ts';
import { isAddressed } from '../session/may-answer.ts';
import type { PluginSessionEvent } from '../session/plugin-session.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { lackingFor, lackingForSample, type ClientAbilities } from './client-abilities.ts';
import { draftForApp } from './draft-for-app.ts';
import { elicitationParams, type ElicitationParams } from './elicitation-params.ts';
import type { LastForm } from './read-answer.ts';
import { asksOthers, missing } from './refused-call.ts';
import type { ServedApps } from './served-apps.ts';
import type { ServedTools } from './served-tools.ts';
import { textFormOf } from './text-form.ts';

/** A request that the SDK has handed to a tool. */
export interface Asking {
  readonly tool: AnyMcpTool;
  readonly params: unknown;
  readonly ctx: ServerContext;
  readonly can: ClientAbilities;
  readonly principal: Person;
}

/** How questions are put to the client of a request. */
export type ClientForms = ReturnType<typeof createClientForms>;

/** @param contextInMessage - repeat a question's context at the end of its message */
export function createClientForms({ flatOf }: ServedTools, apps: ServedApps, contextInMessage: boolean) {
  /**
   * @param last - what became of its form when the answer was refused
   * @throws why the client cannot be asked this, such as a schema that the tool made while it ran
   */
  function paramsOf(question: ElicitRequest, { can, principal }: Asking, last?: LastForm): ElicitationParams {
    const by = signedIn(principal);
    if (question.to !== undefined && !isAddressed(question.to, by, by?.id)) throw asksOthers(question);
    refuseLacking(lackingFor(question, can));
    const inTexts = last?.inTexts === true;
    const flat = () => (inTexts ? textFormOf(flatOf(question)) : flatOf(question));
    // An app answers the question, not a form in texts.
    const app = can.apps && !inTexts ? apps.uriOf(question) : undefined;
    const before = last?.held;
    const draft = app === undefined ? undefined : draftForApp(question, before);
    return elicitationParams(question, { flat, contextInMessage, isNamed: can.change, app, draft, before });
  }

  return { flatOf, paramsOf };
}

/** @throws why the client cannot be asked for the model's answer */
export function refuseSample(
  { tools = [] }: { readonly tools?: readonly unknown[] | undefined },
  { can }: Asking,
): void {
  refuseLacking(lackingForSample(tools.length > 0, can));
}

function refuseLacking(lacking: ClientCapabilities | undefined): void {
  if (lacking !== undefined) throw missing(lacking);
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
