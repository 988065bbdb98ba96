import { suspend, until } from 'effection';
import { createServer } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { bookFlight } from '../../demo/book-flight/book-flight.ts';
import { createPluginClient } from '../../src/client.ts';
import { makePlugin } from '../../src/plugin.ts';
import { eventually } from '../eventually.ts';

it('keeps an open question of the demo while Vite loads its tools again', async () => {
  process.argv.push('--memory');
  onTestFinished(() => void process.argv.pop());
  const server = await createServer({
    configFile: 'demo/vite.config.ts',
    logLevel: 'silent',
    server: { port: 0, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const [url] = server.resolvedUrls!.local;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const plugin = makePlugin(bookFlight)
    .onElicit({
      *pickFlight({ flights }) {
        yield* until(answered);
        return { action: 'accept', content: { flightId: flights[0]!.id } };
      },
      *pickSeat() {
        yield* suspend();
        return { action: 'cancel' };
      },
    })
    .build();
  const client = createPluginClient({ endpoint: new URL('/api/chat', url).href, plugins: [plugin] });
  onTestFinished(() => client.close());
  const asked = () => client.getSnapshot().pending.map(({ key }) => key);

  await client.send('Book me a flight from NYC to LAX');
  await eventually(() => expect(asked()).toEqual(['pickFlight']));

  const load = () => server.ssrLoadModule('/server/kept-chat.ts');
  const before = await load();
  server.environments.ssr.moduleGraph.invalidateAll();
  expect(await load()).not.toBe(before);

  answer();
  await eventually(() => expect(asked()).toEqual(['pickSeat']));
});
