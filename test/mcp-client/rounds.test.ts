import type { Client } from '@modelcontextprotocol/client';
import { inputRequired, type ServerContext } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import type { ClientSnapshot } from '../../src/client.ts';
import { connectMcpElicitation } from '../../src/mcp-client.ts';
import { closeAll } from '../client/harness.ts';
import { accept, connectRounds, stopAll, text, valueOf, type Connected } from './harness.ts';

const form = (message: string, name = 'value') =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  });
const answersOf = ({ mcpReq }: ServerContext) => mcpReq.inputResponses;
function withGate() {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
}
const direct = ({ mcp }: Connected, name: string) =>
  (mcp as unknown as { callTool(params: object): Promise<unknown> }).callTool({ name, arguments: {} });

/** Asks two things at once, then gives what it heard. */
const two = (ctx: ServerContext) =>
  answersOf(ctx) === undefined
    ? inputRequired({
        inputRequests: { first: form('One?'), second: form('Two?') },
        requestState: ' {"opaque": "é"}\n',
      })
    : text({ answers: answersOf(ctx), state: ctx.mcpReq.requestState() });

/** Presses Retry on one card, once all of them say that their answers did not get there. */
async function tryAgain(connected: Connected, cards = 2): Promise<void> {
  const failed = ({ pending }: ClientSnapshot) => pending.filter(({ status }) => status === 'failed');
  const [item] = failed(await connected.when((snapshot) => failed(snapshot).length === cards));
  expect(item).toMatchObject({ problem: { code: 'ANSWER_NOT_CONFIRMED' } });
  if (item?.status === 'failed') item.retry();
}

afterEach(async () => {
  await stopAll();
  await closeAll();
});

describe.each([
  ['within a process', false],
  ['over a port', true],
])('a call of 2026-07-28, %s,', (_how, overPort) => {
  it('shows the whole round at once, and is retried once with all answers, in whichever order they come', async () => {
    const connected = await connectRounds({ two }, { overPort });
    const result = connected.call('two');
    await connected.when(({ pending }) => pending.length === 2);
    await accept(connected, 'Two?', { value: 'b' });
    expect(connected.legs).toHaveLength(1);
    await accept(connected, 'One?', { value: 'a' });
    expect(valueOf(await result)).toEqual({
      answers: {
        first: { action: 'accept', content: { value: 'a' } },
        second: { action: 'accept', content: { value: 'b' } },
      },
      state: ' {"opaque": "é"}\n',
    });
    const [before, after] = connected.legs;
    expect(connected.legs).toHaveLength(2);
    expect(after?.id).not.toBe(before?.id);
    expect(after?.params).toMatchObject({ name: 'two', arguments: {}, requestState: ' {"opaque": "é"}\n' });
    expect(before?.params).not.toHaveProperty('requestState');
  });
});

