import type { Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makePlugin } from '../../src/plugin/make-plugin.ts';
import { createMcpTool } from '../../src/tool/create-mcp-tool.ts';
import { ToolDeclarationError } from '../../src/tool/errors.ts';
import type { ElicitResult } from '../../src/protocol/elicit-result.ts';

const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({}))
  .elicits({ pickFlight: z.object({ flightId: z.string() }), pickSeat: z.object({ seat: z.string() }) });
const tool = bookFlight.execute(function* () {
  return 'Booked.';
});

function* decline(): Operation<ElicitResult<never>> {
  return { action: 'decline' };
}
const handlers = { pickFlight: decline, pickSeat: decline };
const build = (given: object, receipts = {}) =>
  makePlugin(bookFlight)
    .onElicit(given as typeof handlers)
    .receipts(receipts)
    .build();

describe('makePlugin', () => {
  it('gives the client its handlers, and no tool where there is none', () => {
    const plugin = makePlugin(bookFlight).onElicit(handlers).build();
    expect(plugin.client).toMatchObject({ toolName: 'book_flight', declaration: bookFlight, handlers, receipts: {} });
    expect(Object.keys(plugin)).toEqual(['client']);
  });

  it('gives both servers, of a chat and of MCP, the tool it was made from', () => {
    const plugin = makePlugin(tool).onElicit(handlers).build();
    expect(plugin.tool).toBe(tool);
    expect(plugin.server.tools).toEqual([tool]);
    expect(plugin.mcp.tools).toEqual([tool]);
    expect(plugin.client.toolName).toBe('book_flight');
  });

  it('words receipts', () => {
    const pickFlight = () => ({ title: 'AA 220' });
    expect(build(handlers, { pickFlight }).client.receipts).toEqual({ pickFlight });
  });

  it('needs nothing for a tool that asks nothing', () => {
    const quiet = createMcpTool('quiet').description('x').parameters(z.object({})).elicits({});
    expect(makePlugin(quiet).onElicit({}).build().client.handlers).toEqual({});
  });

  it('takes onOpen for tools alone that ask such questions', () => {
    const open = createMcpTool('quiz').description('x').parameters(z.object({})).elicits({}, { open: true });
    const plugin = makePlugin(open).onElicit({}).onOpen(decline).receipts({}).build();
    expect(plugin.client.onOpen).toBe(decline);
    const closed = makePlugin(bookFlight).onElicit(handlers).onOpen(decline);
    expect(() => closed.build()).toThrow('open: true');
  });

  it.for<[what: string, given: object, says: string]>([
    ['a missing handler', { pickFlight: decline }, 'no handler for "pickSeat"'],
    ['two missing handlers', {}, 'no handler for "pickFlight", "pickSeat"'],
    ['a handler that is no function', { ...handlers, pickSeat: 'seat' }, 'no handler for "pickSeat"'],
    ['an inherited handler', Object.create(handlers) as object, 'no handler for "pickFlight", "pickSeat"'],
    ['a handler that is never asked', { ...handlers, pickHotel: decline }, 'a handler for "pickHotel"'],
    ['no handlers at all', undefined as never, 'no handler for "pickFlight", "pickSeat"'],
  ])('throws when built with %s', ([, given, says]) => {
    expect(() => build(given)).toThrow(ToolDeclarationError);
    expect(() => build(given)).toThrow(says);
  });

  it('throws when built with a receipt for what is never asked, naming what is', () => {
    const receipts = { pickHotel: () => ({ title: 'Ritz' }) };
    expect(() => build(handlers, receipts)).toThrow(ToolDeclarationError);
    expect(() => build(handlers, receipts)).toThrow('a receipt for "pickHotel"');
    expect(() => build(handlers, receipts)).toThrow('It asks: "pickFlight", "pickSeat".');
  });

  it('throws when built with a receipt that is no function', () => {
    expect(() => build(handlers, { pickSeat: 'Seat 3A' })).toThrow('the receipt for "pickSeat" is not a function');
  });
});
