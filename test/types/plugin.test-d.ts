import type { Operation } from 'effection';
import { Component, forwardRef, memo, type ComponentType, type ReactNode } from 'react';
import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { useOwnParts, type OwnParts } from '../../src/index.ts';
import type { McpEndpointOptions } from '../../src/mcp.ts';
import {
  answerWith,
  createMcpTool,
  makePlugin,
  type BranchOptions,
  type ElicitAnswer,
  type ElicitDefinitions,
  type ElicitResult,
  type FinalizedMcpTool,
  type FinalizedMcpToolWithElicits,
  type HandoffParts,
  type McpTool,
  type McpToolBranchOptions,
  type McpToolContext,
  type McpToolContextWithElicits,
  type McpToolDepthError,
  type McpToolHandoffConfig,
  type McpToolLimits,
  type McpToolSampleConfig,
  type McpToolServerContext,
  type McpToolTimeoutError,
  type McpToolTokenError,
  type ReceiptWords,
  type SampleRequest,
  type ToolLimits,
} from '../../src/plugin.ts';
import type { ChatHandlerOptions } from '../../src/server.ts';

const flight = z.object({ id: z.string(), price: z.number() });
const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ from: z.string(), seats: z.number().default(1) }))
  .elicits({
    pickFlight: { response: z.object({ flightId: z.string() }), context: z.object({ flights: z.array(flight) }) },
    pickSeat: z.object({ row: z.coerce.number(), seat: z.string() }),
    confirm: { response: z.object({ ok: z.boolean() }) },
  });

interface FlightListProps {
  flights: readonly { id: string; price: number }[];
  message?: string;
  onRespond: (answer: { flightId: string }) => void;
  onDecline?: () => void;
  state?: 'pending' | 'sending' | 'failed';
}
declare function FlightList(props: FlightListProps): null;
declare function WrongAnswer(props: {
  flights: readonly { id: string }[];
  onRespond: (answer: { id: number }) => void;
}): null;
declare function WrongProps(props: { hotels: string[]; onRespond: (answer: { flightId: string }) => void }): null;
declare function Spinner(props: { label: string }): null;
declare function SeatPicker(props: {
  seatMap: { rows: number };
  onRespond: (a: { row: number; seat: string }) => void;
}): null;

declare function Worded(props: { onRespond: (answer: { flightId: string }, words?: ReceiptWords) => void }): null;
declare function AlwaysWorded(props: { onRespond: (answer: { flightId: string }, words: ReceiptWords) => void }): null;
declare function Titled(props: {
  onRespond: (answer: { flightId: string }, words: { title: string; amount: string }) => void;
}): null;
declare function Misworded(props: { onRespond: (answer: { flightId: string }, words: { text: string }) => void }): null;

