import { inputRequired, UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { ElicitItem } from '../../src/client.ts';
import { closeAll, createHarness, type Harness } from '../client/harness.ts';
import {
  accept,
  connectFirst,
  connectRounds,
  connectSecond,
  stopAll,
  text,
  valueOf,
  type Connected,
  type Params,
  type Pushing,
} from './harness.ts';

afterEach(async () => {
  await stopAll();
  await closeAll();
});

const names = ['Acme', 'Beta', 'Gamma'] as const;
const requestedSchema = {
  type: 'object' as const,
  properties: { value: { type: 'string' as const } },
  required: ['value'],
};

/** A server of each kind. Each asks for what only it knows, and gives what it heard of that. */
function connectAll(page: Harness, losses: boolean[]): Promise<Connected[]> {
  const pushing = (name: string): { ask: Pushing } => {
    let count = 0;
    return {
      async ask(elicit) {
        const message = `${name} ${(count += 1)}`;
        return { message, heard: await elicit({ message, requestedSchema }) };
      },
    };
  };
  let count = 0;
  const rounds = {
    ask: ({ mcpReq }: { mcpReq: { inputResponses?: object | undefined; requestState(): string | undefined } }) => {
      const answers = mcpReq.inputResponses as { q: Params } | undefined;
      if (answers !== undefined) return text({ message: mcpReq.requestState(), heard: answers.q });
      const message = `Gamma ${(count += 1)}`;
      const q = inputRequired.elicit({ message, requestedSchema });
      return inputRequired({ inputRequests: { q }, requestState: message });
    },
  };
  const limits = { open: 100, perMinute: 1000 };
  const isLost = (params: Params) => 'inputResponses' in params && losses.shift() === true;
  return Promise.all([
    connectSecond(pushing('Acme'), { page, limits, server: { name: 'Acme' } }),
    connectFirst(pushing('Beta'), { page, limits, server: { name: 'Beta' } }),
    connectRounds(rounds as never, {
      page,
      limits,
      server: { name: 'Gamma' },
      cut: (_leg, params) => (isLost(params) ? 'answer' : undefined),
    }),
  ]);
}

type Step =
  | { do: 'call' | 'close' | 'leave'; server: number }
  | { do: 'answer'; pick: number; action: 'accept' | 'decline' | 'cancel' };

const server = fc.nat(names.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('call' as const), server }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      pick: fc.nat(),
      action: fc.constantFrom('accept', 'decline', 'cancel'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('close', 'leave'), server }) },
);

