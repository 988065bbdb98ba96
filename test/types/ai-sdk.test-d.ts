import {
  convertToModelMessages,
  jsonSchema,
  streamText,
  type InferUITools,
  type LanguageModel,
  type ToolSet,
  type UIMessage,
} from 'ai';
import { describe, expectTypeOf, it } from 'vitest';
import type * as z from 'zod';
import { createElicitTools } from '../../src/ai-sdk.ts';
import type { ResultOf } from '../../src/tool/tool-facts.ts';
import { bookFlight } from '../chat/harness.ts';

const elicit = createElicitTools({ name: 'chat', tools: [bookFlight] });
const where = { conversationId: 'c', owner: undefined };

describe('the tools for the AI SDK', () => {
  it('are a ToolSet, by their names', () => {
    const tools = elicit.tools(where);
    expectTypeOf(tools).toExtend<ToolSet>();
    expectTypeOf<keyof typeof tools>().toEqualTypeOf<'book_flight'>();
  });

  it('need a name, as two sets without one would be one', () => {
    // @ts-expect-error - the name is missing
    void (() => createElicitTools({ tools: [bookFlight] }));
  });

  it('know their arguments and what they return', () => {
    type Known = InferUITools<ReturnType<typeof elicit.tools>>['book_flight'];
    expectTypeOf<Known['input']>().toEqualTypeOf<z.input<typeof bookFlight.parameters>>();
    expectTypeOf<Known['output']>().toEqualTypeOf<ResultOf<typeof bookFlight> | string>();
    expectTypeOf<Known['output']>().not.toBeAny();
  });

  it('stand beside the app’s own, which keep their types', () => {
    const mine = {
      weather: { inputSchema: jsonSchema<{ city: string }>({ type: 'object' }), execute: async () => 'sunny' as const },
    };
    const result = streamText({
      model: {} as LanguageModel,
      prompt: '',
      tools: { ...mine, ...elicit.tools(where) },
    });
    type Result = Extract<Awaited<typeof result.staticToolResults>[number], { toolName: 'weather' }>;
    expectTypeOf<Result['output']>().toEqualTypeOf<'sunny'>();
  });

  it('are made for a conversation of an owner', () => {
    // @ts-expect-error: whose conversation it is
    elicit.tools({ conversationId: 'c' });
    // @ts-expect-error: a Response is no owner, but is to be returned
    elicit.tools({ conversationId: 'c', owner: new Response() });
  });
});

describe('the messages', () => {
  it('keep the app’s own type', async () => {
    type Mine = UIMessage<{ at: number }>;
    const messages: Mine[] = [];
    const filled = await elicit.messages(messages, where);
    expectTypeOf(filled).toEqualTypeOf<Mine[]>();
    await convertToModelMessages(filled);
  });
});
