import type { ChatProvider } from '../../src/server.ts';
import { bookFlightTool } from '../../demo/book-flight/tool.ts';
import { bookTripTool } from '../../demo/book-trip/tool.ts';
import { pickCardTool } from '../../demo/pick-card/tool.ts';
import { planTripTool } from '../../demo/plan-trip/tool.ts';
import { ticTacToeTool } from '../../demo/tic-tac-toe/tool.ts';

const route = { from: 'London', destination: 'Singapore' };

/** The demo's tools, what a model passes them, and what their result says once they have come to their end. */
export const tools = [
  { tool: bookFlightTool, params: route, end: /Booked/ },
  { tool: bookTripTool, params: { ...route, travellers: [{ type: 'adult' }, { type: 'adult' }] }, end: /Booked/ },
  { tool: pickCardTool, params: {}, end: /The person picked/ },
  { tool: planTripTool, params: route, end: /Kept the plan/ },
  { tool: ticTacToeTool, params: {}, end: /won|lost|drew|draw/i },
] as const;

/** A model without ideas of its own. */
export const provider: ChatProvider = {
  async *stream() {
    return { text: 'Walk.', toolCalls: [] };
  },
};
