import type { Client } from '@modelcontextprotocol/client';
import { inputRequired, type ServerContext } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { elicitationCapabilities } from '../../src/mcp-client.ts';
import { closeAll } from '../client/harness.ts';
import { connectRounds, connectSecond, stopAll, text, valueOf, type Connected } from './harness.ts';

const many = 50;
const numbers = Array.from({ length: many }, (_, index) => index);
const form = (index: number) => ({
  message: `Question ${index}?`,
  requestedSchema: { type: 'object' as const, properties: { value: { type: 'string' as const } } },
});
const limits = { open: many, perMinute: 2 * many };

/** Asks everything in one round, and says how many answers it got. */
const asking =
  (requests: () => [string, unknown][]) =>
  ({ mcpReq }: ServerContext) =>
    mcpReq.inputResponses === undefined
      ? inputRequired({ inputRequests: Object.fromEntries(requests()) as never })
      : text(Object.keys(mcpReq.inputResponses).length);
const questions = (): [string, unknown][] => numbers.map((index) => [`q${index}`, inputRequired.elicit(form(index))]);
const samples = (): [string, unknown][] =>
  numbers.map((index) => [`s${index}`, { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }]);

async function answerAll(connected: Connected, count = many): Promise<void> {
  const { pending } = await connected.when((snapshot) => snapshot.pending.length === count);
  for (const item of pending) if (item.status === 'pending') item.accept({ value: 'x' });
}

beforeEach(() => {
  vi.spyOn(process, 'emitWarning');
});
afterEach(async () => {
  await stopAll();
  await closeAll();
  // oxlint-disable-next-line vitest/no-standalone-expect
  expect(process.emitWarning).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

describe(`${many} at once, without a word of warning from Node,`, () => {
  it('are the questions of a round', async () => {
    const connected = await connectRounds({ ask: asking(questions) }, { limits });
    const result = connected.call('ask');
    await answerAll(connected);
    expect(valueOf(await result)).toBe(many);
  });

  it("are the questions of a round of the SDK's own callTool", async () => {
    const connected = await connectRounds({ ask: asking(questions) }, { limits });
    const result = (connected.mcp as unknown as Client).callTool({ name: 'ask', arguments: {} });
    await answerAll(connected);
    expect(valueOf(await result)).toBe(many);
  });

  it('are what a round requires beside questions', async () => {
    const fulfil = async () => ({ role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm' });
    const connected = await connectRounds(
      { ask: asking(samples) },
      { capabilities: { ...elicitationCapabilities(), sampling: {} } as never, limits, fulfil },
    );
    expect(valueOf(await connected.call('ask'))).toBe(many);
  });

  it('are calls that share one signal', async () => {
    const one = () => questions().slice(0, 1);
    const connected = await connectRounds({ ask: asking(one) }, { limits });
    const { signal } = new AbortController();
    const results = numbers.map(() => connected.call('ask', { signal }));
    await answerAll(connected);
    expect((await Promise.all(results)).map(valueOf)).toEqual(numbers.map(() => 1));
  });

  it('are questions that a call pushes', async () => {
    const connected = await connectSecond(
      { ask: async (elicit) => (await Promise.all(numbers.map((index) => elicit(form(index))))).length },
      { limits },
    );
    const result = connected.call('ask');
    await answerAll(connected);
    expect(valueOf(await result)).toBe(many);
  });
});
