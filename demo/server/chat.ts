import { createChatHandler, type ChatHandler } from 'elicitkit/server';
import { bookFlightTool } from '../book-flight/tool.ts';
import { bookTripTool } from '../book-trip/tool.ts';
import { createDemoModel } from './model.ts';

/** The chat server: one handler, in one process, with its calls in memory. */
export function createDemoChat(): ChatHandler {
  return createChatHandler({
    provider: createDemoModel(),
    tools: [bookFlightTool, bookTripTool],
    systemPrompt: 'You book flights and return trips. Be brief.',
  });
}