describe('a call of 2026-07-28', () => {
  it('declares what can be shown with every request', async () => {
    const connected = await connectRounds({ two });
    const result = connected.call('two');
    await accept(connected, 'One?', { value: 'a' });
    await accept(connected, 'Two?', { value: 'b' });
    await result;
    for (const { params } of connected.legs) {
      expect(params._meta).toMatchObject({
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {}, url: {} } },
      });
    }
  });

  it('knows that its questions are its own while others run', async () => {
    const connected = await connectRounds({ two, other: two });
    const results = [connected.call('two', { callId: 'c1' }), connected.call('other', { callId: 'c2' })];
    const { pending } = await connected.when((snapshot) => snapshot.pending.length === 4);
    expect(pending.map(({ callId, toolName }) => `${callId} ${toolName}`).toSorted()).toEqual([
      'c1 two',
      'c1 two',
      'c2 other',
      'c2 other',
    ]);
    for (const item of pending) if (item.status === 'pending') item.accept({ value: item.callId });
    const values = (await Promise.all(results)).map(valueOf);
    expect(values).toMatchObject([
      { answers: { first: { content: { value: 'c1' } } } },
      { answers: { first: { content: { value: 'c2' } } } },
    ]);
  });

  it('sends the state of a round with the retry for that round, and with nothing else', async () => {
    const connected = await connectRounds({
      three: (ctx) => {
        const answers = answersOf(ctx);
        if (answers === undefined) return inputRequired({ inputRequests: { a: form('One?') }, requestState: 'first' });
        if ('a' in answers) return inputRequired({ inputRequests: { b: form('Two?') } });
        return text('done');
      },
    });
    const result = connected.call('three');
    await accept(connected, 'One?', { value: 'a' });
    await accept(connected, 'Two?', { value: 'b' });
    expect(valueOf(await result)).toBe('done');
    expect(connected.legs.map(({ params }) => params['requestState'])).toEqual([undefined, 'first', undefined]);
    expect(Object.keys(connected.legs[2]?.params['inputResponses'] as object)).toEqual(['b']);
    expect(new Set(connected.legs.map(({ id }) => id)).size).toBe(3);
  });

  it('sends back a state of no characters, too', async () => {
    const connected = await connectRounds({
      empty: (ctx) =>
        answersOf(ctx) === undefined
          ? inputRequired({ inputRequests: { a: form('One?') }, requestState: '' })
          : text('done'),
    });
    const result = connected.call('empty');
    await accept(connected, 'One?', { value: 'a' });
    expect(valueOf(await result)).toBe('done');
    expect(connected.legs[1]?.params).toMatchObject({ requestState: '' });
  });

  it('goes on by itself where a round asks nothing', async () => {
    const connected = await connectRounds({
      busy: (ctx) =>
        ctx.mcpReq.requestState() === undefined ? inputRequired({ requestState: 'later' }) : text('done'),
    });
    expect(valueOf(await connected.call('busy'))).toBe('done');
    expect(connected.legs[1]?.params).toMatchObject({ requestState: 'later' });
    expect(connected.legs[1]?.params).not.toHaveProperty('inputResponses');
  });

  it.each([
    ['is lost on its way', 'request'],
    ['has its answer lost', 'answer'],
  ] as const)('keeps its answers where the retry that brings them %s, until the person tries again', async (_, cut) => {
    const connected = await connectRounds({ two }, { cut: (leg) => (leg === 2 || leg === 3 ? cut : undefined) });
    const result = connected.call('two', { callId: 'c1' });
    await accept(connected, 'One?', { value: 'a' });
    await accept(connected, 'Two?', { value: 'b' });
    await tryAgain(connected);
    await tryAgain(connected);
    expect(valueOf(await result)).toEqual({
      answers: {
        first: { action: 'accept', content: { value: 'a' } },
        second: { action: 'accept', content: { value: 'b' } },
      },
      state: ' {"opaque": "é"}\n',
    });
    const [, ...retries] = connected.legs;
    expect(retries.map(({ params }) => params)).toEqual([0, 1, 2].map(() => retries[0]?.params));
    expect(new Set(connected.legs.map(({ id }) => id)).size).toBe(4);
    expect(connected.snapshot().items).toMatchObject([{ status: 'settled' }, { status: 'settled' }]);
  });

  it('keeps the card of each answer until the server has all of them', async () => {
    const gate = withGate();
    const connected = await connectRounds({
      slow: async (ctx) => (answersOf(ctx) === undefined ? two(ctx) : (await gate.opened, two(ctx))),
    });
    const result = connected.call('slow');
    await accept(connected, 'One?', { value: 'a' });
    await connected.when(({ items }) => items[0]?.status === 'sending');
    await accept(connected, 'Two?', { value: 'b' });
    await connected.when(({ items }) => items.every(({ status }) => status === 'sending'));
    await expect.poll(() => connected.legs.length).toBe(2);
    expect(connected.snapshot().items.map(({ status }) => status)).toEqual(['sending', 'sending']);
    gate.open();
    await result;
    expect(connected.snapshot().items.map(({ status }) => status)).toEqual(['settled', 'settled']);
  });

  it('fails as it did where the person cancels a card that failed', async () => {
    const connected = await connectRounds({ two }, { cut: (leg) => (leg === 2 ? 'request' : undefined) });
    const result = connected.call('two');
    await accept(connected, 'One?', { value: 'a' });
    await accept(connected, 'Two?', { value: 'b' });
    await connected.when(({ items }) => items.every(({ status }) => status === 'failed'));
    const [, item] = connected.snapshot().items;
    if (item?.status === 'failed') item.cancel();
    await expect(result).rejects.toThrow('Failed to fetch');
    expect(connected.legs).toHaveLength(2);
    await connected.when(({ pending }) => pending.length === 0);
    expect(connected.snapshot().items).toMatchObject([{ status: 'aborted' }, { status: 'settled', action: 'cancel' }]);
  });

  it('sends another answer where the person declines a card that failed', async () => {
    const connected = await connectRounds({ two }, { cut: (leg) => (leg === 2 ? 'request' : undefined) });
    const result = connected.call('two');
    await accept(connected, 'One?', { value: 'a' });
    await accept(connected, 'Two?', { value: 'b' });
    await connected.when(({ items }) => items.every(({ status }) => status === 'failed'));
    const [, item] = connected.snapshot().items;
    if (item?.status === 'failed') item.decline();
    expect(valueOf(await result)).toMatchObject({
      answers: { first: { action: 'accept', content: { value: 'a' } }, second: { action: 'decline' } },
    });
    expect(connected.snapshot().items).toMatchObject([{ action: 'accept' }, { action: 'decline' }]);
  });

  it('tries the request again that failed, where the server went on by itself meanwhile', async () => {
    const connected = await connectRounds(
      {
        long: (ctx) => {
          if (ctx.mcpReq.requestState() === 'working') return text('done');
          if (answersOf(ctx) !== undefined) return inputRequired({ requestState: 'working' });
          return inputRequired({ inputRequests: { a: form('One?') } });
        },
      },
      { cut: (leg) => (leg === 3 ? 'request' : undefined) },
    );
    const result = connected.call('long');
    await accept(connected, 'One?', { value: 'a' });
    await tryAgain(connected, 1);
    expect(valueOf(await result)).toBe('done');
    const [, second, , fourth] = connected.legs;
    expect(second?.params).toHaveProperty('inputResponses');
    expect(fourth?.params).toMatchObject({ requestState: 'working' });
    expect(fourth?.params).not.toHaveProperty('inputResponses');
  });

  it('goes on without a card that was stopped while its answer was on its way', async () => {
    const gate = withGate();
    const connected = await connectRounds({
      slow: async (ctx) => (answersOf(ctx) === undefined ? two(ctx) : (await gate.opened, two(ctx))),
    });
    const result = connected.call('slow', { callId: 'c1' });
    await accept(connected, 'One?', { value: 'a' });
    await accept(connected, 'Two?', { value: 'b' });
    await expect.poll(() => connected.legs.length).toBe(2);
    await connected.client.abort({ callId: 'c1' });
    gate.open();
    expect(valueOf(await result)).toMatchObject({ answers: { second: { content: { value: 'b' } } } });
    expect(connected.snapshot().items).toMatchObject([{ status: 'aborted' }, { status: 'aborted' }]);
    expect(connected.legs).toHaveLength(2);
  });

  it('fails as it did where no card is left that could try again', async () => {
    const connected = await connectRounds({ two }, { cut: (leg) => (leg === 2 ? 'request' : undefined) });
    const result = connected.call('two', { callId: 'c1' });
    await connected.when(({ pending }) => pending.length === 2);
    await connected.client.abort({ callId: 'c1' });
    await expect(result).rejects.toThrow('Failed to fetch');
    expect(connected.legs).toHaveLength(2);
  });

  it('keeps its answers where the server does not answer in time', async () => {
    const gates = [() => new Promise(() => undefined), () => undefined];
    const connected = await connectRounds({
      slow: async (ctx) => (answersOf(ctx) === undefined ? two(ctx) : (await gates.shift()?.(), two(ctx))),
    });
    const result = connected.call('slow', { timeout: 300 });
    await accept(connected, 'One?', { value: 'a' });
    await accept(connected, 'Two?', { value: 'b' });
    await tryAgain(connected);
    expect(valueOf(await result)).toMatchObject({ answers: { second: { content: { value: 'b' } } } });
  });

  it('does not send again what the server has answered, be it with an error', async () => {
    const connected = await connectRounds({ two }, { cut: (leg) => (leg === 2 ? 'error' : undefined) });
    const result = connected.call('two');
    await accept(connected, 'One?', { value: 'a' });
    await accept(connected, 'Two?', { value: 'b' });
    await expect(result).rejects.toMatchObject({ code: -32602 });
    expect(connected.legs).toHaveLength(2);
    // Nobody took the answers.
    expect(connected.snapshot().items.map(({ status }) => status)).toEqual(['aborted', 'aborted']);
  });

  it('tells what the person skipped, and no answer as taken, where its server takes none', async () => {
    const connected = await connectRounds({ two }, { cut: (leg) => (leg === 2 ? 'error' : undefined) });
    const result = connected.call('two');
    await accept(connected, 'One?', { value: 'a' });
    const item = await connected.asked('Two?');
    if (item.status === 'pending') item.decline();
    await expect(result).rejects.toMatchObject({ code: -32602 });
    expect(connected.snapshot().items).toMatchObject([{ status: 'aborted' }, { status: 'settled', action: 'decline' }]);
  });

  it('tells no answer as taken where its connection closes while the answer is on its way', async () => {
    const gate = withGate();
    const connected = await connectRounds({
      slow: async (ctx) => (answersOf(ctx) === undefined ? two(ctx) : (await gate.opened, two(ctx))),
    });
    const result = connected.call('slow').catch(() => 'closed');
    await accept(connected, 'One?', { value: 'a' });
    await accept(connected, 'Two?', { value: 'b' });
    await expect.poll(() => connected.legs.length).toBe(2);
    await (connected.mcp as unknown as { close(): Promise<void> }).close();
    expect(await result).toBe('closed');
    gate.open();
    expect(connected.snapshot().items.map(({ status }) => status)).toEqual(['aborted', 'aborted']);
  });

  it('fails where its result is of a kind that nobody knows, and is not taken for done', async () => {
    const connected = await connectRounds({ two }, { answer: () => ({ resultType: 'later' }) });
    await expect(connected.call('two')).rejects.toThrow(/later/);
    expect(connected.legs).toHaveLength(1);
    expect(connected.snapshot().items).toEqual([]);
  });

  it('is not sent again where its first request fails: nothing was answered yet', async () => {
    const connected = await connectRounds({ two }, { cut: () => 'request' });
    await expect(connected.call('two')).rejects.toThrow('Failed to fetch');
    expect(connected.snapshot().items).toEqual([]);
  });

  it.each(['decline', 'cancel'] as const)('tells of a %s, and sends the other answers with it', async (action) => {
    const connected = await connectRounds({ two });
    const result = connected.call('two');
    const item = await connected.asked('One?');
    if (item.status === 'pending') item[action]();
    await accept(connected, 'Two?', { value: 'b' });
    expect(valueOf(await result)).toMatchObject({
      answers: { first: { action }, second: { content: { value: 'b' } } },
    });
  });

  it('ends after ten rounds, in a line that says so', async () => {
    const connected = await connectRounds({ never: () => inputRequired({ inputRequests: { a: form('Again?') } }) });
    const stop = connected.client.subscribe(() => {
      for (const item of connected.snapshot().pending) if (item.status === 'pending') item.accept({ value: 'x' });
    });
    await expect(connected.call('never')).rejects.toMatchObject({ code: 'MCP_TOO_MANY_ROUNDS' });
    stop();
    expect(connected.legs).toHaveLength(11);
    expect(connected.snapshot().items.at(-1)).toMatchObject({
      status: 'aborted',
      server: { name: 'Acme' },
      receipt: { title: 'Acme still asked for more after 10 rounds.' },
    });
  });

  it('finds the plugin by the name of the question in its round', async () => {
    const flights = { flights: [{ id: 'FL1' }] };
    const pick = {
      method: 'elicitation/create',
      params: {
        message: 'Which flight?',
        requestedSchema: { type: 'object', properties: { flightId: { type: 'string' } } },
        _meta: { 'elicitkit/context': flights },
      },
    };
    const connected = await connectRounds({
      book: (ctx) =>
        answersOf(ctx) === undefined
          ? inputRequired({ inputRequests: { pickFlight: pick as never } })
          : text(answersOf(ctx)),
    });
    const result = connected.call('book');
    const item = await connected.asked('Which flight?');
    expect(item).toMatchObject({ toolName: 'book_flight', key: 'pickFlight' });
    expect(item.views[0]?.props).toMatchObject(flights);
    item.views[0]?.answer({ flightId: 'FL1' });
    expect(valueOf(await result)).toEqual({ pickFlight: { action: 'accept', content: { flightId: 'FL1' } } });
  });

  it('asks to open a page, without an id, and answers without content', async () => {
    const connected = await connectRounds({
      pay: (ctx) =>
        answersOf(ctx) === undefined
          ? inputRequired({
              inputRequests: { pay: inputRequired.elicitUrl({ message: 'Pay', url: 'https://pay.example/' }) },
            })
          : text(answersOf(ctx)),
    });
    const result = connected.call('pay');
    await accept(connected, 'Pay', {});
    expect(valueOf(await result)).toEqual({ pay: { action: 'accept' } });
  });

  it('asks to open a page again as often as the server says, and ends as the person ends it', async () => {
    const connected = await connectRounds({
      pay: (ctx) => {
        const answers = answersOf(ctx) as { pay: { action: string } } | undefined;
        if (answers?.pay.action === 'cancel') return text('given up');
        return inputRequired({
          inputRequests: { pay: inputRequired.elicitUrl({ message: 'Pay', url: 'https://pay.example/' }) },
          requestState: 'not paid yet',
        });
      },
    });
    const result = connected.call('pay');
    await accept(connected, 'Pay', {});
    await connected.when(({ items, pending }) => items.length === 2 && pending.length === 1);
    const item = await connected.asked('Pay');
    if (item.status === 'pending') item.cancel();
    expect(valueOf(await result)).toBe('given up');
    expect(connected.legs.map(({ params }) => params['requestState'])).toEqual([
      undefined,
      'not paid yet',
      'not paid yet',
    ]);
  });

  it.each([
    ['form', ['url'], 'pay'],
    ['url', ['form'], 'one'],
  ] as const)(
    'cancels what is asked in mode %s where only %j can be shown, and asks the rest',
    async (_m, modes, left) => {
      const pay = inputRequired.elicitUrl({ message: 'pay', url: 'https://pay.example/' });
      const connected = await connectRounds(
        {
          both: (ctx) =>
            answersOf(ctx) === undefined
              ? inputRequired({ inputRequests: { one: form('one'), pay } })
              : text(answersOf(ctx)),
        },
        { modes },
      );
      const result = connected.call('both');
      await accept(connected, left, left === 'pay' ? {} : { value: 'a' });
      const heard = valueOf(await result) as Record<string, { action: string }>;
      expect(Object.fromEntries(Object.entries(heard).map(([key, { action }]) => [key, action]))).toEqual({
        one: 'cancel',
        pay: 'cancel',
        [left]: 'accept',
      });
      expect(connected.snapshot().items.map(({ message }) => message)).toEqual([left]);
      const codes = connected.errors.map(({ code }) => code);
      expect(codes).toEqual(['MCP_BAD_REQUEST']);
    },
  );

  it('stops with its questions', async () => {
    const connected = await connectRounds({ two });
    const stop = new AbortController();
    const result = connected.call('two', { signal: stop.signal });
    await connected.when(({ pending }) => pending.length === 2);
    stop.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    expect(connected.snapshot().pending).toEqual([]);
    expect(connected.legs).toHaveLength(1);
  });

  it('has the host answer what is no question', async () => {
    const roots = { method: 'roots/list' };
    const tool = (ctx: ServerContext) =>
      answersOf(ctx) === undefined
        ? inputRequired({ inputRequests: { roots: roots as never, a: form('One?') } })
        : text(answersOf(ctx));
    const capabilities = { elicitation: { form: {} }, roots: {} } as never;
    const fulfil = async ({ method }: { method: string }) => (method === 'roots/list' ? { roots: [] } : {});
    const connected = await connectRounds({ tool }, { fulfil, capabilities });
    const result = connected.call('tool');
    await accept(connected, 'One?', { value: 'a' });
    expect(valueOf(await result)).toMatchObject({ roots: { roots: [] }, a: { action: 'accept' } });

    const other = await connectRounds({ tool }, { capabilities });
    await expect(other.call('tool')).rejects.toMatchObject({ code: 'MCP_INPUT_UNSUPPORTED' });
    expect(other.snapshot().items).toEqual([]);
  });

  it('ends its questions when the connection closes', async () => {
    const connected = await connectRounds({ two });
    const result = connected.call('two').catch(() => 'closed');
    await connected.when(({ pending }) => pending.length === 2);
    await (connected.mcp as unknown as { close(): Promise<void> }).close();
    expect(connected.snapshot().items.map(({ status }) => status)).toEqual(['aborted', 'aborted']);
    expect(await result).toBe('closed');
  });

  it('ends its questions when the connection closes, though the onclose of the host throws', async () => {
    const connected = await connectRounds({ two });
    connected.connection.close();
    connected.mcp.onclose = () => {
      throw new Error('the host');
    };
    const again = connectMcpElicitation(connected.client, connected.mcp, { server: { name: 'Acme' } });
    const result = again.callTool({ name: 'two', arguments: {} } as never).catch(() => 'closed');
    await connected.when(({ pending }) => pending.length === 2);
    await (connected.mcp as unknown as { close(): Promise<void> }).close().catch(() => undefined);
    expect(connected.snapshot().items.map(({ status }) => status)).toEqual(['aborted', 'aborted']);
    expect(await result).toBe('closed');
  });
});

