import { MockLanguageModelV3 } from 'ai/test';
import { afterAll, expect, it, vi } from 'vitest';
import { createPluginClient } from '../../src/client.ts';
import { bookFlightPlugin } from '../../docs/examples/plugin.ts';
import { answered, openChunks, streamOf, type Said } from '../ai-sdk/app.ts';
import { eventually } from '../eventually.ts';

const says: Said[] = [
  [{ id: 'call-1', name: 'book_flight', input: { from: 'NYC', destination: 'LAX' } }],
  'As you like.',
];
vi.doMock('../../docs/examples/sdk-model.ts', () => ({
  model: new MockLanguageModelV3({ doStream: async () => ({ stream: streamOf(says.shift() ?? '') as never }) }),
}));
const { POST: postChat } = await import('../../docs/examples/sdk-route.ts');
const { elicit } = await import('../../docs/examples/elicit.ts');
afterAll(() => elicit.handler.close());

const headers = { authorization: 'Bearer ada', 'content-type': 'application/json' };
const post = (route: (request: Request) => Promise<Response>, body: object, more: object = headers) =>
  route(new Request('http://app.test/', { method: 'POST', headers: { ...more }, body: JSON.stringify(body) }));

it('asks in the middle of the app’s own route, and the model goes on with what came of it', async () => {
  const said = { id: 'u', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Book' }] };
  expect((await post(postChat, { id: 'c', messages: [said] }, {})).status).toBe(401);
  const asked = await openChunks(await post(postChat, { id: 'c', messages: [said] }));
  expect(asked?.parts.at(-1)).toMatchObject({ state: 'approval-requested', toolMetadata: { elicitkit: true } });
  const client = createPluginClient({
    transport: ({ body, signal }) =>
      elicit.handler(new Request('http://app.test/', { method: 'POST', headers, body: JSON.stringify(body), signal })),
    conversationId: 'c',
    plugins: [bookFlightPlugin],
    storage: false,
  });
  await client.attach({ calls: ['call-1'] });
  const [item] = client.getSnapshot().pending;
  if (item?.status === 'pending') item.decline();
  await eventually(() => expect(client.getSnapshot().calls).toMatchObject([{ status: 'completed' }]));
  await client.close();
  const approved = answered([said, { ...asked!, id: 'a' }], true);
  const text = await (await post(postChat, { id: 'c', messages: approved })).text();
  expect(text).toContain('did not pick a flight');
  expect(text).toContain('As you like.');
});
