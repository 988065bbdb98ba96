import { expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { createAskTool } from '../../src/ask.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { runInTerminal } from '../../src/terminal.ts';

const declaration = createMcpTool('count')
  .description('Count')
  .parameters(z.object({ from: z.int().default(0) }))
  .elicits({});
const count = declaration.execute(function* () {
  return { count: 1 as number };
});
const greet = createAskTool('greet')
  .description('Greet')
  .parameters(z.object({}))
  .execute(function* (_, ask) {
    return yield* ask.select('Which?', ['a', 'b']);
  });

it('a run gives what the tool returns', () => {
  expectTypeOf(runInTerminal(count, {})).toEqualTypeOf<Promise<{ count: number }>>();
  expectTypeOf(runInTerminal(greet, {}, { answers: { 'select-1': 'a' } })).toEqualTypeOf<Promise<'a' | 'b'>>();
});

it('a run needs a body, and answers that JSON can hold', () => {
  // @ts-expect-error a declaration has no body
  void runInTerminal(declaration, {});
  // @ts-expect-error a parameter that the tool does not have
  void runInTerminal(count, { to: 2 });
  // @ts-expect-error a function is no answer
  void runInTerminal(greet, {}, { answers: { 'select-1': () => 'a' } });
});
