import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, makePlugin } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider } from '../../src/testing.ts';
import { openTwoPages } from './two-pages.ts';

const pick = createMcpTool('pick')
  .description('Pick a number')
  .parameters(z.object({ text: z.string() }))
  .elicits({ number: { response: z.object({ n: z.number() }), context: z.object({ data: z.string() }) } });
const plugin = makePlugin(pick)
  .onElicit({ number: () => new Promise<never>(() => undefined) })
  .build();

/** What a page and a second one of the same conversation show of a question. */
async function ask(message: string, data: string, text = '') {
  const provider = createScriptedProvider([{ toolCalls: [{ name: 'pick', arguments: { text } }] }, { text: 'Bye.' }]);
  const tool = pick.execute(function* (_, ctx) {
    yield* ctx.elicit('number', { message, data });
    return 'Picked.';
  });
  const chat = createChatHandler({ provider, tools: [tool], callable: [tool], onEvent: () => undefined });
  const { page, other, pages, problems } = openTwoPages(chat, { plugins: [plugin] });
  await page.send('Pick');
  await other.attach();
  const shown = pages.map((each) => each.getSnapshot().pending.length);
  return { page, other, shown, problems, heard: provider.calls[1]?.messages.at(-1)?.content };
}

it('asks a question of half of what a page reads, of a call whose arguments have a quarter', async () => {
  const { shown, problems } = await ask('Which?', 'x'.repeat(524_000), 'x'.repeat(262_000));
  expect({ shown, problems }).toEqual({ shown: [1, 1], problems: [] });
});

it.each([
  ['message', 'x'.repeat(600_000), ''],
  ['message, in characters that take more as JSON', '\u0001'.repeat(200_000), ''],
  ['message and context together', 'x'.repeat(300_000), 'x'.repeat(300_000)],
])('tells the model of a question that no page could read, for its %s, and the chat goes on', async (_, ...asked) => {
  const { shown, problems, heard } = await ask(...asked);
  expect({ shown, problems }).toEqual({ shown: [0, 0], problems: [] });
  expect(heard).toMatch(
    /^Error: pick asked "number" with \d+ bytes of message, schema and context; the limit is 524288\./,
  );
});

it.each([
  ['characters', 'x'.repeat(300_000)],
  ['characters that take more as JSON', '"'.repeat(150_000)],
])('refuses a call of the page with arguments of too many %s, and the chat goes on', async (_, text) => {
  const { page, other, problems } = await ask('Which?', '');
  await expect(page.call(pick, { text }).result).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
  await page.send('Bye');
  await other.attach();
  expect(problems).toEqual(['BODY_TOO_LARGE']);
});
