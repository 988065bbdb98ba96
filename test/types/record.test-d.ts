import { assertType, expectTypeOf, it } from 'vitest';
import {
  createCallHandler,
  type ChatHandler,
  type ChatHandlerOptions,
  type RecordEntry,
  type VerifiedCall,
  verifyRecord,
} from '../../src/server.ts';
import type { McpEndpoint } from '../../src/mcp.ts';

declare const chat: ChatHandler;
declare const mcp: McpEndpoint;
declare const entry: RecordEntry;

it('the record is read entry by entry, from every kind of server', () => {
  expectTypeOf(chat.record({ owner: 'ada', limit: 10 })).toEqualTypeOf<AsyncIterable<RecordEntry>>();
  expectTypeOf(mcp.record()).toEqualTypeOf<AsyncIterable<RecordEntry>>();
  expectTypeOf(createCallHandler({ tools: [], record: true }).forget({ owner: 'ada' })).toEqualTypeOf<
    Promise<boolean>
  >();
  expectTypeOf(verifyRecord(chat.record())).toEqualTypeOf<Promise<readonly VerifiedCall[]>>();
  chat.record({ after: entry });
});

it('what happened says what else an entry has', () => {
  if (entry.what === 'answered') {
    expectTypeOf(entry.action).toEqualTypeOf<'accept' | 'decline' | 'cancel'>();
    expectTypeOf(entry.by?.id).toEqualTypeOf<string | undefined>();
  }
  if (entry.what === 'asked') expectTypeOf(entry.text).toEqualTypeOf<string>();
  // @ts-expect-error -- only an answer has an action
  assertType<unknown>(entry.action);
});

it('what cannot be is refused', () => {
  // @ts-expect-error -- times are numbers
  chat.record({ from: '2026-01-01' });
  // @ts-expect-error -- a person is named
  void chat.forget({});
  // @ts-expect-error -- it is on or off
  assertType<Partial<ChatHandlerOptions>>({ record: 'all' });
});
