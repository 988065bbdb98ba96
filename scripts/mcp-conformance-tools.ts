// The fixtures of the conformance suite that elicitkit has words for, as an author would write them. Names, texts and
// schemas are the suite's own.
import * as z from 'zod';
import { createMcpTool } from '../src/plugin.ts';

const nothing = z.object({});
const confirm = z.object({ ok: z.boolean() });
const name = z.object({ name: z.string() });

/** One string to choose, and what a form shows for it. */
const titled = (value: string, title: string) => z.literal(value).meta({ title });

export const tools = [
  createMcpTool('test_simple_text')
    .description('Says one thing')
    .parameters(nothing)
    .elicits({})
    .execute(function* () {
      return 'This is a simple text response for testing.';
    }),

  createMcpTool('test_error_handling')
    .description('Fails')
    .parameters(nothing)
    .elicits({})
    .execute(function* () {
      throw new Error('This tool intentionally returns an error for testing');
    }),

  createMcpTool('test_tool_with_logging')
    .description('Logs what it does')
    .parameters(nothing)
    .elicits({})
    .execute(function* (_params, ctx) {
      yield* ctx.log('info', 'Tool execution started');
      yield* ctx.log('info', 'Tool processing data');
      yield* ctx.log('info', 'Tool execution completed');
      return 'Logged';
    }),

  createMcpTool('test_logging_tool')
    .description('Logs to whoever asked for it')
    .parameters(nothing)
    .elicits({})
    .execute(function* (_params, ctx) {
      yield* ctx.log('info', 'Only clients that named a level get this');
      return 'Logged';
    }),

  createMcpTool('test_tool_with_progress')
    .description('Says how far it is')
    .parameters(nothing)
    .elicits({})
    .execute(function* (_params, ctx) {
      for (const done of [0, 50, 100]) yield* ctx.notify(`Completed step ${done} of 100`, done, 100);
      return 'Done';
    }),

  createMcpTool('test_x_mcp_header')
    .description('Mirrors an argument in a header')
    .parameters(
      z.object({
        region: z.string().meta({ 'x-mcp-header': 'Region' }).optional(),
        level: z.int().optional(),
      }),
    )
    .elicits({})
    .execute(function* ({ region = 'none' }) {
      return `region=${region}`;
    }),

  createMcpTool('test_sampling')
    .description("Asks the client's model")
    .parameters(z.object({ prompt: z.string() }))
    .elicits({})
    .execute(function* ({ prompt }, ctx) {
      const { text } = yield* ctx.sample({ prompt, maxTokens: 100 });
      return `LLM response: ${text}`;
    }),

  createMcpTool('test_missing_capability')
    .description("Cannot do without the client's model")
    .parameters(nothing)
    .elicits({})
    .requires({ sampling: true })
    .execute(function* (_params, ctx) {
      const { text } = yield* ctx.sample({ prompt: 'Reply with the single word: pong' });
      return text;
    }),

  createMcpTool('test_elicitation')
    .description('Asks the person')
    .parameters(z.object({ message: z.string() }))
    .elicits({
      user: z.object({
        username: z.string().describe("User's response"),
        email: z.string().describe("User's email address"),
      }),
    })
    .execute(function* ({ message }, ctx) {
      const answer = yield* ctx.elicit('user', { message });
      return `User response: ${said(answer)}`;
    }),

  createMcpTool('test_streaming_elicitation')
    .description('Asks the person during a stream')
    .parameters(nothing)
    .elicits({ name })
    .execute(function* (_params, ctx) {
      yield* ctx.notify('About to ask');
      return said(yield* ctx.elicit('name', { message: 'What is your name?' }));
    }),

  createMcpTool('test_elicitation_sep1034_defaults')
    .description('Asks with a default in each field')
    .parameters(nothing)
    .elicits({
      details: z.object({
        name: z.string().default('John Doe'),
        age: z.int().default(30),
        score: z.number().default(95.5),
        status: z.enum(['active', 'inactive', 'pending']).default('active'),
        verified: z.boolean().default(true),
      }),
    })
    .execute(function* (_params, ctx) {
      const answer = yield* ctx.elicit('details', { message: 'Please review and update the form fields' });
      return `Elicitation completed: ${said(answer)}`;
    }),

  createMcpTool('test_elicitation_sep1330_enums')
    .description('Asks for choices in each form that MCP has')
    .parameters(nothing)
    .elicits({
      choices: z.object({
        untitledSingle: z.enum(['option1', 'option2', 'option3']),
        titledSingle: z.union([
          titled('value1', 'First Option'),
          titled('value2', 'Second Option'),
          titled('value3', 'Third Option'),
        ]),
        legacyEnum: z.enum(['opt1', 'opt2', 'opt3']).meta({ enumNames: ['Option One', 'Option Two', 'Option Three'] }),
        untitledMulti: z.array(z.enum(['option1', 'option2', 'option3'])),
        titledMulti: z.array(
          z.union([
            titled('value1', 'First Choice'),
            titled('value2', 'Second Choice'),
            titled('value3', 'Third Choice'),
          ]),
        ),
      }),
    })
    .execute(function* (_params, ctx) {
      const answer = yield* ctx.elicit('choices', { message: 'Please select options' });
      return `Elicitation completed: ${said(answer)}`;
    }),

  createMcpTool('test_input_required_result_elicitation')
    .description('Asks for a name')
    .parameters(nothing)
    .elicits({ user_name: name })
    .execute(function* (_params, ctx) {
      const answer = yield* ctx.elicit('user_name', { message: 'What is your name?' });
      return answer.action === 'accept' ? `Hello, ${answer.content.name}!` : said(answer);
    }),

  createMcpTool('test_input_required_result_sampling')
    .description("Asks the client's model")
    .parameters(nothing)
    .elicits({})
    .execute(function* (_params, ctx) {
      const { text } = yield* ctx.sample({ prompt: 'What is the capital of France?', maxTokens: 100 });
      return text;
    }),

  createMcpTool('test_input_required_result_capabilities')
    .description('Asks only for what the client offers')
    .parameters(nothing)
    .elicits({})
    .execute(function* (_params, ctx) {
      const { text } = yield* ctx.sample({ prompt: 'Generate a short greeting', maxTokens: 50 });
      return text;
    }),

  createMcpTool('test_input_required_result_request_state')
    .description('Asks, and goes on from its state')
    .parameters(nothing)
    .elicits({ confirm })
    .execute(function* (_params, ctx) {
      const answer = yield* ctx.elicit('confirm', { message: 'Please confirm' });
      return `state-ok: ${said(answer)}`;
    }),

  createMcpTool('test_input_required_result_tampered_state')
    .description('Asks, and refuses a state that is not its own')
    .parameters(nothing)
    .elicits({ confirm })
    .execute(function* (_params, ctx) {
      const answer = yield* ctx.elicit('confirm', { message: 'Please confirm' });
      return `integrity-ok: ${said(answer)}`;
    }),

  createMcpTool('test_input_required_result_multi_round')
    .description('Asks twice')
    .parameters(nothing)
    .elicits({ step1: name, step2: z.object({ color: z.string() }) })
    .execute(function* (_params, ctx) {
      const who = yield* ctx.elicit('step1', { message: 'Step 1: What is your name?' });
      const what = yield* ctx.elicit('step2', { message: 'Step 2: What is your favorite color?' });
      return `${said(who)}; ${said(what)}`;
    }),

  // Not the suite's: the Inspector books with it.
  createMcpTool('book_flight')
    .description('Book a flight')
    .parameters(z.object({ destination: z.string() }))
    .elicits({
      pickFlight: {
        response: z.object({ flightId: z.string() }),
        context: z.object({ flights: z.array(z.object({ id: z.string(), price: z.number() })) }),
      },
      pickSeat: z.object({ row: z.int().min(1).max(40), seat: z.enum(['A', 'B', 'C']) }),
    })
    .execute(function* ({ destination }, ctx) {
      const flights = yield* ctx.step('search', () => [
        { id: 'FL001', price: 299 },
        { id: 'FL002', price: 349 },
      ]);
      const flight = yield* ctx.elicit(
        'pickFlight',
        { message: `Which flight to ${destination}?`, flights },
        { check: ({ flightId }) => (flights.some(({ id }) => id === flightId) ? undefined : ['It was not offered.']) },
      );
      if (flight.action !== 'accept') return `Not booked: ${flight.action}.`;
      const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
      if (seat.action !== 'accept') return `Not booked: no seat (${seat.action}).`;
      const { row, seat: letter } = seat.content;
      const ticket = yield* ctx.step('book', () => 'TKT-1');
      return { ticket, flight: flight.content.flightId, seat: `${row}${letter}` };
    }),
];

function said(answer: { action: string; content?: unknown }): string {
  return `action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`;
}
