import { run } from 'effection';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, filesQuestion } from '../../src/plugin.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const claim = createMcpTool('claim')
  .description('x')
  .parameters(z.object({}))
  .elicits({ photos: filesQuestion })
  .execute((_, ctx) => ctx.elicit('photos', { message: 'Photos?', maxFiles: 2 }));

const accept = (content: unknown) => ({ action: 'accept', content }) as const;

it.each([
  ['from its card', { files: ['a', 'b'] }],
  ['one a line', { ids: ' a\nb \n' }],
  ['with commas between', { ids: 'a, b' }],
  ['without what nobody sees', { ids: '\u0015a, b\u200B' }],
  ['each once', { ids: 'a, b, a' }],
])('files are answered by ids %s', async (_, sent) => {
  const client = createMockClient({ elicitResponses: [accept(sent)] });
  expect(await run(() => runTool(claim, {}, client))).toEqual(accept({ files: ['a', 'b'] }));
});

it.each([
  ['none', { ids: ' , ' }, 'Choose at least 1.'],
  ['an id that is none', { ids: 'x'.repeat(201) }, 'An id has at most 200 characters.'],
  ['too many', { ids: 'a,b,c' }, 'Choose at most 2.'],
])('%s of them is refused at its field', async (_, sent, message) => {
  const client = createMockClient({ elicitResponses: [{ ...accept(sent), refused: true }, accept({ files: ['a'] })] });
  await run(() => runTool(claim, {}, client));
  expect(client.elicitCalls.flatMap(({ issues = [] }) => issues)).toEqual([{ path: ['ids'], message }]);
});
