import { createChatHandler, type ChatHandler, type ChatHandlerOptions } from 'elicitkit/server';
import { bookFlightTool } from '../book-flight/tool.ts';
import { bookTripTool } from '../book-trip/tool.ts';
import { requestRefundTool } from '../desk/request-refund.ts';
import { entryRulesTool, giveFeedbackTool } from '../help/tools.ts';
import { pickCardTool } from '../pick-card/tool.ts';
import { askedTools } from '../questions/tools.ts';
import { planTripTool } from '../plan-trip/tool.ts';
import { ticTacToeTool } from '../tic-tac-toe/tool.ts';
import { createDemoModel } from './model.ts';

/** A chat with the scripted model. It runs in a browser, too. */
export function createDemoChat(): ChatHandler {
  return createChatHandler({ ...demoOptions, provider: createDemoModel() });
}

export const demoOptions: Omit<ChatHandlerOptions, 'provider'> = {
  tools: [
    bookFlightTool,
    bookTripTool,
    planTripTool,
    ticTacToeTool,
    pickCardTool,
    giveFeedbackTool,
    entryRulesTool,
    requestRefundTool,
  ],
  callable: askedTools,
  systemPrompt: 'You book flights and return trips, plan trips, and play games. Call the tool that fits. Be brief.',
};
