import { afterEach, expect, it, vi } from 'vitest';
import { client, send } from '../../docs/examples/own-stream.ts';
import { chat } from '../../docs/examples/tool.ts';
import { eventually } from '../eventually.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  await client.close();
  await chat.close();
});

it('books through a stream that the host reads itself, and offers Retry when an answer is refused', async () => {
  const posts: unknown[] = [];
  let isRefused = false;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    posts.push(JSON.parse(init.body as string));
    if (isRefused) return Promise.resolve(new Response('no', { status: 400 }));
    return chat(new Request(new URL(url, 'http://example.test'), init));
  });

  await send([{ role: 'user', content: 'Book me a flight from NYC to LAX' }]);
  await eventually(() => expect(client.getSnapshot().pending[0]?.views).toHaveLength(1));

  isRefused = true;
  client.getSnapshot().pending[0]?.views[0]?.answer({ flightId: 'SH420' });
  await eventually(() => expect(client.getSnapshot().pending[0]?.status).toBe('failed'));

  isRefused = false;
  const [failed] = client.getSnapshot().pending;
  if (failed?.status === 'failed') failed.retry();
  await eventually(() => expect(client.getSnapshot().receipts[0]).toMatchObject({ action: 'accept' }));
  await eventually(() => expect(client.getSnapshot().messages.at(-1)?.content).toMatch(/^Done: .*T-SH420/));
  expect(client.getSnapshot().status).toBe('idle');
  expect(posts).toHaveLength(3);
});