describe("a call by the SDK's own callTool, of 2026-07-28,", () => {
  it('shows the round at once, too, and does not say whose it is', async () => {
    const connected = await connectRounds({ two });
    const result = direct(connected, 'two');
    const { pending } = await connected.when((snapshot) => snapshot.pending.length === 2);
    expect(pending).toMatchObject([{ toolName: '' }, { toolName: '' }]);
    await accept(connected, 'Two?', { value: 'b' });
    await accept(connected, 'One?', { value: 'a' });
    expect(valueOf(await result)).toMatchObject({
      answers: { first: { content: { value: 'a' } }, second: { content: { value: 'b' } } },
    });
  });

  it('ends after as many rounds, with the SDK’s own error', async () => {
    const connected = await connectRounds({ never: () => inputRequired({ inputRequests: { a: form('Again?') } }) });
    const stop = connected.client.subscribe(() => {
      for (const item of connected.snapshot().pending) if (item.status === 'pending') item.accept({ value: 'x' });
    });
    await expect(direct(connected, 'never')).rejects.toThrow(/rounds/i);
    stop();
    expect(connected.snapshot().pending).toEqual([]);
    expect(connected.legs).toHaveLength(11);
  });

  it('keeps questions of the same name in two calls apart', async () => {
    const connected = await connectRounds({ two, other: two });
    const results = [direct(connected, 'two'), direct(connected, 'other')];
    const { pending } = await connected.when((snapshot) => snapshot.pending.length === 4);
    expect(new Set(pending.map(({ elicitId }) => elicitId)).size).toBe(4);
    for (const item of pending) if (item.status === 'pending') item.accept({ value: item.elicitId });
    const heard = (await Promise.all(results)).map((result) => JSON.stringify(valueOf(result)));
    for (const { elicitId } of pending) expect(heard.filter((value) => value.includes(elicitId))).toHaveLength(1);
  });

  it('ends its questions when the connection closes', async () => {
    const connected = await connectRounds({ two });
    const result = direct(connected, 'two').catch(() => 'closed');
    await connected.when(({ pending }) => pending.length === 2);
    await (connected.mcp as unknown as { close(): Promise<void> }).close();
    expect(connected.snapshot().pending).toEqual([]);
    expect(await result).toBe('closed');
  });
});

