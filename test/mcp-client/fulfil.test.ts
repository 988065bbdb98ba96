import { inputRequired } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ElicitItem } from '../../src/client.ts';
import type { FulfilInput } from '../../src/mcp-client.ts';
import { closeAll } from '../client/harness.ts';
import { accept, connectRounds, stopAll, text, valueOf, type Connected, type Settings } from './harness.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  await stopAll();
  await closeAll();
});

const capabilities = { elicitation: { form: {} }, roots: {} } as never;
const form = inputRequired.elicit({
  message: 'One?',
  requestedSchema: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
});
const roots = { method: 'roots/list' } as never;
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`r${index}`, roots]));
interface Asking {
  mcpReq: { inputResponses?: object | undefined; requestState(): string | undefined };
}
/** Requires all of it once, then gives what it heard. */
const requiring =
  (inputRequests: object) =>
  ({ mcpReq }: Asking) =>
    mcpReq.inputResponses === undefined
      ? inputRequired({ inputRequests: inputRequests as never, requestState: 'state' })
      : text({ answers: mcpReq.inputResponses, state: mcpReq.requestState() });
const connect = (inputRequests: object, fulfil: FulfilInput, settings: Settings = {}) =>
  connectRounds({ ask: requiring(inputRequests) }, { fulfil, capabilities, ...settings });

