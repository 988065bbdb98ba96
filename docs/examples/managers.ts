import { run } from 'effection';
import { createChatHandler, type ChatProvider, type ElicitResult, type Person } from 'elicitkit/server';
import { giveCredit } from './give-credit';

/** Asks the model, and knows people: yours. */
export const chatFor = (provider: ChatProvider, userOf: (request: Request) => Promise<Person | undefined>) =>
  createChatHandler({
    provider,
    tools: [giveCredit],
    identify: userOf,
    mayAnswer: ({ who, answers }) => answers.every(({ by }) => by?.id !== who?.id),
  });

/** Call it from the route of your managers' page, once you know who is calling. */
export const answerAs = (
  { sessions }: ReturnType<typeof chatFor>,
  manager: Person,
  { sessionId, elicitId }: { sessionId: string; elicitId: string },
  result: ElicitResult<unknown>,
) =>
  run(function* () {
    const session = yield* sessions.get(sessionId);
    if (session === null) return { outcome: 'unknown' } as const;
    return yield* session.respondToElicit(elicitId, result, { by: manager, via: 'inbox' });
  });
