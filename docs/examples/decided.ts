import { run } from 'effection';
import type { ChatHandler } from 'elicitkit/server';
import { decide } from './embassy';

/** Call it from the webhook's route, or from the officer's page, once you know who is calling. */
export async function decided(chat: ChatHandler, id: string, decision: string): Promise<void> {
  const call = await decide(id, decision);
  if (call === undefined) return;
  // Confirm in the person's place: the question's check looks, and the tool goes on.
  await run(function* () {
    const session = yield* chat.sessions.get(call.callId);
    const [question] = session?.pending() ?? [];
    if (session === null || question === undefined) return;
    yield* session.respondToElicit(question.elicitId, { action: 'accept', content: {} }, { by: call.owner });
  });
}
