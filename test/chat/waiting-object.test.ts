import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { expect, it, onTestFinished } from 'vitest';

it('the alarm of a Durable Object has its host told of what waits, as often as it wants', async () => {
  const built = await build({
    entryPoints: ['test/chat/waiting-object.worker.ts'],
    bundle: true,
    format: 'esm',
    write: false,
    external: ['node:process'],
  });
  const miniflare = new Miniflare({
    modules: true,
    script: built.outputFiles[0]?.text ?? '',
    compatibilityDate: '2026-04-01',
    durableObjects: { OBJECTS: { className: 'Conversation', useSQLite: true } },
  });
  onTestFinished(() => miniflare.dispose());
  const body = JSON.stringify({ conversationId: 'c', messages: [{ role: 'user', content: 'refund', id: 'u' }] });
  const headers = { 'content-type': 'application/json' };
  const objects = await miniflare.getDurableObjectNamespace('OBJECTS');
  const conversation = objects.get(objects.idFromName('c'));
  const asked = await conversation.fetch('http://chat.test/', { method: 'POST', headers, body });
  expect(await asked.text()).toContain('Refund 40 euros?');

  const told = { message: 'Refund 40 euros?', to: [{ id: 'bo' }] };
  await expect
    .poll(async () => (await conversation.fetch('http://chat.test/')).json())
    .toEqual([1, 2].map((attempt) => ({ ...told, attempt })));
});
