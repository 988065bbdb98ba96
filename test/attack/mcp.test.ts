import { UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll } from '../client/harness.ts';
import { accept, connectRounds, connectSecond, stopAll, text, type Params } from '../mcp-client/harness.ts';
import { createShelf } from '../client/shelf.ts';

afterEach(async () => {
  await stopAll();
  await closeAll();
});

const form = (message: string) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties: { value: { type: 'string' } } } },
});
const requires = (inputRequests: object) => ({ resultType: 'input_required', inputRequests });
function withResolvers() {
  let resolve = () => undefined as void;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
const caught = (result: Promise<unknown>) => result.catch((error: unknown) => error);

describe('a server whose connection the host has closed', () => {
  it('asks nothing more in a call that was on its way', async () => {
    const arrived = withResolvers();
    const answer = withResolvers();
    const slow = async () => {
      arrived.resolve();
      await answer.promise;
      return requires({ late: form('Late?') });
    };
    const connected = await connectRounds({ slow });
    const result = caught(connected.call('slow'));
    await arrived.promise;
    connected.connection.close();
    answer.resolve();
    const asked = connected.asked('Late?').then(() => 'asked');
    expect(await Promise.race([result, asked])).toMatchObject({ code: 'MCP_CLOSED' });
  });

  it('asks no second round', async () => {
    let round = 0;
    const connected = await connectRounds({ again: () => requires({ more: form(`Round ${(round += 1)}?`) }) });
    const result = caught(connected.call('again'));
    await connected.asked('Round 1?');
    connected.connection.close();
    const asked = connected.asked('Round 2?').then(() => 'asked');
    expect(await Promise.race([result, asked])).toMatchObject({ code: 'MCP_CLOSED' });
  });
});

describe('a hostile server', () => {
  it('cannot say of a page that was declined that it is done', async () => {
    const page = { mode: 'url', message: 'Open?', url: 'https://a.example/', elicitationId: 'x' };
    let notify: (method: string, params: Params) => Promise<void> = async () => undefined;
    const connected = await connectSecond({
      ask: (elicit, extra) => {
        notify = extra.notify;
        return elicit(page);
      },
    });
    const result = connected.call('ask');
    const item = await connected.asked('Open?');
    if (item.status === 'pending') item.decline();
    await result;
    await notify('notifications/elicitation/complete', { elicitationId: 'x' });
    // What the server says is heard in order: the next question comes after it.
    const next = connected.call('ask');
    await connected.when(({ pending }) => pending.length === 1);
    expect(connected.snapshot().items[0]).not.toMatchObject({ receipt: expect.anything() });
    connected.connection.close();
    await next;
  });

  it('cannot flood the host with what it is told of', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, form(`${index}?`)]));
    const odd = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`o${index}`, { ...form('?'), params: 0 }]),
    );
    let told = 0;
    const onError = () => (told += 1);
    const connected = await connectRounds(
      { ask: ({ mcpReq }) => (mcpReq.inputResponses === undefined ? requires({ ...odd, ...many }) : text('ok')) },
      { client: { onError } },
    );
    const result = connected.call('ask');
    await connected.when(({ pending }) => pending.length === 10);
    connected.connection.close();
    await result;
    expect(told).toBeLessThan(100);
  });

  it('cannot ask thousands of things at once', async () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`k${index}`, form(`${index}?`)]));
    const connected = await connectRounds({ ask: () => requires(many) });
    await expect(connected.call('ask')).rejects.toMatchObject({ code: 'MCP_RATE_LIMITED' });
    expect(connected.snapshot().items).toEqual([]);
  });

  it('cannot have thousands of pages opened at once', async () => {
    const elicitations = Array.from({ length: 1001 }, (_, index) => ({
      mode: 'url' as const,
      message: 'Open?',
      url: 'https://a.example/',
      elicitationId: `${index}`,
    }));
    const connected = await connectSecond({ ask: () => Promise.reject(new UrlElicitationRequiredError(elicitations)) });
    expect(await caught(connected.call('ask'))).toMatchObject({ code: -32042 });
    expect(connected.snapshot().items).toEqual([]);
  });
});

describe('a careless Infinity', () => {
  it('as the deadline of a question still lets its line be read after a reload', async () => {
    const storage = createShelf();
    const client = { storage, conversationId: 'c' };
    const ask = { ask: (elicit: (params: Params) => Promise<Params>) => elicit(form('Value?').params) };
    const before = await connectSecond(ask, { client, deadline: Infinity });
    const result = before.call('ask');
    await accept(before, 'Value?', { value: 'a' });
    await result;
    await before.client.close();
    const after = await connectSecond(ask, { client });
    await after.when(({ items }) => items.length > 0);
    expect(after.snapshot().items).toMatchObject([{ status: 'settled', message: 'Value?' }]);
  });

  it('as keepAlive tells the server nothing', async () => {
    let beats = 0;
    const connected = await connectSecond(
      {
        ask: (elicit) => {
          const onprogress = () => void (beats += 1);
          return elicit(form('Value?').params, { timeout: 150, onprogress }).catch(() => ({}));
        },
      },
      { keepAlive: Infinity },
    );
    await connected.call('ask');
    expect(beats).toBe(0);
  });
});