/** True for the card of an answer that could not be sent for want of the rest. */
const isAgain = ({ status }: ElicitItem) => status === 'failed';
async function answerAgain({ when }: Connected, action: 'retry' | 'decline' | 'cancel' = 'retry'): Promise<void> {
  const item = (await when(({ pending }) => pending.some(isAgain))).pending.find(isAgain);
  if (item?.status === 'failed') item[action]();
}
/** Fails so often, then gives roots; counts how often it was asked. */
function failing(times: number): { fulfil: FulfilInput; asked: () => number } {
  let count = 0;
  return {
    asked: () => count,
    fulfil: async () => {
      count += 1;
      if (count <= times) throw new Error('no roots');
      return { roots: [] };
    },
  };
}
function closeClient({ mcp }: Connected): Promise<void> {
  return (mcp as unknown as { close(): Promise<void> }).close();
}
function withResolvers() {
  let resolve = () => undefined as void;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

describe('what the host adds to a round', () => {
  it('is tried again where it failed, as often as the person says, and the answers are kept', async () => {
    const { fulfil, asked } = failing(2);
    const connected = await connect({ a: form, roots }, fulfil);
    const result = connected.call('ask');
    await accept(connected, 'One?', { value: 'a' });
    await answerAgain(connected);
    await answerAgain(connected);
    expect(valueOf(await result)).toEqual({
      answers: { a: { action: 'accept', content: { value: 'a' } }, roots: { roots: [] } },
      state: 'state',
    });
    expect(asked()).toBe(3);
    expect(connected.legs).toHaveLength(2);
    expect(connected.snapshot().items.filter(({ message }) => message === 'One?')).toHaveLength(1);
  });

  it('is asked for again alone: what was added already is kept, too', async () => {
    const asked: string[] = [];
    const fulfil: FulfilInput = async ({ params }) => {
      const { name } = params as { name: string };
      asked.push(name);
      if (name === 'bad' && asked.length < 3) throw new Error('no roots');
      return { roots: [] };
    };
    const named = (name: string) => ({ method: 'roots/list', params: { name } });
    const connected = await connect({ a: form, good: named('good'), bad: named('bad') }, fulfil);
    const result = connected.call('ask');
    await accept(connected, 'One?', { value: 'a' });
    await answerAgain(connected);
    expect(valueOf(await result)).toMatchObject({ answers: { good: { roots: [] }, bad: { roots: [] } } });
    expect(asked).toEqual(['good', 'bad', 'bad']);
  });

  it('may be given at once, without a promise', async () => {
    const connected = await connect({ roots }, () => ({ roots: [] }));
    expect(valueOf(await connected.call('ask'))).toMatchObject({ answers: { roots: { roots: [] } } });
  });

  it('does not end the questions that are still open where it fails', async () => {
    const failed = withResolvers();
    let count = 0;
    const fulfil: FulfilInput = async () => {
      count += 1;
      if (count > 1) return { roots: [] };
      failed.resolve();
      throw new Error('no roots');
    };
    const connected = await connect({ a: form, roots }, fulfil);
    const result = connected.call('ask');
    await failed.promise;
    await accept(connected, 'One?', { value: 'late' });
    await answerAgain(connected);
    expect(valueOf(await result)).toMatchObject({ answers: { a: { content: { value: 'late' } } } });
  });

  it('is tried again after earlier rounds were answered, though this one asks nothing', async () => {
    const { fulfil } = failing(1);
    const tool = ({ mcpReq }: Asking) => {
      const answers = mcpReq.inputResponses;
      if (answers === undefined) return inputRequired({ inputRequests: { a: form } });
      return 'a' in answers ? inputRequired({ inputRequests: { roots }, requestState: 'a was heard' }) : text(answers);
    };
    const connected = await connectRounds({ ask: tool }, { fulfil, capabilities });
    const result = connected.call('ask');
    await accept(connected, 'One?', { value: 'a' });
    await answerAgain(connected);
    expect(valueOf(await result)).toEqual({ roots: { roots: [] } });
  });

  it.each(['decline', 'cancel'] as const)(
    'fails the call as it failed where the person answers with %s',
    async (action) => {
      const connected = await connect({ a: form, roots }, failing(9).fulfil);
      const result = connected.call('ask');
      await accept(connected, 'One?', { value: 'a' });
      await answerAgain(connected, action);
      await expect(result).rejects.toThrow('no roots');
      expect(connected.legs).toHaveLength(1);
      expect(connected.snapshot().pending).toEqual([]);
    },
  );

  it('fails the call at once where nobody has answered anything', async () => {
    const connected = await connect({ roots }, failing(9).fulfil);
    await expect(connected.call('ask')).rejects.toThrow('no roots');
    const declined = await connect({ a: form, roots }, failing(9).fulfil);
    const result = declined.call('ask');
    const item = await declined.asked('One?');
    if (item.status === 'pending') item.decline();
    await expect(result).rejects.toThrow('no roots');
    expect(declined.snapshot().items.some(isAgain)).toBe(false);
  });

  it('ends with its call, though the host does not listen', async () => {
    const begun = withResolvers();
    const never: FulfilInput = () => {
      begun.resolve();
      return new Promise(() => undefined);
    };
    const connected = await connect({ roots }, never);
    const stop = new AbortController();
    const result = connected.call('ask', { signal: stop.signal });
    await begun.promise;
    stop.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
  });

  it('says why its call was stopped, and not what failed before', async () => {
    const connected = await connect({ a: form, roots }, failing(9).fulfil);
    const stop = new AbortController();
    const result = connected.call('ask', { signal: stop.signal });
    await accept(connected, 'One?', { value: 'a' });
    await connected.when(({ pending }) => pending.some(isAgain));
    stop.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
  });
});

const closings: [string, (connected: Connected) => unknown][] = [
  ['the connection', ({ connection }) => connection.close()],
  ['the client', closeClient],
];
describe.each(closings)('what the host adds to a round, where %s is closed,', (_what, close) => {
  it.each([['listens'], ['does not listen']])('ends with it, and with its call, where the host %s', async (how) => {
    const begun = withResolvers();
    const heard: unknown[] = [];
    const never: FulfilInput = (_request, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          heard.push(signal.reason);
          if (how === 'listens') reject(new Error('given up'));
        });
        begun.resolve();
      });
    const connected = await connect({ roots }, never);
    const result = connected.call('ask');
    await begun.promise;
    close(connected);
    await expect(result).rejects.toMatchObject({ code: 'MCP_CLOSED' });
    expect(heard).toMatchObject([{ code: 'MCP_CLOSED' }]);
    expect(connected.legs).toHaveLength(1);
  });

  it('ends where the host itself closes it before it answers', async () => {
    let connected: Connected;
    const fulfil: FulfilInput = () => {
      close(connected);
      return new Promise(() => undefined);
    };
    connected = await connect({ roots }, fulfil);
    await expect(connected.call('ask')).rejects.toMatchObject({ code: 'MCP_CLOSED' });
  });

  it('is not begun where it waits in line', async () => {
    const begun = withResolvers();
    let asked = 0;
    const never: FulfilInput = () => {
      asked += 1;
      begun.resolve();
      return new Promise(() => undefined);
    };
    const connected = await connect(many(3), never, { limits: { open: 1 } });
    const result = connected.call('ask');
    await begun.promise;
    close(connected);
    await expect(result).rejects.toMatchObject({ code: 'MCP_CLOSED' });
    expect(asked).toBe(1);
  });

  it('is not offered again, though the person has answered', async () => {
    const begun = withResolvers();
    const never: FulfilInput = () => {
      begun.resolve();
      return new Promise(() => undefined);
    };
    const connected = await connect({ a: form, roots }, never);
    const result = connected.call('ask');
    await begun.promise;
    await accept(connected, 'One?', { value: 'a' });
    close(connected);
    await expect(result).rejects.toMatchObject({ code: 'MCP_CLOSED' });
    expect(connected.snapshot().items.some(isAgain)).toBe(false);
    expect(connected.snapshot().pending).toEqual([]);
  });

  it('fails its call as it failed, where that is offered again already', async () => {
    const connected = await connect({ a: form, roots }, failing(9).fulfil);
    const result = connected.call('ask');
    await accept(connected, 'One?', { value: 'a' });
    await connected.when(({ pending }) => pending.some(isAgain));
    close(connected);
    await expect(result).rejects.toThrow('no roots');
    expect(connected.snapshot().pending).toEqual([]);
  });
});

