import { UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import { UrlElicitationRequiredError as OldRequired } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll } from '../client/harness.ts';
import { accept, connectFirst, connectSecond, stopAll, valueOf, type Connected, type Pushing } from './harness.ts';

const page = (id: string) => ({
  mode: 'url' as const,
  message: `Open ${id}`,
  url: `https://${id}.example/x`,
  elicitationId: id,
});

/** Lose the nth request for a tool. */
function loseCalls({ mcp }: Connected, nth: number): void {
  const transport = mcp.transport as { send(message: { method?: string }, options?: object): Promise<void> };
  const send = transport.send.bind(transport);
  let calls = 0;
  transport.send = async (message, options) => {
    if (message.method === 'tools/call') calls += 1;
    if (message.method === 'tools/call' && calls === nth) throw new TypeError('Failed to fetch');
    return send(message, options);
  };
}

afterEach(async () => {
  await stopAll();
  await closeAll();
});

describe.each([
  ['2.x', connectSecond, UrlElicitationRequiredError],
  ['1.x', connectFirst, OldRequired],
])('a call that needs pages first, on the SDK %s,', (_line, connect, Required) => {
  const needing = (...ids: string[]) => {
    let tries = 0;
    const tool: Pushing = async () => {
      tries += 1;
      if (tries === 1) throw new Required(ids.map(page));
      return tries;
    };
    return tool;
  };

  it('is tried again when the person comes back from all of them', async () => {
    const connected = await connect({ pay: needing('a', 'b') });
    const result = connected.call('pay');
    await connected.when(({ pending }) => pending.length === 2);
    const item = await connected.asked('Open a');
    expect(item).toMatchObject({ submitLabel: "I'm done: ask Acme again", request: { mode: 'url' } });
    // Nobody knows how long a page takes.
    expect(item.request.expiresAt).toBeUndefined();
    await accept(connected, 'Open a', {});
    await accept(connected, 'Open b', {});
    expect(valueOf(await result)).toBe(2);
    expect(connected.snapshot().items).toHaveLength(2);
  });

  it('is not asked anew where the call that follows is lost: the person tries again', async () => {
    const connected = await connect({ pay: needing('a') });
    loseCalls(connected, 2);
    const result = connected.call('pay');
    await accept(connected, 'Open a', {});
    await connected.when(({ items }) => items[0]?.status === 'failed');
    const [card] = connected.snapshot().items;
    if (card?.status === 'failed') card.retry();
    expect(valueOf(await result)).toBe(2);
    expect(connected.snapshot().items.filter(({ request }) => request.mode === 'url')).toHaveLength(1);
  });

  it('is tried again when the server says that they are done', async () => {
    let tries = 0;
    const connected = await connect({
      async pay() {
        tries += 1;
        if (tries === 1) throw new Required([page('a')]);
        return tries;
      },
      async done(_elicit, { notify }) {
        await notify('notifications/elicitation/complete', { elicitationId: 'nobody' });
        await notify('notifications/elicitation/complete', { elicitationId: 'a' });
        return 'told';
      },
    });
    const result = connected.call('pay');
    await connected.asked('Open a');
    await connected.call('done');
    expect(valueOf(await result)).toBe(2);
    expect(connected.snapshot().receipts.map(({ receipt }) => receipt)).toEqual([{ title: 'Done on the page' }]);
    expect(connected.snapshot().pending).toEqual([]);
  });

  it.each(['decline', 'cancel'] as const)('fails where the person answers one with %s', async (action) => {
    const connected = await connect({ pay: needing('a', 'b') });
    const result = connected.call('pay');
    await accept(connected, 'Open b', {});
    const item = await connected.asked('Open a');
    if (item.status === 'pending') item[action]();
    await expect(result).rejects.toMatchObject({ code: 'MCP_DECLINED', cause: { code: -32042 } });
    expect(connected.snapshot().pending).toEqual([]);
  });

  it('says why it was stopped while it waits for the page', async () => {
    const connected = await connect({ pay: needing('a') });
    const stop = new AbortController();
    const result = connected.call('pay', { signal: stop.signal });
    await connected.asked('Open a');
    stop.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    expect(connected.snapshot().pending).toEqual([]);
  });

  it('says that the connection is closed where that is closed meanwhile', async () => {
    const connected = await connect({ pay: needing('a') });
    const result = connected.call('pay');
    await connected.asked('Open a');
    connected.connection.close();
    await expect(result).rejects.toMatchObject({ code: 'MCP_CLOSED', cause: { code: -32042 } });
  });

  it('fails as it did where pages cannot be shown', async () => {
    const connected = await connect({ pay: needing('a') }, { modes: ['form'] });
    await expect(connected.call('pay')).rejects.toMatchObject({ code: -32042 });
    expect(connected.snapshot().items).toEqual([]);
  });

  it('fails as it did where what it names is no page', async () => {
    const connected = await connect({
      pay: async () => {
        throw new Required([{ ...page('a'), url: '' }] as never);
      },
    });
    await expect(connected.call('pay')).rejects.toMatchObject({ code: -32042 });
  });
});
