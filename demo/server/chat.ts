import { createChatHandler, keepChatHandler, type ChatHandler, type ChatHandlerOptions } from 'elicitkit/server';
import { bookFlightTool } from '../book-flight/tool.ts';
import { bookTripTool } from '../book-trip/tool.ts';
import { entryRulesTool, giveFeedbackTool } from '../help/tools.ts';
import { pickCardTool } from '../pick-card/tool.ts';
import { planTripTool } from '../plan-trip/tool.ts';
import { ticTacToeTool } from '../tic-tac-toe/tool.ts';
import { demoProvider } from './provider.ts';

/** The chat server: one handler in one process, with its calls in memory. */
export function createDemoChat(): ChatHandler {
  return createChatHandler(demoOptions());
}

/** The same handler each time, for a server that reloads this file after every edit: open questions survive. */
export function keepDemoChat(): ChatHandler {
  return keepChatHandler('demo', demoOptions());
}

function demoOptions(): ChatHandlerOptions {
  return {
    provider: demoProvider(process.env),
    tools: [bookFlightTool, bookTripTool, planTripTool, ticTacToeTool, pickCardTool, giveFeedbackTool, entryRulesTool],
    systemPrompt: 'You book flights and return trips, plan trips, and play games. Call the tool that fits. Be brief.',
  };
}
