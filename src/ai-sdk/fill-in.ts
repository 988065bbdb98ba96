import type { UIMessage } from 'ai';
import type { CallHandler, CallOutcome, UnknownCall } from '../chat/create-call-handler.ts';
import { outcomeUnknown, valueIn } from '../protocol/message-parts.ts';
import { isRequestId } from '../protocol/chat-request.ts';
import type { ConversationOf } from './create-elicit-tools.ts';

export interface FillInOptions {
  handler: CallHandler;
  where: ConversationOf;
  /** The names of our tools. */
  names: ReadonlySet<string>;
}

/** How many calls are looked up, the newest first. A page may send any history. */
const mostCalls = 100;

/**
 * Give the calls of earlier messages the outputs that they lack. Their open questions end first: the person has
 * said something else.
 */
export async function fillIn<Message extends UIMessage>(
  messages: readonly Message[],
  { handler, where, names }: FillInOptions,
): Promise<Message[]> {
  const last = messages.at(-1);
  const partsOf = (message: Message | undefined) => callParts(message, names);
  const denied = partsOf(last).filter(isDenied);
  await Promise.all(
    denied.map(({ toolCallId, approval }) => handler.abort({ ...where, toolCallId, reason: approval?.reason })),
  );
  // The SDK executes the approved calls of the last message, and the others of it may still be answered.
  const earlier = messages.slice(0, -1).flatMap((message) => partsOf(message).filter(isOpen));
  const toolCallIds = [...new Set(earlier.map(({ toolCallId }) => toolCallId))].filter(isRequestId).slice(-mostCalls);
  if (earlier.length === 0) return [...messages];
  const outcomes = await handler.interrupt({ ...where, toolCallIds });
  const filled = new Map(earlier.map((part) => [part, withOutcome(part, outcomes.get(part.toolCallId))]));
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => filled.get(part as CallPart) ?? part),
  }));
}

/** The fields of a call in a message that every version of the SDK has. */
interface CallPart {
  readonly type: string;
  readonly toolName?: string;
  readonly toolCallId: string;
  readonly state: string;
  readonly approval?: { readonly id: string; readonly approved?: boolean; readonly reason?: string };
}

function callParts(message: UIMessage | undefined, names: ReadonlySet<string>): CallPart[] {
  if (message?.role !== 'assistant') return [];
  return (message.parts as readonly Partial<CallPart>[]).filter((part): part is CallPart => {
    const name = part.type === 'dynamic-tool' ? part.toolName : part.type?.replace(/^tool-/, '');
    return part.toolCallId !== undefined && names.has(name ?? '') && part.type !== name;
  });
}

function isOpen({ state }: CallPart): boolean {
  return state === 'input-available' || state === 'approval-requested' || state === 'approval-responded';
}

function isDenied({ state, approval }: CallPart): boolean {
  return state === 'approval-responded' && approval?.approved === false;
}

function withOutcome(part: CallPart, outcome: CallOutcome | UnknownCall | undefined): object {
  const { approval: _, ...rest } = part;
  if (outcome?.status !== 'ended') return { ...rest, state: 'output-available', output: outcomeUnknown };
  const { content, isError } = outcome;
  return isError
    ? { ...rest, state: 'output-error', errorText: content }
    : { ...rest, state: 'output-available', output: valueIn(content) };
}
