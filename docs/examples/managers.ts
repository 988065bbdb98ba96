import { createChatHandler, type ChatProvider, type Person } from 'elicitkit/server';
import { giveCredit } from './give-credit';

/** Asks the model, and knows people: yours. */
export const chatFor = (provider: ChatProvider, userOf: (request: Request) => Promise<Person | undefined>) =>
  createChatHandler({
    provider,
    tools: [giveCredit],
    identify: userOf,
    mayAnswer: ({ who, answers }) => answers.every(({ by }) => by?.id !== who?.id),
  });
