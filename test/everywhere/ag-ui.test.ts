import { beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/plugin.ts';
import { openApp } from '../ag-ui/agent.ts';
import { emptyLedger } from '../demo/empty-ledger.ts';
import { createPerson } from './person.ts';
import { tools } from './tools.ts';

beforeEach(emptyLedger);

interface Interrupt {
  id: string;
  message: string;
  responseSchema: JsonObject;
}

it.each(tools)('over AG-UI, in a client that knows nothing of us, $tool.name comes to its end', async (one) => {
  const { tool, params, end } = one;
  const app = await openApp({
    tools: [tool],
    says: (messages) => {
      const last = messages.at(-1);
      if (last?.role === 'tool') return { text: last.content };
      return last?.content === 'Go'
        ? { text: '', toolCalls: [{ name: tool.name, arguments: params }] }
        : { text: 'Walk.' };
    },
  });
  const person = createPerson();
  const seen: string[] = [];
  let events = await app.events({ threadId: 't', messages: [{ id: 'm1', role: 'user', content: 'Go' }] });
  for (;;) {
    const { interrupts = [] } = (events.at(-1)?.['outcome'] ?? {}) as { interrupts?: Interrupt[] };
    if (interrupts.length === 0) break;
    seen.push(...interrupts.map(({ message }) => message));
    const resume = interrupts.map(({ id, responseSchema }) => ({
      interruptId: id,
      status: 'resolved',
      payload: person.answer(responseSchema),
    }));
    events = await app.events({ threadId: 't', resume });
  }

  expect(JSON.stringify(events)).toMatch(end);
  expect(seen.join('\n')).not.toContain('not on offer');
});
