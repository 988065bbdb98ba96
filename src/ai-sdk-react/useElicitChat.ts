import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PluginClient } from '../client/client-options.ts';
import { isAtWork } from '../client/state/client-state.ts';

/** What the hook needs of `useChat`, in version 3 or 4 of `@ai-sdk/react`. */
export interface ElicitChat {
  readonly messages: readonly ChatLine[];
  readonly status: string;
  readonly addToolApprovalResponse: (response: { id: string; approved: boolean }) => unknown;
}

/** What the hook needs of a message. */
export interface ChatLine {
  readonly id: string;
  readonly role: string;
  readonly parts: readonly object[];
}

/**
 * Join a `useChat` and a client: show the questions of the tools that `createElicitTools` gave the model, and let the
 * model go on when they have ended. Call it once for a chat.
 *
 * Give `useChat` `sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses`, from `ai`.
 *
 * @param client - with the chat's id as its `conversationId`, and the handler of `createElicitTools` at its `endpoint`
 */
export function useElicitChat(client: PluginClient, chat: ElicitChat): void {
  const { calls, pending, problem } = useSyncExternalStore(
    client.subscribe,
    client.getSnapshot,
    client.getInitialSnapshot,
  );
  /** The parts, with their states, whose calls the server has reported on. */
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set());
  const asked = useRef(new Set<string>());
  /** The parts whose calls were seen to be open. */
  const begun = useRef(new Set<string>());
  const approved = useRef(new Set<string>());
  const caughtUp = useRef<string>(undefined);
  /** Our calls in the messages, as they were. */
  const made = useRef(new Set<string>());
  const { messages, status, addToolApprovalResponse } = chat;
  const last = messages.at(-1);

  useEffect(() => {
    const unsure = new Map<string, CallPart>();
    for (const openPart of openParts(last)) {
      const { toolCallId, state, approval } = openPart;
      const part = JSON.stringify([last?.id, toolCallId]);
      const call = calls.find(({ callId }) => callId === toolCallId);
      const isOpen = call !== undefined && isAtWork(call.status);
      if (isOpen) begun.current.add(part);
      // The model may have used the id before: then the client knows how that call ended, and nothing of this one.
      const isSure = begun.current.has(part) || heard.has(part + state);
      if (!isSure) unsure.set(part + state, openPart);
      const canGoOn = isSure && !isOpen && status !== 'submitted' && status !== 'streaming';
      if (!canGoOn || approval === undefined || approved.current.has(approval.id)) continue;
      approved.current.add(approval.id);
      void addToolApprovalResponse({ id: approval.id, approved: true });
    }
    const asking = [...unsure].filter(([part]) => !asked.current.has(part));
    if (asking.length === 0 || problem !== undefined) return;
    for (const [part] of asking) asked.current.add(part);
    void (async () => {
      // A call has begun before its approval is requested. If the server does not know it then, it is lost.
      const awaited = asking.filter(([, { state }]) => state === 'input-available');
      await client.attach({ calls: awaited.map(([, { toolCallId }]) => toolCallId) });
      const hasFailed = client.getSnapshot().problem !== undefined;
      // Ask again when the problem is gone.
      if (hasFailed) for (const [part] of asking) asked.current.delete(part);
      else setHeard((parts) => new Set([...parts, ...asking.map(([part]) => part)]));
    })();
  }, [client, calls, problem, heard, last, status, addToolApprovalResponse]);

  // A message instead of an answer ends what was asked. The server has done that when the model begins to answer.
  useEffect(() => {
    if (last?.role !== 'assistant' || caughtUp.current === last.id) return;
    caughtUp.current = last.id;
    const here = new Set(openParts(last).map(({ toolCallId }) => toolCallId));
    if (pending.some(({ callId, server }) => server === undefined && !here.has(callId))) void client.attach();
  }, [client, pending, last]);

  // `regenerate` and an edit drop messages as they post. At any other time the app may be loading them.
  useEffect(() => {
    const now = new Set(messages.flatMap(callParts).map(({ toolCallId }) => toolCallId));
    const dropped = status === 'submitted' ? [...made.current].filter((callId) => !now.has(callId)) : [];
    for (const { callId } of calls.filter((call) => isAtWork(call.status) && dropped.includes(call.callId))) {
      void client.abort({ callId });
    }
    made.current = status === 'submitted' ? now : new Set([...made.current, ...now]);
  }, [client, calls, messages, status]);
}

/** One of our calls in a message, as all versions of the SDK have it. */
interface CallPart {
  readonly toolCallId: string;
  readonly state: string;
  readonly approval?: { readonly id: string };
}

/** Those that have no output yet, and no approval. */
function openParts(message: ChatLine | undefined): CallPart[] {
  return callParts(message).filter(({ state }) => state === 'input-available' || state === 'approval-requested');
}

/** Our calls in the message. */
function callParts(message: ChatLine | undefined): CallPart[] {
  if (message?.role !== 'assistant') return [];
  const parts = message.parts as readonly Partial<CallPart & { toolMetadata: { elicitkit?: unknown } }>[];
  return parts.filter((part): part is CallPart => part.toolMetadata?.elicitkit === true);
}
