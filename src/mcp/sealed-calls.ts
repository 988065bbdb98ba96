import { ensure, race, run, scoped, spawn } from 'effection';
import { aborted } from '../base/wait.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatProvider, ChatProviderOptions, ChatProviderResult } from '../protocol/chat-provider.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import { callRecords } from '../session/call-record.ts';
import { createPluginSessionManager } from '../session/plugin-session-manager.ts';
import type { GiveTraceparent, OnServerEvent } from '../session/server-event.ts';
import type { SessionLimits } from '../session/session-limits.ts';
import type { ToolSessionEntry } from '../session/call-entry.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { attendCall, type Rest } from './attend-call.ts';
import type { Leg } from './call-desk.ts';
import { createCallWatch } from './call-watch.ts';

/** A call whose record travels in `requestState`. Nothing of it is kept here. */
export interface SealedCalls {
  /**
   * Make a leg.
   *
   * @param record - what the state holds. Undefined for the first leg
   * @returns where the call stands, and its record then
   */
  visit(callId: string, leg: Leg & { begin: object }, record: JsonObject | undefined): Promise<SealedRest>;
}

export type SealedRest = Rest & { readonly record?: JsonObject | undefined };

export interface SealedCallsOptions {
  readonly tools: readonly AnyMcpTool[];
  /** The model. Undefined to ask the client's. */
  readonly provider: ChatProvider | undefined;
  readonly limits: SessionLimits;
  readonly onEvent: OnServerEvent;
  readonly traceparent: GiveTraceparent | undefined;
}

export function createSealedCalls({ tools, provider, ...given }: SealedCallsOptions): SealedCalls {
  return {
    visit: (callId, leg, record) =>
      run(() =>
        scoped(function* () {
          const watch = createCallWatch();
          const records = callRecords(undefined);
          const asked = {
            async *stream(messages: readonly ChatMessage[], given: ChatProviderOptions) {
              return yield* answer(await watch.sample(messages, given));
            },
          };
          const sessions = createPluginSessionManager({ provider: provider ?? asked, tools, ...given }, records);
          // What still runs is stopped, and its clean-up runs.
          yield* ensure(() => sessions.close());
          const { params } = leg.begin;
          if (record !== undefined) records.create(unsealed(record, params));
          const session =
            record === undefined
              ? yield* sessions.create({ ...leg.begin, callId, owner: leg.owner })
              : yield* sessions.get(callId);
          if (session === null) throw new Error('A sealed call has no tool any more.');
          watch.listen(leg.onEvent);
          yield* spawn(() => watch.read(session));
          const rest = yield* race([
            attendCall(session, watch, leg, () => sessions.recall(callId)),
            aborted(leg.signal),
          ]);
          if (rest.type !== 'asks') return rest;
          const isParked = yield* sessions.park(callId, watch.sampleIds());
          const call = yield* records.load(callId);
          // The call goes on from its state, so closing must not end it here.
          if (isParked) records.forget(callId);
          return { ...rest, record: call && sealable(call.entry) };
        }),
      ),
  };
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

async function* answer(result: ChatProviderResult): AsyncGenerator<never, ChatProviderResult> {
  return result;
}
