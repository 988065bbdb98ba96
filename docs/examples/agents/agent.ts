import { Agent, tool, Usage, type Model, type ModelResponse, type RunContext } from '@openai/agents';
import type { ElicitResult } from 'elicitkit/client';
import * as z from 'zod';
import { book } from './booking';
import { findAnswer } from './database';

export interface Context {
  runId: string;
}

/** A tool that asks. Its approval is the answer, which lies in the database. */
const asking = (name: string) =>
  tool({
    name,
    description: name,
    parameters: z.object({}),
    needsApproval: true,
    execute: async (_input, context?: RunContext<Context>, details?) => {
      const answer = await findAnswer(context?.context.runId ?? '', details?.toolCall?.callId ?? '');
      return JSON.stringify(answer?.result);
    },
  });

const booking = tool({
  name: 'book_flight',
  description: 'Book the flight that was picked',
  parameters: z.object({ flight: z.string(), seat: z.string() }),
  execute: ({ flight, seat }, context?: RunContext<Context>) =>
    book(context?.context.runId ?? '', resultOf(flight), resultOf(seat)),
  // By default the model reads the error, and the run goes on.
  errorFunction: null,
});

const resultOf = (text: string): ElicitResult<unknown> =>
  text.startsWith('{') ? (JSON.parse(text) as ElicitResult<unknown>) : { action: 'decline' };

const usage = new Usage();
const call = (name: string, args: object): ModelResponse => ({
  usage,
  output: [
    { type: 'function_call', callId: `call_${name}`, name, arguments: JSON.stringify(args), status: 'completed' },
  ],
});

/** A model that follows a script. */
const model: Model = {
  async getResponse({ input }) {
    const outputs = typeof input === 'string' ? [] : input.filter((item) => item.type === 'function_call_result');
    const said = outputs.map(({ output }) => (typeof output === 'object' && 'text' in output ? output.text : ''));
    const [flight, seat, ticket] = said;
    if (flight === undefined) return call('pickFlight', {});
    if (seat === undefined) return call('pickSeat', {});
    if (ticket === undefined) return call('book_flight', { flight, seat });
    const content = [{ type: 'output_text' as const, text: ticket }];
    return { usage, output: [{ type: 'message', role: 'assistant', status: 'completed', content }] };
  },
  async *getStreamedResponse() {},
};

export const agent = new Agent<Context>({
  name: 'travel',
  model,
  tools: [asking('pickFlight'), asking('pickSeat'), booking],
});