describe('several servers at once', () => {
  it('are each given what their own questions were answered, whatever becomes of the others', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.array(fc.boolean()), async (steps, losses) => {
        const page = createHarness();
        const connected = await connectAll(page, [...losses]);
        const gone = new Set<number>();
        const takenAlong: string[] = [];
        const deeds = new Map<string, string>();
        const calls: { server: number; result: Promise<unknown> }[] = [];
        const answer = (item: ElicitItem | undefined, action: 'accept' | 'decline' | 'cancel') => {
          if (item?.status === 'failed') return item.retry();
          if (item?.status !== 'pending' || deeds.has(item.message)) return;
          // What a server asks is shown under its own name.
          expect(item.message.startsWith(`${item.server?.name} `)).toBe(true);
          deeds.set(item.message, action);
          if (action === 'accept') item.accept({ value: `for ${item.message}` });
          else item[action]();
        };

        for (const one of steps) {
          if (one.do === 'answer') {
            const { pending } = page.snapshot();
            answer(pending[one.pick % Math.max(pending.length, 1)], one.action);
          } else if (one.do === 'call') {
            const result = connected[one.server]?.call('ask') ?? Promise.reject(new Error('nobody'));
            calls.push({ server: one.server, result: result.catch((error: unknown) => error) });
          } else {
            gone.add(one.server);
            const others = page.snapshot().pending.filter((item) => item.server?.name !== names[one.server]);
            const { connection, mcp } = connected[one.server] as Connected;
            if (one.do === 'leave') connection.close();
            else await (mcp as unknown as { close(): Promise<void> }).close();
            const left = page.snapshot().pending.map(({ elicitId }) => elicitId);
            const open = others.filter((item) => !deeds.has(item.message) && item.status === 'pending');
            takenAlong.push(...open.filter(({ elicitId }) => !left.includes(elicitId)).map(({ message }) => message));
          }
          await new Promise((resolve) => setImmediate(resolve));
        }
        const stop = page.client.subscribe(() => {
          for (const item of page.snapshot().pending) answer(item, 'decline');
        });
        for (const item of page.snapshot().pending) answer(item, 'decline');

        for (const { server: index, result } of calls) {
          const outcome = await result;
          const isGone = gone.has(index);
          if (outcome instanceof Error && isGone) continue;
          const { message, heard } = valueOf(outcome) as { message: string; heard: Params };
          const isOwn = message.startsWith(`${names[index]} `);
          const action = deeds.get(message);
          // Who left hears a cancel of what was open.
          const isEnded = isGone && heard['action'] === 'cancel';
          const content = { value: `for ${message}` };
          const meant = isEnded ? { action: 'cancel' } : action === 'accept' ? { action, content } : { action };
          expect({ isOwn, heard }).toEqual({ isOwn: true, heard: meant });
          answered += isEnded ? 0 : 1;
        }
        expect(takenAlong).toEqual([]);
        stop();
        await stopAll();
        await closeAll();
      }),
      { numRuns: 60, seed: 42 },
    );
    // It was not all closed before anything was said.
    expect(answered).toBeGreaterThan(100);
  });

  it('do not complete the pages of each other, be their ids the same', async () => {
    const page = createHarness();
    const tools = (name: string): Record<string, Pushing> => ({
      open: (elicit) =>
        elicit({ mode: 'url', message: `Open ${name}`, url: `https://${name}.example/`, elicitationId: 'e1' }),
      done: async (_elicit, { notify }) => {
        await notify('notifications/elicitation/complete', { elicitationId: 'e1' });
        return 'told';
      },
    });
    const acme = await connectSecond(tools('acme'), { page, server: { name: 'Acme' } });
    const beta = await connectFirst(tools('beta'), { page, server: { name: 'Beta' } });
    const results = [acme.call('open'), beta.call('open')];
    await accept(acme, 'Open acme', {});
    await accept(beta, 'Open beta', {});
    await Promise.all(results);
    await acme.call('done');
    const titleOf = (name: string) => {
      const item = page.snapshot().items.find((one) => one.server?.name === name);
      return item?.status === 'settled' ? item.receipt?.title : undefined;
    };
    await page.when(() => titleOf('Acme') === 'Done on the page');
    expect(titleOf('Beta')).toBeUndefined();
    await beta.call('done');
    await page.when(() => titleOf('Beta') === 'Done on the page');
  });

  it('do not bring back the person from the pages of each other', async () => {
    const page = createHarness();
    const tools = (name: string): Record<string, Pushing> => {
      let tries = 0;
      return {
        async pay() {
          tries += 1;
          const needed = {
            mode: 'url' as const,
            message: `Open ${name}`,
            url: `https://${name}.example/`,
            elicitationId: 'e1',
          };
          if (tries === 1) throw new UrlElicitationRequiredError([needed]);
          return tries;
        },
        done: async (_elicit, { notify }) => {
          await notify('notifications/elicitation/complete', { elicitationId: 'e1' });
          return 'told';
        },
      };
    };
    const acme = await connectSecond(tools('acme'), { page, server: { name: 'Acme' } });
    const beta = await connectSecond(tools('beta'), { page, server: { name: 'Beta' } });
    const results = [acme.call('pay'), beta.call('pay')];
    await page.when(({ pending }) => pending.length === 2);
    await acme.call('done');
    expect(valueOf(await results[0])).toBe(2);
    expect(page.snapshot().pending.map(({ message }) => message)).toEqual(['Open beta']);
    await accept(beta, 'Open beta', {});
    expect(valueOf(await results[1])).toBe(2);
  });
});