describe('a tool', () => {
  it('gets typed parameters, keys and answers', () => {
    bookFlight.execute(function* (params, ctx) {
      expectTypeOf(params).toEqualTypeOf<{ from: string; seats: number }>();
      const picked = yield* ctx.elicit('pickFlight', { message: 'Which?', flights: [{ id: 'a', price: 1 }] });
      expectTypeOf(picked).toEqualTypeOf<ElicitAnswer<{ flightId: string }>>();
      if (picked.action === 'accept') expectTypeOf(picked.content.flightId).toEqualTypeOf<string>();
      // @ts-expect-error no content without an accept
      void picked.content;
      // @ts-expect-error not a declared key
      yield* ctx.elicit('pickHotel', { message: 'Which?' });
      // @ts-expect-error the context is missing
      yield* ctx.elicit('pickFlight', { message: 'Which?' });
      // @ts-expect-error the context does not fit
      yield* ctx.elicit('pickFlight', { message: 'Which?', flights: [{ id: 1 }] });
      // @ts-expect-error a question has a message
      yield* ctx.elicit('pickSeat', { seatMap: 1 });
      yield* ctx.elicit('pickSeat', { message: 'Seat?', anything: { goes: true } });
      yield* ctx.elicit(
        'confirm',
        { message: 'Sure?' },
        { timeout: 1000, check: ({ ok }) => (ok ? undefined : ['no']) },
      );
      // @ts-expect-error check gets the answer's own type
      yield* ctx.elicit('confirm', { message: 'Sure?' }, { check: ({ nope }) => nope });
      // @ts-expect-error yield* is missing: it has no action
      void ctx.elicit('confirm', { message: 'Sure?' }).action;
      // @ts-expect-error yield* is missing: it is no number
      void (ctx.now() + 1);
      const asked: Operation<ElicitResult<{ ok: boolean }>> = ctx.elicit('confirm', { message: 'Sure?' });
      void asked;
      const step = yield* ctx.step('search', async () => [1, 2]);
      expectTypeOf(step).toEqualTypeOf<number[]>();
      const operation = yield* ctx.step('op', function* (): Operation<string> {
        return 'x';
      });
      expectTypeOf(operation).toEqualTypeOf<string>();
      const sampled = yield* ctx.sample({ prompt: 'Tip?' });
      expectTypeOf(sampled.text).toEqualTypeOf<string>();
      return 'done';
    });
  });

  it('has no execute before elicits', () => {
    const early = createMcpTool('x').description('x').parameters(z.object({}));
    // @ts-expect-error .elicits({}) comes first
    early.execute(function* () {});
    // @ts-expect-error parameters are an object
    createMcpTool('x').description('x').parameters(z.string());
  });
});

