import { ensure, race, spawn, type Operation } from 'effection';
import { aborted } from '../base/wait.ts';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import { callRecords } from '../session/call-record.ts';
import { createPluginSessionManager } from '../session/plugin-session-manager.ts';
import type { GiveTraceparent, OnServerEvent } from '../session/server-event.ts';
import type { SessionLimits } from '../session/session-limits.ts';
import type { ToolSessionEntry } from '../session/call-entry.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { createLegAsker, type Rest } from './ask-by-leg.ts';
import type { Leg } from './call-desk.ts';
import { absentModel } from './leg-samples.ts';

export type SealedRest = Rest & { readonly record?: JsonObject | undefined };

export interface SealedCallsOptions {
  readonly tools: readonly AnyMcpTool[];
  /** The model. Undefined to ask the client's. */
  readonly provider: ChatProvider | undefined;
  readonly limits: SessionLimits;
  readonly onEvent: OnServerEvent;
  readonly traceparent: GiveTraceparent | undefined;
}

/**
 * Make a leg of a call whose record travels in `requestState`. Nothing of it is kept here.
 *
 * @param record - what the state holds. Undefined for the first leg
 * @returns where the call stands, and its record then
 */
export function* visitSealed(
  { tools, provider, ...given }: SealedCallsOptions,
  callId: string,
  leg: Leg & { begin: object },
  record: JsonObject | undefined,
): Operation<SealedRest> {
  const asker = createLegAsker({ ...given, callId, hasModel: provider === undefined });
  const records = callRecords(undefined);
  const sessions = createPluginSessionManager({ provider: provider ?? absentModel, tools, ...given }, records);
  // What still runs is stopped, and its clean-up runs.
  yield* ensure(() => sessions.close());
  const { begin, by, signal } = leg;
  const host = { ...asker.host, can: { ...asker.host.can, values: false } };
  if (record !== undefined) records.create(unsealed(record, begin.params));
  const session = yield* record === undefined
    ? sessions.create({ ...begin, callId, owner: by?.id, host })
    : sessions.get(callId, { host });
  if (session === null) throw new Error('A sealed call has no tool any more.');
  yield* spawn(() => asker.read(session));
  const rest = yield* race([asker.visit(session, leg, () => sessions.recall(callId)), aborted(signal)]);
  if (rest.type !== 'asks') return rest;
  const isParked = yield* sessions.park(callId);
  const call = yield* records.load(callId);
  // The call goes on from its state, so closing must not end it here.
  if (isParked) records.forget(callId);
  return { ...rest, record: call && sealable(call.entry) };
}

/** The arguments come with each leg, and are the same. */
function sealable({ params: _params, pending, ...entry }: ToolSessionEntry): JsonObject {
  return { ...entry, pending: pending.map(({ params: _sent, ...asked }) => asked) };
}

function unsealed(record: JsonObject, params: unknown): ToolSessionEntry {
  // It was authenticated, and is what this endpoint wrote.
  const entry = record as unknown as ToolSessionEntry;
  return { ...entry, params: params as JsonValue, pending: entry.pending.map((asked) => ({ ...asked, params })) };
}
