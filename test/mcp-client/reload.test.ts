import { inputRequired } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import type { PluginClientSettings, TabChannel } from '../../src/client.ts';
import { closeAll } from '../client/harness.ts';
import {
  accept,
  connectFirst,
  connectRounds,
  connectSecond,
  stopAll,
  text,
  valueOf,
  type Settings,
} from './harness.ts';
import { createShelf } from '../client/shelf.ts';

afterEach(async () => {
  await stopAll();
  await closeAll();
});

const name = {
  message: 'Your name?',
  requestedSchema: {
    type: 'object' as const,
    properties: { name: { type: 'string' as const } },
    required: ['name'],
  },
};

const ways: [string, (settings: Settings) => ReturnType<typeof connectSecond>][] = [
  ['pushed on the SDK 2.x', (settings) => connectSecond({ ask: (elicit) => elicit(name) }, settings)],
  ['pushed on the SDK 1.x', (settings) => connectFirst({ ask: (elicit) => elicit(name) }, settings)],
  [
    'in a round',
    (settings) =>
      connectRounds(
        {
          ask: ({ mcpReq }) => {
            const answers = mcpReq.inputResponses as { name: object } | undefined;
            return answers === undefined
              ? inputRequired({ inputRequests: { name: inputRequired.elicit(name) } })
              : text(answers.name);
          },
        },
        settings,
      ),
  ],
];

describe.each(ways)('a question that is %s', (_how, connect) => {
  it('goes with the page that is reloaded: its line stays where it had ended, and it is asked anew by a new call', async () => {
    const client = { storage: createShelf(), conversationId: 'c' };
    const before = await connect({ client });
    const answered = before.call('ask');
    await accept(before, 'Your name?', { name: 'Ada' });
    await answered;
    const open = before.call('ask').catch(() => 'gone');
    await before.when(({ pending }) => pending.length === 1);
    // A page that goes takes its connection along.
    await before.client.close();
    await (before.mcp as unknown as { close(): Promise<void> }).close();
    await open;

    const after = await connect({ client });
    await after.when(({ items }) => items.length > 0);
    expect(after.snapshot().items).toMatchObject([{ status: 'settled', message: 'Your name?' }]);
    const again = after.call('ask');
    await after.when(({ pending }) => pending.length === 1);
    await accept(after, 'Your name?', { name: 'Grace' });
    expect(valueOf(await again)).toEqual({ action: 'accept', content: { name: 'Grace' } });
  });

  it('is shown in the tab that called alone, and answered there alone', async () => {
    const said: unknown[] = [];
    const client: Partial<PluginClientSettings> = { conversationId: 'c', tabs: createChannels(said) };
    const [here, there] = [await connect({ client }), await connect({ client })];
    const mine = here.call('ask');
    await here.when(({ pending }) => pending.length === 1);
    expect(there.snapshot().items).toEqual([]);
    const theirs = there.call('ask');
    await there.when(({ pending }) => pending.length === 1);
    await accept(there, 'Your name?', { name: 'Grace' });
    expect(valueOf(await theirs)).toMatchObject({ content: { name: 'Grace' } });
    expect(here.snapshot().pending).toHaveLength(1);
    await accept(here, 'Your name?', { name: 'Ada' });
    expect(valueOf(await mine)).toMatchObject({ content: { name: 'Ada' } });
    expect(JSON.stringify(said)).not.toMatch(/Your name|Ada|Grace/);
  });
});

/** Channels between tabs whose messages arrive at once, and are written down. */
function createChannels(said: unknown[]): (channel: string) => TabChannel {
  const listeners = new Set<(event: { data: unknown }) => void>();
  return () => {
    const own = new Set<(event: { data: unknown }) => void>();
    return {
      postMessage(data) {
        said.push(data);
        for (const listener of listeners) if (!own.has(listener)) listener({ data });
      },
      addEventListener(_type, listener) {
        own.add(listener);
        listeners.add(listener);
      },
      close() {
        for (const listener of own) listeners.delete(listener);
      },
    };
  };
}