describe('a plugin', () => {
  const handlers = {
    pickFlight: answerWith(FlightList),
    *pickSeat(): Operation<ElicitResult<{ row: unknown; seat: string }>> {
      return { action: 'decline' };
    },
    *confirm(): Operation<ElicitResult<{ ok: boolean }>> {
      return { action: 'accept', content: { ok: true } };
    },
  };

  it('types the request by the long form and leaves the short form unknown', () => {
    makePlugin(bookFlight).onElicit({
      ...handlers,
      pickFlight: function* (request, ctx) {
        expectTypeOf(request.flights).toEqualTypeOf<{ id: string; price: number }[]>();
        expectTypeOf(request.context).toEqualTypeOf<{ flights: { id: string; price: number }[] }>();
        expectTypeOf(request.key).toEqualTypeOf<'pickFlight'>();
        expectTypeOf(request.params).toEqualTypeOf<{ from: string; seats: number } | undefined>();
        const content = yield* ctx.render(FlightList, { flights: request.flights, message: request.message });
        expectTypeOf(content).toEqualTypeOf<{ flightId: string }>();
        // @ts-expect-error flights are missing
        yield* ctx.render(FlightList, {});
        expectTypeOf(yield* ctx.render(Worded, {})).toEqualTypeOf<{ flightId: string }>();
        expectTypeOf(yield* ctx.render(AlwaysWorded, {})).toEqualTypeOf<{ flightId: string }>();
        expectTypeOf(yield* ctx.render(Titled, {})).toEqualTypeOf<{ flightId: string }>();
        // @ts-expect-error the words of a receipt have a title
        yield* ctx.render(Misworded, {});
        yield* ctx.show(Spinner, { label: 'Booking' });
        // @ts-expect-error the label is missing
        yield* ctx.show(Spinner, {});
        return { action: 'accept', content };
      },
      pickSeat: function* (request) {
        expectTypeOf(request.context).toEqualTypeOf<unknown>();
        // @ts-expect-error nothing is known of the short form's context
        void request.seatMap;
        return { action: 'accept', content: { row: '3', seat: 'A' } };
      },
    });
  });

  it('takes async handlers, typed as generators are', () => {
    makePlugin(bookFlight).onElicit({
      ...handlers,
      pickFlight: async (request, ctx) => {
        const content = await ctx.render(FlightList, { flights: request.flights, message: request.message });
        expectTypeOf(content).toEqualTypeOf<{ flightId: string }>();
        await ctx.show(Spinner, { label: 'Booking' });
        // @ts-expect-error flights are missing
        await ctx.render(FlightList, {});
        return { action: 'accept', content };
      },
    });
    makePlugin(bookFlight).onElicit({
      ...handlers,
      // @ts-expect-error ok is a boolean
      confirm: async () => ({ action: 'accept', content: { ok: 'yes' } }),
    });
    makePlugin(bookFlight).onElicit({
      ...handlers,
      pickFlight: async (request, ctx) => {
        const content = ctx.render(FlightList, { flights: request.flights });
        // @ts-expect-error it is neither yielded nor awaited
        return { action: 'accept', content: { flightId: content.flightId } };
      },
    });
  });

  it('needs a handler for every question and none besides', () => {
    makePlugin(bookFlight).onElicit(handlers).build();
    const missing = { pickFlight: handlers.pickFlight, pickSeat: () => handlers.pickSeat() };
    // @ts-expect-error confirm is missing
    makePlugin(bookFlight).onElicit(missing);
    // @ts-expect-error pickHotel is never asked
    makePlugin(bookFlight).onElicit({ ...handlers, pickHotel: answerWith(FlightList) });
  });

  it('refuses a wrong answer shape', () => {
    makePlugin(bookFlight).onElicit({
      ...handlers,
      // @ts-expect-error ok is a boolean
      confirm: function* () {
        return { action: 'accept', content: { ok: 'yes' } };
      },
    });
    makePlugin(bookFlight).onElicit({
      ...handlers,
      // @ts-expect-error the component answers {id: number}
      pickFlight: answerWith(WrongAnswer),
    });
    makePlugin(bookFlight).onElicit({
      ...handlers,
      // @ts-expect-error the component wants hotels
      pickFlight: answerWith(WrongProps),
    });
  });

  it('maps props with the types of the request', () => {
    makePlugin(bookFlight).onElicit({
      ...handlers,
      pickFlight: answerWith(FlightList, (request) => ({ flights: request.flights })),
      pickSeat: answerWith(SeatPicker, (request) => ({
        seatMap: z.object({ rows: z.number() }).parse(request.context),
      })),
    });
    makePlugin(bookFlight).onElicit({
      ...handlers,
      // @ts-expect-error flights are not a string
      pickFlight: answerWith(FlightList, () => ({ flights: 'none' })),
    });
  });

  it('takes every kind of React component', () => {
    class ClassList extends Component<FlightListProps> {
      override render(): ReactNode {
        return null;
      }
    }
    const RefList = forwardRef<HTMLDivElement, FlightListProps>(() => null);
    const MemoList = memo(FlightList);
    const List: ComponentType<FlightListProps> = FlightList;
    for (const pickFlight of [answerWith(ClassList), answerWith(RefList), answerWith(MemoList), answerWith(List)]) {
      makePlugin(bookFlight).onElicit({ ...handlers, pickFlight });
    }
    makePlugin(bookFlight).onElicit({
      ...handlers,
      pickFlight: function* (request, ctx) {
        expectTypeOf(yield* ctx.render(ClassList, { flights: request.flights })).toEqualTypeOf<{ flightId: string }>();
        expectTypeOf(yield* ctx.render(RefList, { flights: request.flights })).toEqualTypeOf<{ flightId: string }>();
        const content = yield* ctx.render(MemoList, { flights: request.flights });
        // @ts-expect-error flights are missing
        yield* ctx.render(ClassList, {});
        // @ts-expect-error flights are missing
        yield* ctx.render(RefList, {});
        return { action: 'accept', content };
      },
    });
  });

  it('words receipts from the typed answer', () => {
    makePlugin(bookFlight)
      .onElicit(handlers)
      .receipts({
        pickFlight: (content) => {
          expectTypeOf(content).toEqualTypeOf<{ flightId: string }>();
          return { title: content.flightId };
        },
      })
      .build();
    makePlugin(bookFlight)
      .onElicit(handlers)
      .receipts({
        pickFlight: (_, context) => {
          expectTypeOf(context).toEqualTypeOf<{ flights: { id: string; price: number }[] }>();
          // @ts-expect-error the context has no hotels
          void context.hotels;
          return { title: `${context.flights.length} flights` };
        },
        pickSeat: (_, context) => {
          expectTypeOf(context).toEqualTypeOf<unknown>();
          return { title: 'Seat' };
        },
        confirm: (_, context) => {
          expectTypeOf(context).toEqualTypeOf<Record<never, never>>();
          return { title: 'Sure' };
        },
      })
      .build();
    makePlugin(bookFlight)
      .onElicit(handlers)
      // @ts-expect-error a receipt for a question that is never asked
      .receipts({ pickHotel: () => ({ title: 'x' }) });
  });

  it('takes the finished tool too', () => {
    const tool = bookFlight.execute(function* () {
      return 'ok';
    });
    const plugin = makePlugin(tool).onElicit(handlers).build();
    expectTypeOf(plugin.client.toolName).toEqualTypeOf<'book_flight'>();
    const receipts = { confirm: () => ({ title: 'Sure' }) };
    for (const whole of [plugin, makePlugin(tool).onElicit(handlers).receipts(receipts).build()]) {
      expectTypeOf({ tools: whole.server.tools }).toExtend<Pick<ChatHandlerOptions, 'tools'>>();
      expectTypeOf({ tools: whole.mcp.tools }).toExtend<Pick<McpEndpointOptions, 'tools'>>();
    }
    // @ts-expect-error a declaration has nothing to serve
    void makePlugin(bookFlight).onElicit(handlers).build().mcp.tools;
  });
});

