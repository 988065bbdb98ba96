import { race, spawn, withResolvers, type Operation } from 'effection';
import type { LogLevel } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { BridgeElicit, BridgeEvent, BridgeSample } from '../runtime/bridge-event.ts';
import { createBridgeHost } from '../runtime/bridge-host.ts';
import type { AnyMcpTool } from '../tool/create-mcp-tool.ts';
import type { SampleResult } from '../tool/tool-context.ts';

/** Stands in for the person and the model while a tool is tested on its own. */
export interface MockClient {
  /** The questions that were asked, in order. */
  readonly elicitCalls: readonly MockElicitCall[];
  /** What the model was asked, in order. */
  readonly sampleCalls: readonly MockSampleCall[];
  readonly logs: readonly { level: LogLevel; message: string }[];
  readonly notifications: readonly { message: string; progress?: number | undefined; total?: number | undefined }[];
  /** How many scripted responses nobody asked for yet. */
  unused(): { elicit: number; sample: number };
  /** @internal For `runTool`. */
  answer(event: BridgeEvent): Operation<void>;
}

/** A question that the tool asked. */
export interface MockElicitCall {
  key: string;
  message: string;
  /** What the tool passed beyond the message. */
  context: JsonObject;
  seq: number;
}

/** What the tool asked the model. */
export interface MockSampleCall {
  messages: readonly ChatMessage[];
  systemPrompt: string | undefined;
}

/** Options of `createMockClient`: what is answered. */
export interface MockClientOptions {
  /** What the person says to each question, in order; with a `key`, to that question only. @default [] */
  elicitResponses?: readonly MockElicitResponse[] | undefined;
  /** What the model says each time, in order; an Error makes the provider fail. @default [] */
  sampleResponses?: readonly (string | SampleResult | Error)[] | undefined;
}

/** An answer, or how to make one from the question. */
export type MockElicitResponse =
  | (ElicitResult<unknown> & { key?: string | undefined })
  | ((call: MockElicitCall) => ElicitResult<unknown>);

/** A test's script does not fit what the tool did. It ends the run; the tool's own `try` cannot catch it. */
export class MockClientError extends CodedError<'UNEXPECTED_ELICIT' | 'UNEXPECTED_SAMPLE' | 'ANSWER_REFUSED'> {}

/** Make a stand-in for the person and the model, for `runTool`. */
export function createMockClient({ elicitResponses = [], sampleResponses = [] }: MockClientOptions = {}): MockClient {
  const elicitCalls: MockElicitCall[] = [];
  const sampleCalls: MockSampleCall[] = [];
  const logs: { level: LogLevel; message: string }[] = [];
  const notifications: { message: string; progress?: number | undefined; total?: number | undefined }[] = [];

  function* answerElicit(event: BridgeElicit): Operation<void> {
    const call = { key: event.question.key, message: event.message, context: event.context, seq: event.seq };
    const response = elicitResponses[elicitCalls.length];
    elicitCalls.push(call);
    const result = resultOf(call, response, elicitResponses.length);
    if (result.action === 'accept') {
      const issues = yield* event.check(result.content);
      if (issues.length > 0) {
        const found = issues.map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`).join('; ');
        throw new MockClientError(
          'ANSWER_REFUSED',
          `The scripted answer to "${call.key}" would be asked for again: ${found}. Script an answer that fits.`,
        );
      }
    }
    event.respond({ ok: true, value: result as unknown as JsonValue });
  }

  function answerSample(event: BridgeSample): void {
    const response = sampleResponses[sampleCalls.length];
    sampleCalls.push({ messages: event.messages, systemPrompt: event.systemPrompt });
    if (response === undefined) {
      throw new MockClientError(
        'UNEXPECTED_SAMPLE',
        `The tool asked the model ${sampleCalls.length} times, but sampleResponses has ${sampleResponses.length}. It asked: ${event.messages.at(-1)?.content ?? ''}`,
      );
    }
    if (response instanceof Error) {
      event.respond({ ok: false, error: { name: response.name, message: response.message } });
      return;
    }
    const value = typeof response === 'string' ? { text: response } : response;
    event.respond({ ok: true, value: value as unknown as JsonValue });
  }

  return {
    elicitCalls,
    sampleCalls,
    logs,
    notifications,
    unused: () => ({
      elicit: Math.max(0, elicitResponses.length - elicitCalls.length),
      sample: Math.max(0, sampleResponses.length - sampleCalls.length),
    }),
    *answer(event) {
      switch (event.type) {
        case 'elicit':
          yield* answerElicit(event);
          return;
        case 'sample':
          answerSample(event);
          return;
        case 'log':
          logs.push({ level: event.level, message: event.message });
          return;
        case 'notify':
          notifications.push({ message: event.message, progress: event.progress, total: event.total });
          return;
        case 'withdraw':
      }
    },
  };
}

/**
 * Run a tool with a mock client, and give what it returned.
 *
 * @example
 * const client = createMockClient({ elicitResponses: [{ action: 'accept', content: { flightId: 'FL001' } }] });
 * const ticket = await run(() => runTool(bookFlightTool, { from: 'NYC', destination: 'LAX' }, client));
 *
 * @throws {MockClientError} when the script does not fit
 * @throws what the tool throws
 */
export function* runTool<Tool extends AnyMcpTool>(
  tool: Tool,
  params: unknown,
  client: MockClient,
): Operation<ResultOf<Tool>> {
  const host = createBridgeHost({ tool, params, callId: 'call_test' });
  const failed = withResolvers<never>();
  return (yield* race([
    failed.operation,
    (function* (): Operation<unknown> {
      yield* spawn(function* () {
        for (;;) {
          const { value } = yield* host.events.next();
          try {
            yield* client.answer(value);
          } catch (error) {
            failed.reject(error as Error);
          }
        }
      });
      return yield* host.run();
    })(),
  ])) as ResultOf<Tool>;
}

/** What a tool returns. */
export type ResultOf<Tool extends AnyMcpTool> =
  ReturnType<Tool['run']> extends Operation<infer Result> ? Result : never;

function resultOf(
  call: MockElicitCall,
  response: MockElicitResponse | undefined,
  scripted: number,
): ElicitResult<unknown> {
  if (typeof response === 'function') return response(call);
  if (response === undefined) {
    throw new MockClientError(
      'UNEXPECTED_ELICIT',
      `The tool asked "${call.key}" (${call.message}), but elicitResponses has only ${scripted}. Script an answer to it.`,
    );
  }
  const { key, ...result } = response;
  if (key !== undefined && key !== call.key) {
    throw new MockClientError(
      'UNEXPECTED_ELICIT',
      `The tool asked "${call.key}", but the script answers "${key}" next.`,
    );
  }
  return result as ElicitResult<unknown>;
}
