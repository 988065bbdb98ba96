import type { Interrupt } from '@ag-ui/core';
import { issueLine } from '../form/places.ts';
import { agUiAnswerSchema, agUiKey, agUiWaits, type AgUiQuestion } from '../protocol/ag-ui.ts';
import { isRequestId, type PluginElicitResponse } from '../protocol/chat-request.ts';
import { contextKeyword, readContext } from '../protocol/context-data.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';

/** An answer to an interrupt, as a client sends it. */
export interface ResumeEntry {
  interruptId: string;
  status: 'resolved' | 'cancelled';
  payload?: unknown;
  metadata?: JsonObject | undefined;
}

/**
 * A question as an interrupt. Its id says all that an answer has to name, so that any client can answer it. A question
 * that is asked again is another interrupt.
 */
export function interruptOf(question: ElicitRequest): Interrupt {
  const { sessionId, callId, toolName, elicitId, key, schema, attempt, params, handoff, mode, url, expiresAt } =
    question;
  const { plain = schema, inWords } = question;
  const { [contextKeyword]: _, ...responseSchema } = plain;
  const { message, context } = readContext(question.message, schema);
  const issues = question.issues ?? [];
  const about: AgUiQuestion = {
    toolName,
    elicitId,
    key,
    message,
    attempt,
    ...(Object.keys(context).length > 0 && { context }),
    ...(params !== undefined && { params }),
    ...(handoff !== undefined && { handoff }),
    ...(issues.length > 0 && { issues }),
    ...(mode !== undefined && { mode }),
    ...(url !== undefined && { url }),
    ...(inWords !== undefined && { inWords }),
  };
  return {
    id: [sessionId, elicitId, attempt].join(separator),
    reason: mode === 'url' ? 'elicitkit:url' : 'input_required',
    // A client that does not know us shows nothing but this.
    message: [
      message,
      ...(inWords === undefined ? [] : [inWords]),
      ...issues.map((issue) => issueLine(issue, plain)),
      ...(url === undefined ? [] : [url]),
    ].join('\n'),
    toolCallId: callId,
    responseSchema,
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
    metadata: { [agUiKey]: about },
  };
}

/** A call that waits for nobody who runs the agent, as an interrupt. Resolved, it only asks how the thread stands. */
export function waitOf(callId: string, { sessionId = callId, message = '' }: Doing = {}): Interrupt {
  const id = [sessionId, waits].join(separator);
  return { id, reason: agUiWaits, message: message || 'Waiting.', toolCallId: callId };
}

/** What a call says of what it does. */
export interface Doing {
  /** What stops it. @default the call's id, as for each call of the model */
  readonly sessionId?: string | undefined;
  /** @default nothing is known */
  readonly message?: string | undefined;
}

/** The session to stop, by the entry that cancels the wait of its call. */
export function stoppedBy({ interruptId, status }: ResumeEntry): string | undefined {
  const [sessionId, what, ...more] = interruptId.split(separator);
  const isOurs = status === 'cancelled' && what === waits && more.length === 0;
  return isOurs && isRequestId(sessionId) ? sessionId : undefined;
}

const waits = 'waits';
/** No id of ours has it. */
const separator = '|';

/**
 * The answer in a resume entry.
 *
 * @param isInterrupted - a message came instead of what is cancelled, and ends it
 * @returns undefined if it answers no interrupt of ours
 */
export function responseOf(entry: ResumeEntry, isInterrupted: boolean): PluginElicitResponse | undefined {
  const [sessionId, elicitId, attempt, ...more] = entry.interruptId.split(separator);
  const isOurs = isRequestId(sessionId) && isRequestId(elicitId) && /^[1-9]\d{0,8}$/.test(attempt ?? '');
  if (!isOurs || more.length > 0) return undefined;
  const { data: told = {} } = agUiAnswerSchema.safeParse(entry.metadata?.[agUiKey] ?? {});
  const result = resultOf(entry, told);
  if (isInterrupted && result.action === 'cancel') return undefined;
  return {
    sessionId,
    callId: sessionId,
    elicitId,
    attempt: Number(attempt),
    result,
    ...(told.answerId !== undefined && { answerId: told.answerId }),
  };
}

function resultOf(
  { status, payload }: ResumeEntry,
  { action, reason }: { action?: string | undefined; reason?: string | undefined },
): ElicitResult<unknown> {
  // JSON has no undefined: a question without fields is answered by the entry alone.
  if (status === 'resolved') return { action: 'accept', content: payload ?? {} };
  if (action === 'decline') return { action, ...(reason !== undefined && { reason }) };
  return { action: 'cancel', reason: 'dismissed' };
}
