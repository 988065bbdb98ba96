import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { ChatDelta, ChatProvider, ChatProviderResult } from '../../src/protocol/chat-provider.ts';
import { createScriptedProvider, ScriptEndedError } from '../../src/testing/scripted-provider.ts';

const user = { role: 'user', content: 'Book me a flight' } as const;
const options = (signal = new AbortController().signal) => ({ tools: [], signal });

/** Read a stream to its end: its deltas, and the result or the failure that ended it. */
async function read(
  provider: ChatProvider,
  { signal, onDelta }: { signal?: AbortSignal; onDelta?: (deltas: readonly ChatDelta[]) => void } = {},
) {
  const deltas: ChatDelta[] = [];
  const stream = provider.stream([user], options(signal))[Symbol.asyncIterator]();
  let result: ChatProviderResult | undefined;
  let error: unknown;
  try {
    for (let next = await stream.next(); ; next = await stream.next()) {
      if (next.done) {
        result = next.value;
        break;
      }
      deltas.push(next.value);
      onDelta?.(deltas);
    }
  } catch (thrown) {
    error = thrown;
  }
  return { deltas, result, error };
}

describe('a scripted provider', () => {
  it('streams thinking, then text, word by word, and gives the whole at the end', async () => {
    const provider = createScriptedProvider([
      {
        thinking: 'A flight.',
        text: ' Which  one,\nplease?',
        toolCalls: [{ id: 'c1', name: 'book_flight', arguments: '{"cut' }, { name: 'now' }],
        usage: { tokens: 5 },
      },
    ]);
    const { deltas, result } = await read(provider);
    expect(deltas).toEqual([
      { type: 'thinking', content: 'A ' },
      { type: 'thinking', content: 'flight.' },
      { type: 'text', content: ' ' },
      { type: 'text', content: 'Which  ' },
      { type: 'text', content: 'one,\n' },
      { type: 'text', content: 'please?' },
    ]);
    expect(result).toEqual({
      text: ' Which  one,\nplease?',
      reasoning: [{ text: 'A flight.' }],
      toolCalls: [
        { id: 'c1', name: 'book_flight', arguments: '{"cut' },
        { name: 'now', arguments: {} },
      ],
      usage: { tokens: 5 },
    });
  });

  it('plays one turn for each call, and fails loudly when it has none left', async () => {
    const provider = createScriptedProvider([{ text: 'one' }, {}]);
    expect((await read(provider)).result?.text).toBe('one');
    expect((await read(provider)).result).toEqual({ text: '', toolCalls: [], usage: undefined });
    const { deltas, error } = await read(provider);
    expect(deltas).toEqual([]);
    expect(error).toBeInstanceOf(ScriptEndedError);
    expect(error).toMatchObject({ code: 'SCRIPT_ENDED', message: expect.stringContaining('has 2 turns') });
  });

  it('plays turns in the order of calls, not of reading', async () => {
    const provider = createScriptedProvider([{ text: 'one' }, { text: 'two' }]);
    const first = provider.stream([user], options())[Symbol.asyncIterator]();
    const second = provider.stream([user], options())[Symbol.asyncIterator]();
    expect((await second.next()).value).toEqual({ type: 'text', content: 'two' });
    expect((await first.next()).value).toEqual({ type: 'text', content: 'one' });
  });

  it('has turns written when it is called, from what it is called with', async () => {
    const echo = createScriptedProvider(async ([message], { systemPrompt }) => ({
      text: `${systemPrompt ?? ''}${message?.content}`,
    }));
    for (const _ of [1, 2]) expect((await read(echo)).result?.text).toBe('Book me a flight');
    const mixed = createScriptedProvider([{ text: 'one' }, () => ({ text: 'two' })]);
    expect([(await read(mixed)).result?.text, (await read(mixed)).result?.text]).toEqual(['one', 'two']);
  });

  it('remembers what it was asked, as it was then', async () => {
    const provider = createScriptedProvider([{}]);
    const tool = { name: 'book_flight', description: 'Book', parameters: {} };
    const messages: { role: 'user'; content: string }[] = [user];
    provider.stream(messages, { ...options(), tools: [tool], systemPrompt: 'Be brief' });
    messages.push({ role: 'user', content: 'later' });
    expect(provider.calls).toEqual([{ messages: [user], tools: [tool], systemPrompt: 'Be brief' }]);
  });

  it('fails before it begins, or in the middle', async () => {
    const error = new Error('Overloaded');
    const provider = createScriptedProvider([{ error }, { text: 'Half a', error }]);
    expect(await read(provider)).toEqual({ deltas: [], result: undefined, error });
    const middle = await read(provider);
    expect(middle.deltas.map((delta) => delta.content)).toEqual(['Half ', 'a']);
    expect(middle.error).toBe(error);
  });

  it('fails as the function fails that writes its turn', async () => {
    const error = new Error('Not what I expected to be asked');
    const provider = createScriptedProvider(() => {
      throw error;
    });
    expect((await read(provider)).error).toBe(error);
  });
});

describe('an abort', () => {
  const reason = new Error('Nobody listens');

  it('keeps the model from starting', async () => {
    const provider = createScriptedProvider([{ text: 'one' }]);
    expect(await read(provider, { signal: AbortSignal.abort(reason) })).toMatchObject({ deltas: [], error: reason });
  });

  it('stops it between words', async () => {
    const controller = new AbortController();
    const provider = createScriptedProvider([{ text: 'one two three' }]);
    const { deltas, error } = await read(provider, {
      signal: controller.signal,
      onDelta: () => controller.abort(reason),
    });
    expect(deltas).toHaveLength(1);
    expect(error).toBe(reason);
  });

  it('stops it at once, where the next word is still to be waited for', async () => {
    vi.useFakeTimers();
    try {
      const controller = new AbortController();
      const reading = read(createScriptedProvider([{ text: 'one two', delay: 10 }]), {
        signal: controller.signal,
        onDelta: () => controller.abort(reason),
      });
      await vi.advanceTimersByTimeAsync(10);
      expect(await reading).toMatchObject({ deltas: [{ content: 'one ' }], error: reason });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it.for([
    ['while it waits for its next word', { text: 'one two', delay: 3_600_000 }],
    ['while its turn is being written', () => new Promise<never>(() => {})],
  ] as const)('stops it %s, and leaves no listener', async ([, turn]) => {
    const controller = new AbortController();
    const { signal } = controller;
    const reading = read(createScriptedProvider([turn]), { signal });
    await expect.poll(() => getEventListeners(signal, 'abort').length).toBe(1);
    controller.abort(reason);
    expect(await reading).toEqual({ deltas: [], result: undefined, error: reason });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('finds no listener left after a turn that ran to its end', async () => {
    const { signal } = new AbortController();
    await read(
      createScriptedProvider(() => ({ text: 'one two', delay: 1 })),
      { signal },
    );
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('waits as long as the provider says where the turn does not', async () => {
    const controller = new AbortController();
    const reading = read(createScriptedProvider([{ text: 'one' }], { delay: 3_600_000 }), {
      signal: controller.signal,
    });
    await expect.poll(() => getEventListeners(controller.signal, 'abort').length).toBe(1);
    controller.abort(reason);
    expect((await reading).error).toBe(reason);
    const quick = createScriptedProvider([{ text: 'one', delay: 0 }], { delay: 3_600_000 });
    expect((await read(quick)).result?.text).toBe('one');
  });
});
