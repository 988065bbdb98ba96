import { expect, it } from 'vitest';
import { createPluginClient } from '../../src/client.ts';
import { memoryTransport } from '../../src/testing.ts';
import { carefulPlugin } from '../../docs/examples/own-handler.ts';
import { chat } from '../../docs/examples/tool.ts';
import { eventually } from '../eventually.ts';

it('shows what is affordable, and answers with what was picked of it', async () => {
  const client = createPluginClient({ transport: memoryTransport(chat), plugins: [carefulPlugin] });
  await client.send('Book me a flight from NYC to LAX');
  await eventually(() => expect(client.getSnapshot().pending[0]?.views).toHaveLength(1));

  const view = client.getSnapshot().pending[0]?.views[0];
  expect(view?.props).toMatchObject({ message: 'Which flight?', flights: [{ id: 'SH420' }] });
  view?.answer({ flightId: 'SH420' });

  await eventually(() => expect(client.getSnapshot().messages.at(-1)?.content).toMatch(/^Done: .*T-SH420/));
  await client.close();
  await chat.close();
});
