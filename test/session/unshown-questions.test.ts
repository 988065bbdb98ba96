import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';

afterEach(() => vi.restoreAllMocks());

const provider = { stream: () => Promise.reject(new Error('not asked')) } as never;
const toolThat = (response: z.ZodType) =>
  createMcpTool('ask')
    .description('Ask')
    .parameters(z.object({}))
    .elicits({ pick: response })
    .execute((_, ctx) => ctx.elicit('pick', { message: 'Which?' }));

async function warningsOf(...tools: ReturnType<typeof toolThat>[]): Promise<string[]> {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  for (const tool of tools) await createChatHandler({ tools: [tool], provider }).close();
  return warn.mock.calls.map(([text]) => String(text));
}

it.each([
  ['a choice of nothing', z.object({ seat: z.enum([]) }), '"seat" (contradiction)'],
  ['a number that is none', z.object({ n: z.int().min(3).max(2) }), '"n" (contradiction)'],
  ['a choice of nothing by itself', z.enum([]), '"answer" (contradiction)'],
  [
    'more fields than anybody fills in',
    z.object(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, z.string()]))),
    'too_many_fields',
  ],
])('says of a question at once that no place can show it: %s', async (_what, response, why) => {
  const tool = toolThat(response);
  const [warning, ...others] = await warningsOf(tool, tool);
  expect(warning).toContain(`ask.elicits.pick: ${why}`);
  expect(others).toEqual([]);
});

it.each([
  ['an object in an object', z.object({ home: z.object({ city: z.string() }) })],
  ['what is typed as JSON', z.object({ rows: z.tuple([z.int(), z.int()]) })],
  ['one of several objects', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
  ['anything', z.any()],
  ['a choice', z.enum(['a'])],
])('says nothing of %s', async (_what, response) => {
  expect(await warningsOf(toolThat(response))).toEqual([]);
});
