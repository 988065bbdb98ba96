import { afterEach, expect, it, vi } from 'vitest';
import { createPluginClient, type PluginClient } from '../../src/client.ts';
import { createChatHandler, type ChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';
import { applyForVisaTool } from '../../docs/examples/apply-for-visa.ts';
import { checkInPlugin } from '../../docs/examples/check-in-plugin.ts';
import { checkInTool } from '../../docs/examples/check-in-tool.ts';
import { decide } from '../../docs/examples/embassy.ts';
import { client as severalClient } from '../../docs/examples/several-plugins.ts';
import { chat as severalChat } from '../../docs/examples/several-tools.ts';
import { chat as bookingChat } from '../../docs/examples/tool.ts';
import { askingTwicePlugin } from '../../docs/examples/two-components.ts';
import { signContractTool } from '../../docs/examples/sign-contract.ts';
import { signed } from '../../docs/examples/signed.ts';
import { weatherTool } from '../../docs/examples/weather.ts';
import { eventually } from '../eventually.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await Promise.all(open.splice(0).map((each) => each.close()));
});

it('gives the fields of the context to the component, and keeps the words of the receipts', async () => {
  const client = talk(
    createChatHandler({
      provider: createScriptedProvider([
        { toolCalls: [{ name: 'check_in', arguments: { booking: 'EK7' } }] },
        (messages) => ({ text: `Told: ${messages.at(-1)?.content}` }),
      ]),
      tools: [checkInTool],
    }),
    checkInPlugin,
  );
  await client.send('Check me in');

  expect(await viewOf(client, 0)).toMatchObject({ props: { message: 'Who is flying?' } });
  (await viewOf(client, 0))?.answer({ name: 'Ada' });
  await eventually(() => expect(client.getSnapshot().receipts).toHaveLength(1));
  const bags = await viewOf(client, 0);
  expect(bags?.props).toMatchObject({ message: 'How many bags?', choices: [{ value: 'none' }, { value: 'one' }] });
  bags?.answer({ choice: 'nine' });
  await eventually(() =>
    expect(client.getSnapshot().pending[0]?.issues?.[0]?.message).toBe(
      'That is not on offer. Choose one from the list.',
    ),
  );
  (await viewOf(client, 0))?.answer({ choice: 'one' });

  await eventually(() => expect(client.getSnapshot().messages.at(-1)?.content).toMatch(/^Told: Ada is checked in/));
  expect(client.getSnapshot().receipts.map(({ receipt }) => receipt?.title)).toEqual(['Ada', 'One bag']);
});

it('shows one component after another, and the first again where the second said no', async () => {
  const client = talk(bookingChat, askingTwicePlugin);
  await client.send('Book me a flight from NYC to LAX');

  (await viewOf(client, 0))?.answer({ flightId: 'SH142' });
  const asked = await viewOf(client, 1);
  expect(asked?.props).toMatchObject({ title: 'Really this one?', message: expect.stringContaining('SkyHigh') });
  asked?.answer({ confirmed: false });
  (await viewOf(client, 2))?.answer({ flightId: 'SH420' });
  (await viewOf(client, 3))?.answer({ confirmed: true });

  await eventually(() => expect(client.getSnapshot().messages.at(-1)?.content).toMatch(/^Done: .*T-SH420/));
});

it('waits for something outside with a question that is asked again until it has happened', async () => {
  const chat = createChatHandler({
    provider: createScriptedProvider([
      { toolCalls: [{ name: 'apply_for_visa', arguments: { passport: 'C01' } }] },
      (messages) => ({ text: `Told: ${messages.at(-1)?.content}` }),
    ]),
    tools: [applyForVisaTool],
  });
  const client = createPluginClient({
    transport: memoryTransport(chat),
    plugins: [],
    capabilities: { genericForm: true },
  });
  open.push(client, chat);
  const asked = () =>
    eventually(() => {
      const item = client.getSnapshot().pending[0];
      if (item?.status !== 'pending') throw new Error('Nothing is asked.');
      return item;
    });
  await client.send('I need a visa');

  (await asked()).accept({});
  await eventually(async () => expect((await asked()).issues?.[0]?.message).toBe('It is not decided yet. Try later.'));
  await decide('visa-C01', 'granted');
  (await asked()).accept({});

  await eventually(() =>
    expect(client.getSnapshot().messages.at(-1)?.content).toBe('Told: Application visa-C01: granted.'),
  );
});

it('waits for a webhook, which brings the value once and only from its sender', async () => {
  const sent: { reference: string }[] = [];
  vi.stubEnv('CONTRACTS_SECRET', 'secret');
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
    sent.push(JSON.parse(body) as { reference: string });
    return new Response();
  });
  const chat = createChatHandler({
    provider: createScriptedProvider([
      { toolCalls: [{ name: 'sign_contract', arguments: { email: 'ada@example.com' } }] },
      (messages) => ({ text: `Told: ${messages.at(-1)?.content}` }),
    ]),
    tools: [signContractTool],
  });
  const client = talk(chat);
  const report = async (secret: string, by: unknown) => {
    const body = JSON.stringify({ reference: sent[0]?.reference, by });
    const headers = { authorization: `Bearer ${secret}` };
    const response = await signed(chat, new Request('http://host.test/signed', { method: 'POST', body, headers }));
    return [response.status, await response.text()];
  };
  await client.send('I want to rent it');
  expect(client.getSnapshot().calls).toMatchObject([{ progress: { message: 'Waiting for the signature' } }]);

  expect(await report('guess', 'Eve')).toEqual([401, 'Unknown sender.']);
  expect(await report('secret', 7)).toEqual([422, 'invalid']);
  expect(await report('secret', 'Ada')).toEqual([200, 'recorded']);
  expect(await report('secret', 'Ada')).toEqual([200, 'repeated']);
  await client.attach();
  expect(client.getSnapshot().messages.at(-1)?.content).toBe('Told: Signed by Ada.');
});

it('does without a plugin where a tool asks nothing', async () => {
  const client = talk(
    createChatHandler({
      provider: createScriptedProvider([
        { toolCalls: [{ name: 'weather', arguments: { city: 'Lima' } }] },
        (messages) => ({ text: `Told: ${messages.at(-1)?.content}` }),
      ]),
      tools: [weatherTool],
    }),
  );
  await client.send('How is Lima?');
  await eventually(() => expect(client.getSnapshot().messages.at(-1)?.content).toMatch(/^Told: .*clear/));
});

it('brings the tools and the plugins of several files together', () => {
  open.push(severalChat, severalClient);
  expect(severalChat.sessions).toBeDefined();
  expect(severalClient.registry.names()).toEqual(['book_flight', 'check_in']);
});

function talk(
  chat: ChatHandler,
  ...plugins: NonNullable<Parameters<typeof createPluginClient>[0]['plugins']>
): PluginClient {
  const client = createPluginClient({ transport: memoryTransport(chat), plugins });
  open.push(client, chat);
  return client;
}

/** The nth component of the one open question, once it is there to be answered. */
function viewOf(client: PluginClient, index: number) {
  return eventually(() => {
    const view = client.getSnapshot().pending[0]?.views[index];
    expect(view?.active).toBe(true);
    return view;
  });
}
