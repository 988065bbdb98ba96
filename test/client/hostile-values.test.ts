import { afterEach, expect, it } from 'vitest';
import { readElicitation } from '../../src/mcp-client/read-elicitation.ts';
import { readContext } from '../../src/protocol/context-data.ts';
import { toModelMessages } from '../../src/provider/model-messages.ts';
import { closeAll, createHarness, info, push } from './harness.ts';
import { createShelf } from './shelf.ts';

afterEach(closeAll);

const wide = Array.from({ length: 200_000 }, () => ({}));
const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;

it.each([
  ['wide', { ...info, more: wide }, 'more than 100000 values'],
  ['deep', { type: 'text', content: deep }, 'more than 500 levels'],
  ['long', { type: 'text', content: 'x'.repeat(2 ** 20 + 1) }, 'more than 1048576 characters'],
])('a pushed event that is too %s is left out with its reason, and the next one is read', (_what, event, reason) => {
  const { client, errors, snapshot } = createHarness();
  client.push(event);
  expect(errors).toMatchObject([{ code: 'BAD_EVENT', message: expect.stringContaining(reason) as string }]);
  push(client, { type: 'text', content: 'good' });
  expect(snapshot().text).toBe('good');
});

it.each([
  ['wide', { properties: {}, more: wide }],
  ['deep', { properties: {}, more: deep }],
])('an MCP server’s question with a schema that is too %s is none', (_what, requestedSchema) => {
  expect(readElicitation({ message: 'Name?', requestedSchema })).toContain('more than');
  expect(readElicitation({ message: 'Name?', requestedSchema: { properties: {} } })).toMatchObject({ mode: 'form' });
});

it('context at the end of a message is read within the same bounds', () => {
  const section = (context: string) => `Pick\n\n--x-model-context: application/json\n${context}`;
  expect(readContext(section('{"a":[1]}'), {})).toEqual({ message: 'Pick', context: { a: [1] } });
  expect(readContext(section(`{"a":[${'0,'.repeat(200_000)}0]}`), {}).context).toEqual({});
});

it('arguments of a conversation that nobody can have meant are none', () => {
  const call = (text: string) => ({ id: 'a', type: 'function' as const, function: { name: 'x', arguments: text } });
  const read = (text: string) => toModelMessages([{ role: 'assistant', content: '', tool_calls: [call(text)] }]);
  expect(read('{"a":1}')).toMatchObject([{ content: [{ input: { a: 1 } }] }]);
  expect(read(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`)).toMatchObject([{ content: [{ input: {} }] }]);
});

it('what lies too deep in a storage is removed, and the client begins', () => {
  const record = `{"version":1,"items":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  const storage = createShelf([['elicitkit:conversation:c', record]]);
  const { errors, snapshot } = createHarness({ storage, conversationId: 'c' });
  expect(errors).toMatchObject([{ code: 'STORAGE_CORRUPT' }]);
  expect([...storage.items.keys()]).toEqual([]);
  expect(snapshot().status).toBe('idle');
});

it('a refusal whose code is no code is told by its status', async () => {
  const harness = createHarness();
  const sent = harness.client.send('Book');
  const error = { code: 'X'.repeat(5000), message: 'No.' };
  await harness.server.refuse(Response.json({ error }, { status: 400 }));
  await sent;
  expect(harness.errors).toMatchObject([{ code: 'HTTP_ERROR', status: 400 }]);
});
