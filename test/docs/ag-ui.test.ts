import { HttpAgent } from '@ag-ui/client';
import { afterAll, expect, it } from 'vitest';
import { POST } from '../../docs/examples/ag-ui-route.ts';
import { chat } from '../../docs/examples/tool.ts';

afterAll(() => chat.close());

it('serves the chat to the official client', async () => {
  const agent = new HttpAgent({
    url: 'http://app.test/api/agent',
    threadId: 't',
    fetch: (url, init) => POST(new Request(url, init)),
  });
  agent.addMessage({ id: 'u', role: 'user', content: 'Book me a flight' });
  await agent.runAgent();
  const [asked] = agent.pendingInterrupts;
  expect(asked).toMatchObject({ metadata: { elicitkit: { toolName: 'book_flight', key: 'pickFlight' } } });
  const { context } = asked!.metadata!['elicitkit'] as { context: { flights: { id: string }[] } };
  const payload = { flightId: context.flights[0]?.id };
  await agent.runAgent({ resume: [{ interruptId: asked?.id ?? '', status: 'resolved', payload }] });
  expect(agent.messages.at(-1)?.content).toMatch(/^Done: \{.*"tip":"Walk\."/);
});
