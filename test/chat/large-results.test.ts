import type { Operation } from 'effection';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider } from '../../src/testing.ts';
import { openTwoPages } from './two-pages.ts';

const list = createMcpTool('list').description('List all of it').parameters(z.object({})).elicits({});

/** What a page and a second one of the same conversation make of a tool that gives so much, and how they go on. */
async function talkAbout(give: () => string, before?: (ctx: McpToolContext<{}>) => Operation<void>) {
  const provider = createScriptedProvider([{ toolCalls: [{ name: 'list' }] }, { text: 'I see.' }, { text: 'Bye.' }]);
  const tool = list.execute(function* (_, ctx) {
    if (before !== undefined) yield* before(ctx);
    return give();
  });
  const chat = createChatHandler({ provider, tools: [tool], onEvent: () => undefined });
  const { page, other, pages, problems } = openTwoPages(chat);
  await page.send('List it');
  await page.send('Bye');
  await other.attach();
  const [result = { content: '' }] = page.getSnapshot().messages.filter(({ role }) => role === 'tool');
  const said = pages.map((each) => each.getSnapshot().messages.at(-1)?.content);
  return { result, said, problems, read: provider.calls[1]?.messages.at(-1)?.content };
}

const alive = { problems: [], said: ['Bye.', 'Bye.'] };

it.each([
  ['in one text', () => 'x'.repeat(1_100_000)],
  ['in characters that take more as JSON', () => '"'.repeat(500_000)],
])('a tool that returns more than a page reads, %s, has failed, and the chat goes on', async (_, give) => {
  const { result, read, ...rest } = await talkAbout(give);
  expect(rest).toEqual(alive);
  expect(result).toMatchObject({ isError: true, content: read });
  expect(read).toMatch(/^Error: list returned \d+ bytes as JSON; the limit is 786432\. What it did stays done\./);
});

it('a tool that throws more than a page reads has failed with the beginning of it, and the chat goes on', async () => {
  const { result, ...rest } = await talkAbout(() => {
    throw new Error(`It is wrong: ${'\u0001'.repeat(1_100_000)}`);
  });
  expect(rest).toMatchObject(alive);
  expect(result).toMatchObject({ isError: true });
  expect(result.content).toMatch(/^Error: It is wrong: /);
});

it('a tool may return as much as the limit says', async () => {
  const text = 'x'.repeat(786_430);
  const { result, read, ...rest } = await talkAbout(() => text);
  expect(rest).toEqual(alive);
  expect([result.content, read]).toEqual([text, text]);
});

it.each<[string, (ctx: McpToolContext<{}>) => Operation<void>]>([
  ['logs', (ctx) => ctx.log('debug', 'x'.repeat(1_100_000))],
  ['notifies the person of', (ctx) => ctx.notify('x'.repeat(1_100_000))],
])('a tool that %s more than a page reads goes on, and so does the chat', async (_, report) => {
  const { result, read, ...rest } = await talkAbout(() => 'All of it.', report);
  expect(rest).toEqual(alive);
  expect([result.content, read]).toEqual(['All of it.', 'All of it.']);
});
