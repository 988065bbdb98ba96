import { ensure, type Operation } from 'effection';
import { abortOf, unless } from '../base/coming.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import { callRecords } from '../session/call-record.ts';
import { keepCalls, type KeepCallsOptions } from '../session/plugin-session-manager.ts';
import type { ToolSessionEntry } from '../session/call-entry.ts';
import { createLegAsker, type LegAskerOptions, type Rest } from './ask-by-leg.ts';
import type { Leg } from './call-desk.ts';

export type SealedRest = Rest & { readonly record?: JsonObject | undefined };

/** Of the manager that has the call for this leg, and of what asks. */
export type SealedCallsOptions = KeepCallsOptions & Omit<LegAskerOptions, 'callId'>;

/**
 * Make a leg of a call whose record travels in `requestState`. Nothing of it is kept here.
 *
 * @param record - what the state holds. Undefined for the first leg
 * @returns where the call stands, and its record then
 */
export function* visitSealed(
  { hasModel, limits, ...options }: SealedCallsOptions,
  callId: string,
  leg: Leg & { begin: object },
  record: JsonObject | undefined,
): Operation<SealedRest> {
  const asker = createLegAsker({ ...options, callId, hasModel, limits });
  const records = callRecords(undefined);
  const sessions = keepCalls(options, limits, records);
  // What still runs is stopped, and its clean-up runs.
  yield* ensure(() => sessions.close());
  const { begin, by, signal } = leg;
  const host = { ...asker.host, can: { ...asker.host.can, values: false } };
  if (record !== undefined) records.create(unsealed(record, begin.params));
  const session = yield* record === undefined
    ? sessions.create({ ...begin, callId, owner: by?.id, host })
    : sessions.get(callId, { host });
  if (session === null) throw new Error('A sealed call has no tool any more.');
  const rest = yield* unless(asker.visit(session, leg), abortOf(signal));
  if (rest.type !== 'asks') return rest;
  const isParked = yield* sessions.park(callId);
  const call = yield* records.load(callId);
  // The call goes on from its state, so closing must not end it here.
  if (isParked) yield* sessions.drop(callId);
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
