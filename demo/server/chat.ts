import { createChatHandler, type ChatHandler } from 'elicitkit/server';
import { bookFlightTool } from '../book-flight/tool.ts';
import { bookTripTool } from '../book-trip/tool.ts';
import { entryRulesTool, giveFeedbackTool } from '../help/tools.ts';
import { createDemoModel } from './model.ts';

/** The chat server: one handler, in one process, with its calls in memory. */
export function createDemoChat(): ChatHandler {
  return createChatHandler({
    provider: createDemoModel(),
    tools: [bookFlightTool, bookTripTool, giveFeedbackTool, entryRulesTool],
    systemPrompt: 'You book flights and return trips. Be brief.',
  });
}
