// The samples of the design of ask and yield, with our names.
import { expect, it } from 'vitest';
import * as z from 'zod';
import { fromAskGenerator } from '../../src/ask.ts';
import { runInTerminal } from '../../src/terminal.ts';
import { connect, endpointOf, type Asked } from '../mcp/harness.ts';
import { createPerson, down, enter } from '../terminal/person.ts';

/** A tool of plain yields, as it would run in the other runtime. */
const askUser = fromAskGenerator(
  'ask_user',
  { description: 'Ask with every word', parameters: z.object({}) },
  function* () {
    const name: unknown = yield { ask: 'text', message: 'What is your name?', default: 'Ada' };
    const email: unknown = yield { ask: 'text', message: 'Your email?' };
    const size: unknown = yield { ask: 'select', message: 'Which size?', options: ['S', 'M'] };
    const seats: unknown = yield { ask: 'number', message: 'How many?', min: 1, max: 9 };
    yield { emit: 'status', message: 'Nearly there' };
    const isSent: unknown = yield { ask: 'confirm', message: 'Send it?' };
    return { name, email, size, seats, isSent };
  },
);
const told = { name: 'Ada', email: 'ada@example.com', size: 'M', seats: 3, isSent: true };

/** The samples' input provider: it knows the word of each question by its form alone. */
function inputProvider({ requestedSchema }: Asked): object {
  const [[name, field] = []] = Object.entries(requestedSchema?.properties ?? {}) as [string, Record<string, unknown>][];
  const value = () => {
    switch (field?.['type']) {
      case 'boolean':
        return true;
      case 'number':
        return Math.max(3, Number(field['minimum']));
      default:
        return 'enum' in field! || 'oneOf' in field! ? 'M' : (field!['default'] ?? 'ada@example.com');
    }
  };
  return { action: 'accept', content: { [name!]: value() } };
}

it.each(['legacy', 'modern'] as const)('over MCP, %s, the client is asked in the middle of the call', async (era) => {
  const { client, asked } = await connect(endpointOf([askUser]), era, { onAsked: inputProvider });
  const { content } = await client.callTool({ name: 'ask_user', arguments: {} });

  expect(JSON.parse((content as { text: string }[])[0]!.text)).toEqual(told);
  // By elicitation, and not by the model: it would answer in the person's place.
  expect(asked.map(({ message }) => message)).toEqual([
    'What is your name?',
    'Your email?',
    'Which size?',
    'How many?',
    'Send it?',
  ]);
});

it('in a terminal, the same tool asks at prompts', async () => {
  const person = createPerson();
  const result = runInTerminal(askUser, {}, person);
  await person.sees('What is your name?');
  person.press(enter);
  await person.enters('Your email?', 'ada@example.com');
  await person.sees('Which size?');
  person.press(down, enter);
  await person.enters('How many?', '3');
  await person.sees('Send it?');
  person.press('y');

  expect(await result).toEqual(told);
  expect(person.shown()).toContain('Nearly there');
});

it('a client that cannot ask is told what is missing', async () => {
  const { client } = await connect(endpointOf([askUser]), 'legacy', { capabilities: {} });
  const called = await client.callTool({ name: 'ask_user', arguments: {} }).catch((error: unknown) => String(error));

  expect(JSON.stringify(called)).toMatch(/elicit/i);
});

it('two tools that ask at once get their own answers', async () => {
  const { client } = await connect(endpointOf([askUser]), 'modern', { onAsked: inputProvider });
  const both = await Promise.all([1, 2].map(() => client.callTool({ name: 'ask_user', arguments: {} })));

  for (const { content } of both) expect(JSON.parse((content as { text: string }[])[0]!.text)).toEqual(told);
});