describe('useOwnParts', () => {
  it('takes the parts that a card has, and no other', () => {
    expectTypeOf<keyof OwnParts>().toEqualTypeOf<'message' | 'issues' | 'decline' | 'cancel'>();
    expectTypeOf(useOwnParts).returns.toBeVoid();
    const use = (onDecline?: () => void) => {
      useOwnParts({ message: true, decline: onDecline !== undefined });
      // @ts-expect-error no part of a card
      useOwnParts({ title: true });
      // @ts-expect-error whether it shows one, and not the handler
      useOwnParts({ decline: onDecline });
      // @ts-expect-error a list says nothing of what it leaves out
      useOwnParts(['issues']);
      // @ts-expect-error nothing is claimed by default
      useOwnParts();
    };
    expectTypeOf(use).toBeFunction();
  });
});

describe('the types of tools', () => {
  it('have the names of the durable runtime’s design', () => {
    expectTypeOf<FinalizedMcpTool>().toEqualTypeOf<McpTool>();
    expectTypeOf<FinalizedMcpToolWithElicits>().toEqualTypeOf<McpTool>();
    expectTypeOf<McpToolContextWithElicits<{}>>().toEqualTypeOf<McpToolContext<{}>>();
    type Parts<P> = P extends HandoffParts<z.ZodObject, ElicitDefinitions, 1, 2, 3> ? true : false;
    expectTypeOf<Parts<McpToolHandoffConfig<z.ZodObject, ElicitDefinitions, 1, 2, 3>>>().toEqualTypeOf<true>();
    expectTypeOf<McpToolBranchOptions>().toEqualTypeOf<BranchOptions>();
    expectTypeOf<McpToolLimits>().toEqualTypeOf<ToolLimits>();
    expectTypeOf<McpToolSampleConfig>().toEqualTypeOf<SampleRequest>();
    expectTypeOf<McpToolServerContext['callId']>().toBeString();
    expectTypeOf<McpToolDepthError['code']>().toEqualTypeOf<'TOOL_DEPTH'>();
    expectTypeOf<McpToolTokenError['code']>().toEqualTypeOf<'TOOL_TOKENS'>();
    expectTypeOf<McpToolTimeoutError['code']>().toEqualTypeOf<'TOOL_TIMEOUT'>();
  });
});