describe('what is no call of a tool, of 2026-07-28,', () => {
  const ask = (name: string) =>
    inputRequired({ inputRequests: { name: form(`${name}?`) }, requestState: 'asked' }) as never;
  const nameOf = (ctx: ServerContext) => JSON.stringify(answersOf(ctx));

  it('asks by the same handler, and does not say whose its question is', async () => {
    const connected = await connectRounds(
      {},
      {
        serve(server) {
          server.registerPrompt('greet', {}, (ctx) => {
            if (answersOf(ctx) === undefined) return ask('prompt');
            return { messages: [{ role: 'user', content: { type: 'text', text: nameOf(ctx) } }] };
          });
          server.registerResource('letter', 'letter://one', {}, (_uri, ctx) =>
            answersOf(ctx) === undefined ? ask('resource') : { contents: [{ uri: 'letter://one', text: nameOf(ctx) }] },
          );
        },
      },
    );
    const mcp = connected.mcp as unknown as Client;
    const results = [mcp.getPrompt({ name: 'greet' }), mcp.readResource({ uri: 'letter://one' })];
    const { pending } = await connected.when((snapshot) => snapshot.pending.length === 2);
    expect(pending).toMatchObject([{ toolName: '' }, { toolName: '' }]);
    await accept(connected, 'resource?', { value: 'Grace' });
    await accept(connected, 'prompt?', { value: 'Ada' });
    const [prompt, resource] = (await Promise.all(results)).map((result) => JSON.stringify(result));
    expect(prompt).toContain('Ada');
    expect(resource).toContain('Grace');
  });
});
