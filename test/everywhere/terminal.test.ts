import { beforeEach, expect, it } from 'vitest';
import { runInTerminal } from '../../src/terminal.ts';
import { emptyLedger } from '../demo/empty-ledger.ts';
import { controlU, createPerson, down, enter } from '../terminal/person.ts';
import { ada } from './person.ts';
import { provider } from './provider.ts';
import { tools } from './tools.ts';

beforeEach(emptyLedger);

it.each(tools)('in a terminal, $tool.name comes to its end', async ({ tool, params, end }) => {
  const person = createPerson();
  const { input, output } = person;
  let isOver = false;
  const running = runInTerminal(tool as never, params as never, { input, output, provider } as never).finally(() => {
    isOver = true;
  });
  // Each prompt is a list to choose or to mark from, a yes or no, or a text. No seat is chosen twice.
  let asked = 0;
  for (let before = -1; !isOver;) {
    const now = person.raw().length;
    const isStill = now === before;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 60));
    if (!isStill || !person.isAsked()) continue;
    asked += 1;
    const prompt = person.shown().slice(person.shown().lastIndexOf('◆'));
    if (!/[●○◻◼]/.test(prompt) && !person.isYesOrNo()) {
      const field = { type: 'string', ...(/\d{4}-\d\d|YYYY/.test(prompt) && { format: 'date' }) };
      const typed = (ada(prompt, field) ?? 'Ada') as string;
      person.press(controlU, typed, enter, ...(prompt.includes('Press Enter twice') ? [enter] : []));
      continue;
    }
    const marks = person.isMarking() ? [' '] : [];
    person.press(...(person.isYesOrNo() ? ['y'] : [...Array.from({ length: asked }, () => down), ...marks, enter]));
  }
  const result: unknown = await running;

  expect(JSON.stringify(result)).toMatch(end);
  expect(person.shown()).not.toContain('not on offer');
  // Data is shown in words, never as a program writes it.
  expect(person.shown()).not.toMatch(/\[Object\]|departure:|seatMap/);
});
