import { beforeEach, expect, it } from 'vitest';
import type { JsonValue } from '../../src/plugin.ts';
import { runInTerminal, type TerminalError } from '../../src/terminal.ts';
import { emptyLedger } from '../demo/empty-ledger.ts';
import { createPerson as createTyper } from '../terminal/person.ts';
import { createPerson } from './person.ts';
import { provider, tools } from './tools.ts';

beforeEach(emptyLedger);

it.each(tools)('with a file of answers, $tool.name comes to its end', async ({ tool, params, end }) => {
  const { input, output } = createTyper();
  const nobody = { input: Object.assign(input, { isTTY: false }), output: Object.assign(output, { isTTY: false }) };
  const answers: Record<string, JsonValue> = {};
  const person = createPerson();
  // Each run that lacks an answer says which, and what its answer may be.
  for (;;) {
    try {
      const result: unknown = await runInTerminal(tool as never, params, { ...nobody, answers, provider } as never);
      expect(JSON.stringify(result)).toMatch(end);
      return;
    } catch (error) {
      const { code, question } = error as TerminalError;
      if (code !== 'TERMINAL_UNANSWERED' || question === undefined) throw error;
      const { name, schema } = question;
      answers[name] = person.answer(schema) as JsonValue;
    }
  }
});