it('answers the calls of a client that was closed and is connected anew', async () => {
  const connected = await connect({ roots }, async () => ({ roots: [] }));
  await closeClient(connected);
  await connected.reconnect();
  expect(valueOf(await connected.call('ask'))).toMatchObject({ answers: { roots: { roots: [] } } });
});

describe('a server that requires much of the host', () => {
  it('has as many answered at once as it may have, in all of its calls, and the others in turn', async () => {
    const gates: (() => void)[] = [];
    let inside = 0;
    let most = 0;
    let done = 0;
    const full = withResolvers();
    const fulfil: FulfilInput = async () => {
      inside += 1;
      most = Math.max(most, inside);
      if (inside === 3) full.resolve();
      await new Promise<void>((open) => {
        gates.push(open);
      });
      inside -= 1;
      done += 1;
      return { roots: [] };
    };
    const connected = await connect(many(5), fulfil, { limits: { open: 3 } });
    const results = [connected.call('ask'), connected.call('ask')];
    await full.promise;
    while (done < 10) {
      gates.shift()?.();
      await new Promise((next) => setImmediate(next));
    }
    for (const result of await Promise.all(results)) {
      expect(Object.keys((valueOf(result) as { answers: object }).answers)).toHaveLength(5);
    }
    expect(most).toBe(3);
  });

  it.each([
    ['of thirty a minute', {}, 31],
    ['of its own', { perMinute: 2 }, 3],
    ['of none', { open: 0 }, 1],
  ])('has its call fail over a limit %s, before anybody is asked anything', async (_limit, limits, count) => {
    let asked = 0;
    const fulfil: FulfilInput = async () => {
      asked += 1;
      return { roots: [] };
    };
    const connected = await connect({ a: form, ...many(count) }, fulfil, { limits });
    await expect(connected.call('ask')).rejects.toMatchObject({ code: 'MCP_RATE_LIMITED' });
    expect(asked).toBe(0);
    expect(connected.snapshot().items).toEqual([]);
  });

  it.each([
    ['of thirty a minute', undefined, 31],
    ['of its own', { perMinute: 2 }, 4],
  ])(
    'keeps the answers of earlier rounds over a limit %s: the person tries again later',
    async (_limit, limits, count) => {
      const clock = vi.spyOn(Date, 'now');
      let asked = 0;
      const fulfil: FulfilInput = async () => {
        asked += 1;
        return { roots: [] };
      };
      const tool = ({ mcpReq }: Asking) => {
        const answers = mcpReq.inputResponses;
        if (answers === undefined) return inputRequired({ inputRequests: { a: form } });
        return 'a' in answers
          ? inputRequired({ inputRequests: many(count), requestState: 'a was heard' })
          : text(answers);
      };
      const connected = await connectRounds({ ask: tool }, { fulfil, capabilities, limits });
      const result = connected.call('ask');
      await accept(connected, 'One?', { value: 'a' });
      const perMinute = limits?.perMinute ?? 30;
      await connected.when(({ pending }) => pending.some(isAgain));
      expect(asked).toBe(perMinute);
      // Within the same minute it is too much still, and what was added is not asked for again.
      await answerAgain(connected);
      await expect.poll(() => connected.errors.length).toBe(2);
      expect(asked).toBe(perMinute);
      const now = Date.now();
      clock.mockImplementation(() => now + 60_001);
      await answerAgain(connected);
      expect(Object.keys(valueOf(await result) as object)).toHaveLength(count);
      expect(asked).toBe(count);
      expect(connected.legs.at(-1)?.params).toMatchObject({ requestState: 'a was heard' });
    },
  );

  it('has its call fail with that limit where the person does not try again', async () => {
    const tool = ({ mcpReq }: Asking) =>
      inputRequired({ inputRequests: mcpReq.inputResponses === undefined ? { a: form } : many(3) });
    const fulfil: FulfilInput = async () => ({ roots: [] });
    const connected = await connectRounds({ ask: tool }, { fulfil, capabilities, limits: { perMinute: 2 } });
    const result = connected.call('ask');
    await accept(connected, 'One?', { value: 'a' });
    await answerAgain(connected, 'decline');
    await expect(result).rejects.toMatchObject({ code: 'MCP_RATE_LIMITED' });
  });

  it('lets a call go that waits in line, though none of those before it is ever done', async () => {
    const begun = withResolvers();
    const never: FulfilInput = () => {
      begun.resolve();
      return new Promise(() => undefined);
    };
    const connected = await connect({ roots }, never, { limits: { open: 1 } });
    const stops = [new AbortController(), new AbortController()] as const;
    const first = connected.call('ask', { signal: stops[0].signal });
    await begun.promise;
    const waiting = connected.call('ask', { signal: stops[1].signal });
    await expect.poll(() => connected.legs.length).toBe(2);
    stops[1].abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    stops[0].abort(new Error('this one, too'));
    await expect(first).rejects.toThrow('this one, too');
  });

  it('lets those who wait go with their call, and those of other calls in', async () => {
    const gates: (() => void)[] = [];
    const begun = withResolvers();
    const fulfil: FulfilInput = async () => {
      await new Promise<void>((open) => {
        gates.push(open);
        begun.resolve();
      });
      return { roots: [] };
    };
    const connected = await connect({ roots }, fulfil, { limits: { open: 1 } });
    const stop = new AbortController();
    const first = connected.call('ask', { signal: stop.signal });
    await begun.promise;
    const second = connected.call('ask');
    stop.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.();
    expect(valueOf(await second)).toMatchObject({ answers: { roots: { roots: [] } } });
  });
});
