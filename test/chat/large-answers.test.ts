import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { createChatHandler, type ChatDelta, type ChatProvider, type ChatProviderResult } from '../../src/server.ts';
import { openTwoPages } from './two-pages.ts';

const save = createMcpTool('save')
  .description('Save a text')
  .parameters(z.object({ text: z.string() }))
  .elicits({})
  .execute(function* ({ text }) {
    return `${text.length} saved.`;
  });

type Said = Partial<ChatProviderResult> & { readonly deltas?: readonly ChatDelta[] };

/** What a page and a second one of the same conversation make of a model that first says this, and how they go on. */
async function hear({ deltas = [], ...first }: Said) {
  const read: unknown[] = [];
  const said = [first];
  const provider: ChatProvider = {
    async *stream(messages) {
      read.push(messages.at(-1)?.content);
      const next = said.shift();
      if (next !== undefined) yield* deltas;
      return { text: 'Bye.', toolCalls: [], ...next };
    },
  };
  const codes: unknown[] = [];
  const chat = createChatHandler({
    provider,
    tools: [save],
    onEvent: (event) => event.type === 'error' && codes.push((event.error as { code?: unknown }).code),
  });
  const { page, other, pages, problems } = openTwoPages(chat);
  await page.send('Save it');
  const problem = page.getSnapshot().problem?.code;
  await page.send('Bye');
  await other.attach();
  const results = page.getSnapshot().messages.filter(({ role }) => role === 'tool');
  const last = pages.map((each) => each.getSnapshot().messages.at(-1)?.content);
  return { last, problems, problem, codes, results: results.map(({ content }) => content), read };
}

const alive = { last: ['Bye.', 'Bye.'], problems: [], problem: undefined };
const failed = {
  last: ['Bye.', 'Bye.'],
  problems: ['PROVIDER_FAILED'],
  problem: 'PROVIDER_FAILED',
  codes: ['ANSWER_TOO_LONG'],
};
const ofCalls = (count: number, characters: number, name = 'save') =>
  Array.from({ length: count }, () => ({ name, arguments: { text: 'x'.repeat(characters) } }));

it.each<[string, Said]>([
  ['at once', { text: 'x'.repeat(1_100_000) }],
  ['in characters that take more as JSON', { text: '\u0001'.repeat(200_000) }],
  ['in one piece', { deltas: [{ type: 'text', content: 'x'.repeat(1_100_000) }] }],
  ['in pieces', { deltas: Array.from({ length: 110 }, () => ({ type: 'text', content: 'x'.repeat(10_000) })) }],
])('a model that says more than a page reads, %s, has failed, and the chat goes on', async (_, said) => {
  expect(await hear(said)).toMatchObject(failed);
});

it.each<[string, Said]>([
  ['with more arguments than a page reads', { toolCalls: ofCalls(5, 250_000) }],
  [
    'with arguments that take more as text',
    { toolCalls: [{ name: 'save', arguments: { text: '"'.repeat(130_000) } }, ...ofCalls(2, 180_000)] },
  ],
  [
    'with more values than a page reads',
    {
      toolCalls: Array.from({ length: 20 }, () => ({
        name: 'save',
        arguments: { list: Array.from({ length: 9000 }, () => 0) },
      })),
    },
  ],
  ['with a long text beside them', { text: 'x'.repeat(700_000), toolCalls: ofCalls(1, 90_000) }],
  ['with a name that no page reads', { toolCalls: ofCalls(1, 10, 'x'.repeat(2000)) }],
  ['more often than a page reads', { toolCalls: ofCalls(1001, 10) }],
])('runs nothing of a model that calls tools %s, and the chat goes on', async (_, said) => {
  expect(await hear(said)).toMatchObject({ ...failed, results: [] });
});

it.each<[string, Said]>([
  ['text', { text: 'x'.repeat(786_000) }],
  ['pieces', { deltas: Array.from({ length: 7860 }, () => ({ type: 'text', content: 'x'.repeat(100) })) }],
  ['arguments', { toolCalls: ofCalls(3, 260_000) }],
])('a model may say as much as the limit says, in %s', async (_, said) => {
  expect(await hear(said)).toMatchObject(alive);
});

it('tells and keeps no more thoughts than a page reads, and the answer counts', async () => {
  const content = 'x'.repeat(10_000);
  const deltas = Array.from({ length: 110 }, (): ChatDelta => ({ type: 'thinking', content }));
  const said = await hear({ deltas, reasoning: [{ text: content.repeat(110), at: 0 }], text: 'Bye.' });
  expect(said).toMatchObject({ ...alive, codes: ['ANSWER_CUT'] });
});

it('leaves out thoughts that no line would carry beside the text', async () => {
  const reasoning = [{ text: 'x'.repeat(600_000), at: 0 }];
  const said = await hear({ text: 'x'.repeat(600_000), reasoning });
  expect(said).toMatchObject({ ...alive, codes: ['ANSWER_CUT'] });
});
