import { createCallHandler } from 'elicitkit/server';
import { provider } from './model';
import { bookFlightTool } from './tool';

export const calls = createCallHandler({ provider, tools: [bookFlightTool] });

/** Resolves when the call asks something, or has ended. */
export async function begin(conversationId: string, toolCallId: string, input: unknown) {
  return calls.begin({ conversationId, owner: undefined, toolCallId, toolName: 'book_flight', input });
}

/** Resolves when the call has ended. */
export async function outcomeOf(conversationId: string, toolCallId: string): Promise<string> {
  const outcome = await calls.outcome({ conversationId, owner: undefined, toolCallId });
  return outcome.status === 'ended' ? outcome.content : 'Outcome unknown; do not repeat it unless the person asks.';
}
