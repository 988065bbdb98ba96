import { createCallHandler, type DurableStore } from 'elicitkit/server';
import { userOf } from './sign-in';
import { bookFlightTool } from './tool';

/** Your engine. */
export interface Engine {
  /** Ends the wait of this workflow. The same key again does nothing. */
  wake: (workflowId: string, key: string) => Promise<void>;
}

export function askForWorkflows(engine: Engine, store: DurableStore) {
  const calls = createCallHandler({
    tools: [bookFlightTool],
    store,
    identify: userOf,
    onEvent(event) {
      if (event.type !== 'session_ended' || event.toolCallId === undefined) return;
      engine.wake(event.toolCallId, event.sessionId).catch(console.error);
    },
  });
  /** A step of the workflow: begins the call or, once it has begun, tells how it is. */
  const askOrLook = (workflowId: string, owner: string, input: unknown) =>
    calls.begin({
      conversationId: workflowId,
      owner,
      toolCallId: workflowId,
      toolName: 'book_flight',
      input,
      once: true,
    });
  return { calls, askOrLook };
}
