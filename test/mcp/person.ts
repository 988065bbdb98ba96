import { Client, type Transport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { ElicitItem, PendingItem, SettledItem } from '../../src/client.ts';
import { connectMcpElicitation, elicitationCapabilities } from '../../src/mcp-client.ts';
import { createHarness } from '../client/harness.ts';

/** Our own client, with a person who sees forms. */
export async function connectPerson(transport: Transport, era: 'legacy' | 'modern') {
  const page = createHarness({ plugins: [] });
  page.client.declare({ genericForm: true });
  const sdk = new Client(
    { name: 'ours', version: '1.0.0' },
    {
      capabilities: elicitationCapabilities(),
      ...(era === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  );
  const connection = connectMcpElicitation(page.client, sdk, { server: { name: 'Travel' } });
  await sdk.connect(transport);
  onTestFinished(() => sdk.close());

  /** The question with this key, once it looks like this. */
  const item = async <T extends ElicitItem>(key: string, looks: (found: ElicitItem) => found is T): Promise<T> => {
    const find = () => page.snapshot().items.findLast((one): one is T => one.key === key && looks(one));
    await page.when(() => find() !== undefined);
    return find() as T;
  };
  const waits = (found: ElicitItem): found is PendingItem => found.status === 'pending' && !found.revises;
  const reopened = (found: ElicitItem): found is PendingItem => found.status === 'pending' && found.revises;
  const canChange = (found: ElicitItem): found is SettledItem =>
    found.status === 'settled' && found.change !== undefined;
  const answer = async (key: string, content: unknown) => (await item(key, waits)).accept(content);
  const reopen = async (key: string) => {
    (await item(key, canChange)).change?.();
    return item(key, reopened);
  };
  const shown = () => page.snapshot().items.map(({ key, status }) => `${key}: ${status}`);
  const isOver =
    (note: SettledItem['note']) =>
    (found: ElicitItem): found is SettledItem =>
      found.status === 'settled' && found.note === note;
  return {
    ...page,
    item,
    waits,
    reopened,
    answer,
    reopen,
    shown,
    isOver,
    call: () => connection.callTool({ name: 'trip', arguments: {} }),
    async toPay() {
      const result = this.call();
      result.catch(() => undefined);
      await answer('class', { answer: 'eco' });
      await answer('pickFlight', { flightId: 'FL1' });
      const seat = await item('pickSeat', waits);
      seat.setDraft({ seat: 'FL1-1A' });
      seat.accept({ seat: 'FL1-1A' });
      await item('pay', waits);
      return { result };
    },
  };
}
