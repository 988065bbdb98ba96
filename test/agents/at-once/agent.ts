// Stands for docs/examples/agents/agent.ts where several questions are open at once. SCENE names what is asked.
import { Agent, shellTool, tool, Usage, type Model, type ModelResponse, type RunContext } from '@openai/agents';
import { book } from '../../../docs/examples/agents/booking';
import { findAnswer } from '../../../docs/examples/agents/database';
import { bookFor, hold, people, scene, seatOf, someFlight, type Answer } from './scenes';

export interface Context {
  runId: string;
}

const declined: Answer = { action: 'decline' };

const asking = (name: string) =>
  tool({
    name,
    description: name,
    strict: false,
    parameters: { type: 'object', properties: { who: { type: 'string' } }, required: [], additionalProperties: true },
    needsApproval: true,
    execute: async (input, context?: RunContext<Context>, details?) => {
      const runId = context?.context.runId ?? '';
      const { result = declined } = (await findAnswer(runId, details?.toolCall?.callId ?? '')) ?? {};
      if (scene === 'each') return bookFor(runId, (input as { who: string }).who, result);
      if (name === 'pickFlight' && scene === 'hold') await hold(runId, result);
      return JSON.stringify(result);
    },
    errorFunction: null,
  });

const booking = tool({
  name: 'book_flight',
  description: 'Book the flight that was picked',
  strict: false,
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
  execute: (input, context?: RunContext<Context>) => {
    const { flight, seat } = input as Record<'flight' | 'seat', Answer>;
    return book(context?.context.runId ?? '', flight, seat);
  },
  errorFunction: null,
});

const usage = new Usage();
const calls = (...made: [id: string, name: string, args?: object][]): ModelResponse => ({
  usage,
  output: made.map(([callId, name, args = {}]) => ({
    type: 'function_call',
    callId,
    name,
    arguments: JSON.stringify(args),
    status: 'completed',
  })),
});
const say = (text: string): ModelResponse => ({
  usage,
  output: [
    { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text' as const, text }] },
  ],
});

/** What the model does, with the results of its calls by their ids. */
function next(of: Readonly<Record<string, string>>): ModelResponse {
  if (scene === 'stuck') {
    return {
      usage,
      output: [{ type: 'shell_call', callId: 'shell', status: 'completed', action: { commands: ['ls'] } }],
    };
  }
  if (scene === 'each') {
    if (of['ann'] === undefined)
      return calls(...people.map((who) => [who, 'pickSeat', { who }] as [string, string, object]));
    return say(people.map((who) => (of[who]?.startsWith(who) ? of[who] : `${who}: Nothing was booked.`)).join(' '));
  }
  if (scene === 'again') {
    const tries = Object.keys(of).filter((id) => id.startsWith('seat'));
    const last = tries.at(-1);
    if (last === undefined || seatOf(read(of[last])) !== '12A') return calls([`seat${tries.length}`, 'pickSeat']);
    if (of['ticket'] !== undefined) return say(of['ticket']);
    return calls(['ticket', 'book_flight', { flight: someFlight, seat: read(of[last]) }]);
  }
  if (of['flight'] === undefined && scene === 'beside') return calls(['flight', 'pickFlight'], ['seat', 'pickSeat']);
  if (of['flight'] === undefined) return calls(['flight', 'pickFlight'], ['cyd', 'pickSeat', { who: 'cyd' }]);
  if (of['seat'] === undefined) return calls(['seat', 'pickSeat']);
  if (of['ticket'] !== undefined) return say(of['ticket']);
  return calls(['ticket', 'book_flight', { flight: read(of['flight']), seat: read(of['seat']) }]);
}

const read = (text = ''): Answer => (text.startsWith('{') ? (JSON.parse(text) as Answer) : declined);

const model: Model = {
  async getResponse({ input }) {
    const outputs = typeof input === 'string' ? [] : input.filter((item) => item.type === 'function_call_result');
    return next(
      Object.fromEntries(
        outputs.map(({ callId, output }) => [
          callId,
          typeof output === 'object' && 'text' in output ? output.text : '',
        ]),
      ),
    );
  },
  async *getStreamedResponse() {},
};

const shell = shellTool({ shell: { run: async () => ({ output: [] }) }, needsApproval: true });

export const agent = new Agent<Context>({
  name: 'travel',
  model,
  tools: [asking('pickFlight'), asking('pickSeat'), booking, ...(scene === 'stuck' ? [shell] : [])],
});
