import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createPluginClient } from '../../src/client.ts';
import type { AnyMcpTool } from '../../src/plugin.ts';
import { createChatHandler, type ChatHandler } from '../../src/server.ts';
import { fileStore } from '../../src/store/file-store.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';
import { bookFlightPlugin } from '../../docs/examples/plugin.ts';
import { bookFlightTool, chat as exampleChat } from '../../docs/examples/tool.ts';
import { tools } from '../../docs/examples/two-versions.ts';
import { eventually } from '../eventually.ts';

it('goes on with a call of the tool without a version, and begins the next with version 2', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'elicit-docs-'));
  const provider = createScriptedProvider([
    { toolCalls: [{ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } }] },
    { text: 'Walk.' },
    { text: 'Done.' },
    { toolCalls: [{ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } }] },
    { text: 'Done again.' },
  ]);
  let deployed: { chat: ChatHandler; stop(): Promise<void> } | undefined;
  const deploy = async (offered: readonly AnyMcpTool[]) => {
    await deployed?.stop();
    const store = fileStore(folder);
    const chat = createChatHandler({ provider, tools: offered, store });
    const stop = async () => {
      await chat.close();
      await store.close?.();
    };
    deployed = { chat, stop };
  };
  await deploy([bookFlightTool]);
  const client = createPluginClient({
    transport: (request) => memoryTransport(deployed!.chat)(request),
    plugins: [bookFlightPlugin],
  });
  onTestFinished(async () => {
    await client.close();
    await deployed?.stop();
    await exampleChat.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const pick = async () => {
    await eventually(() => expect(client.getSnapshot().pending[0]?.views[0]?.active).toBe(true));
    client.getSnapshot().pending[0]?.views[0]?.answer({ flightId: 'SH142' });
  };
  const isSaid = (text: string) => eventually(() => expect(client.getSnapshot().messages.at(-1)?.content).toBe(text));

  await client.send('Book me a flight');
  await deploy(tools);
  await pick();
  await isSaid('Done.');
  await client.send('Another one');
  await pick();
  await isSaid('Done again.');

  const results = client.getSnapshot().messages.filter(({ role }) => role === 'tool');
  const ticket = { ticketNumber: 'T-SH142', flightId: 'SH142' };
  expect(results.map(({ content }) => JSON.parse(content) as unknown)).toEqual([{ ...ticket, tip: 'Walk.' }, ticket]);
});
