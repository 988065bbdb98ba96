import type { Operation } from 'effection';
import { after, comingOf, firstOf } from '../base/coming.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { toJson } from '../protocol/json.ts';
import { MissingNeedError } from '../runtime/errors.ts';
import { shortened, type ParentChat } from '../runtime/parent-chat.ts';
import { jsonOf } from '../runtime/step-json.ts';
import { describeIssues } from '../runtime/structured-sample.ts';
import { issuesOf } from '../protocol/issues-of.ts';
import { InvalidArgumentsError } from '../tool/model-call.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { finiteLimits, strictest } from '../tool/tool-limits.ts';
import { lackingNeed } from '../tool/tool-needs.ts';
import { sessionFormat, type ToolSessionEntry } from './call-entry.ts';
import type { CallTenant } from './call-news.ts';
import { aboutSession, readTraceparent, type GiveTraceparent } from './server-event.ts';
import { toolLimitsOf, type SessionLimits } from './session-limits.ts';
import type { CallHost } from './tool-runs.ts';

/** A call to start. */
export interface CreatePluginSession extends CallAround {
  tool: AnyMcpTool;
  /** The arguments as the model gave them. */
  params: unknown;
  callId: string;
  /** The id that the host, or the page, gave the call: events tell it. */
  hostId?: string | undefined;
  owner?: string | undefined;
  ownerName?: string | undefined;
  /** The chat before the call, for tools that require it. It is kept for those alone. @default none */
  parent?: ParentChat | undefined;
}

/** What a call has around it. */
export interface CallAround {
  /** @internal Says what is there, and answers its samples. @default the manager, with its provider */
  host?: CallHost | undefined;
  /** Has the right to write the call's record. @default the manager, for this call alone */
  tenant?: CallTenant | undefined;
}

/** Another call already has this id. */
export class SessionExistsError extends CodedError<'SESSION_EXISTS'> {
  constructor(sessionId: string) {
    super('SESSION_EXISTS', `There is a call ${sessionId} already. Give each call an id of its own.`);
  }
}

/** The arguments of a call as its tool parses them. */
export function* argumentsOf(
  { tool, params, parent, host }: CreatePluginSession,
  patience: number,
): Operation<unknown> {
  const there = { elicitation: true, sampling: true, ...host?.can, parentMessages: parent !== undefined };
  const need = lackingNeed(tool.needs, there);
  if (need !== undefined) throw new MissingNeedError(tool.name, need);
  const parsing = comingOf(tool.parameters.safeParseAsync(params ?? {}));
  const parsed = yield* firstOf(parsing, after(patience, undefined));
  if (parsed?.success === true) return parsed.data;
  const problem = parsed && describeIssues(issuesOf(parsed.error), 'arguments');
  throw new InvalidArgumentsError(tool.name, problem ?? 'it took too long to check them');
}

/** The record of a call that begins. */
export function entryOf(
  { tool, params, callId, hostId, owner, ownerName, parent }: CreatePluginSession,
  parsed: unknown,
  limits: SessionLimits,
  traceparent: GiveTraceparent | undefined,
): ToolSessionEntry {
  const { name: toolName, toolVersion, needs, toolLimits } = tool;
  return {
    format: sessionFormat,
    id: callId,
    hostId,
    toolName,
    toolVersion,
    owner,
    ownerName,
    params: toJson(params ?? {}, 'The arguments'),
    parsed: jsonOf(parsed),
    ...(needs.parentMessages === true && { parent: parent && shortened(parent, limits.bytes) }),
    limits: finiteLimits(strictest(toolLimits, toolLimitsOf(limits))),
    traceparent: readTraceparent(traceparent, aboutSession({ id: callId, toolName, hostId })),
    createdAt: Date.now(),
    journal: [],
    pending: [],
  };
}
