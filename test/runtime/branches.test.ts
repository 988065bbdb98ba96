import { all, ensure, run, sleep, spawn, suspend, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpBranchContext, type McpToolContext } from '../../src/plugin.ts';
import { createQueuedHost } from '../queued-host.ts';
import type { JournalEntry } from '../../src/runtime/journal.ts';
import { createRunClock } from '../../src/runtime/run-clock.ts';
import { createMockClient, runTool, type MockClient } from '../../src/testing.ts';
import type { ToolLimits } from '../../src/tool/tool-limits.ts';

const declaration = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) }, { url: true });
type Ctx = McpToolContext<typeof declaration.elicits, { url: true }>;

const play = (
  body: (ctx: Ctx) => Operation<unknown>,
  { client = createMockClient(), limits }: { client?: MockClient; limits?: ToolLimits | undefined } = {},
) =>
  run(() =>
    runTool(
      declaration.execute((_, ctx) => body(ctx)),
      {},
      client,
      { limits, owner: 'ada' },
    ),
  );
const said = ({ sampleCalls }: MockClient) =>
  sampleCalls.map(({ branch, messages }) => `${branch}: ${messages.map(({ content }) => content).join(', ')}`);
const usage = { inputTokens: 6, outputTokens: 4 };

describe('a branch', () => {
  it('talks to the model in a conversation of its own, and gives a value', async () => {
    const client = createMockClient({ sampleResponses: ['Hello.', 'Cheap.', 'Early.', 'Bye.'] });
    const result = await play(
      function* (ctx) {
        yield* ctx.sample({ prompt: 'Hi' });
        const detail = yield* ctx.branch(function* (inner) {
          expect([inner.depth, inner.callId, inner.owner]).toEqual([1, 'call_test', 'ada']);
          expect(inner.parentMessages.map(({ content }) => content)).toEqual(['Hi', 'Hello.']);
          yield* inner.sample({ prompt: 'Price?' });
          const { text } = yield* inner.sample({ prompt: 'When?' });
          expect(inner.messages).toHaveLength(6);
          return text;
        });
        expect(ctx.messages.map(({ content }) => content)).toEqual(['Hi', 'Hello.']);
        yield* ctx.sample({ prompt: 'Thanks' });
        return detail;
      },
      { client },
    );
    expect(result).toBe('Early.');
    expect(said(client)).toEqual([
      ': Hi',
      '1: Hi, Hello., Price?',
      '1: Hi, Hello., Price?, Cheap., When?',
      ': Hi, Hello., Thanks',
    ]);
  });

  it('begins afresh where it inherits no messages', async () => {
    const client = createMockClient({ sampleResponses: ['Hello.', 'Cheap.'] });
    await play(
      function* (ctx) {
        yield* ctx.sample({ prompt: 'Hi' });
        yield* ctx.branch((inner) => inner.sample({ prompt: 'Price?' }), { inheritMessages: false });
      },
      { client },
    );
    expect(said(client)).toEqual([': Hi', '1: Price?']);
  });

  it('keeps a list of messages that it was given as it is', async () => {
    const client = createMockClient({ sampleResponses: ['Yes.'] });
    await play(
      function* (ctx) {
        yield* ctx.sample({ messages: [{ role: 'user', content: 'Alone?' }] });
        expect(ctx.messages).toEqual([]);
      },
      { client },
    );
  });

  it('runs beside others, each with its own messages, and lies in others', async () => {
    const client = createMockClient({ sampleResponses: ['p', 't', 'pp', 'tt'] });
    const analyse = (what: string) =>
      function* (ctx: McpBranchContext): Operation<string> {
        yield* ctx.sample({ prompt: what });
        return yield* ctx.branch(function* (inner) {
          return `${what} ${inner.depth} ${(yield* inner.sample({ prompt: 'More' })).text}`;
        });
      };
    const result = await play((ctx) => all([ctx.branch(analyse('price')), ctx.branch(analyse('time'))]), { client });
    expect(result).toEqual(['price 2 pp', 'time 2 tt']);
    expect(said(client)).toEqual(['0: price', '1: time', '0.1: price, p, More', '1.1: time, t, More']);
  });

  it('fails as its body does, and the tool may catch that', async () => {
    const result = await play(function* (ctx) {
      try {
        yield* ctx.branch(function* () {
          throw new Error('no flights');
        });
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(result).toBe('no flights');
  });

  it('cannot ask the person', async () => {
    const asking = play((ctx) =>
      ctx.branch((inner) => (inner as unknown as Ctx).elicit('seat', { message: 'Where?' })),
    );
    await expect(asking).rejects.toMatchObject({ code: 'ELICIT_IN_BRANCH' });
    const opening = play((ctx) =>
      ctx.branch((inner) => (inner as unknown as Ctx).elicit.url({ message: 'Pay', url: 'https://pay.example' })),
    );
    await expect(opening).rejects.toMatchObject({ code: 'ELICIT_IN_BRANCH' });
  });

  it('halts what it began when it ends', async () => {
    const ended: string[] = [];
    await play((ctx) =>
      ctx.branch(function* () {
        yield* spawn(function* () {
          yield* ensure(() => void ended.push('child'));
          yield* suspend();
        });
        yield* sleep(0);
        ended.push('branch');
      }),
    );
    expect(ended).toEqual(['branch', 'child']);
  });
});

describe('a limit of depth', () => {
  const nested = (levels: number) =>
    function* (ctx: McpBranchContext): Operation<number> {
      return levels === 0 ? ctx.depth : yield* ctx.branch(nested(levels - 1));
    };

  it.each<[string, (ctx: Ctx) => Operation<unknown>, ToolLimits | undefined]>([
    ['the run', nested(3), { maxDepth: 2 }],
    ['a branch, counted from it', (ctx) => ctx.branch(nested(2), { maxDepth: 1 }), undefined],
    [
      'a branch around it',
      (ctx) => ctx.branch((inner) => inner.branch(nested(1), { maxDepth: 9 }), { maxDepth: 1 }),
      undefined,
    ],
  ])('of %s is kept', async (_, body, limits) => {
    await expect(play(body, { limits })).rejects.toMatchObject({ code: 'TOOL_DEPTH' });
  });

  it('lets pass what lies within it', async () => {
    expect(await play(nested(2), { limits: { maxDepth: 2 } })).toBe(2);
    expect(await play((ctx) => ctx.branch(nested(1), { maxDepth: 1 }))).toBe(2);
  });

  it('of the tool is kept', async () => {
    const tool = declaration.limits({ maxDepth: 1 }).execute((_, ctx) => nested(2)(ctx));
    await expect(run(() => runTool(tool, {}, createMockClient()))).rejects.toMatchObject({ code: 'TOOL_DEPTH' });
  });
});

describe('a limit of tokens', () => {
  const twice = function* (ctx: McpBranchContext): Operation<string> {
    yield* ctx.sample({ prompt: 'One' });
    return (yield* ctx.sample({ prompt: 'Two' })).text;
  };
  const answers = { sampleResponses: [1, 2, 3, 4].map((nth) => ({ text: `${nth}`, usage })) };

  it('counts what the provider says of every branch below it, and refuses the next sample', async () => {
    const client = createMockClient(answers);
    const body = function* (ctx: Ctx): Operation<unknown> {
      return [yield* ctx.branch(twice), yield* ctx.branch(twice)];
    };
    await expect(play(body, { client, limits: { maxTokens: 30 } })).rejects.toMatchObject({
      code: 'TOOL_TOKENS',
      message: expect.stringContaining('30 of the 30 tokens'),
    });
    expect(client.sampleCalls).toHaveLength(3);
  });

  it('of a branch is its own', async () => {
    const client = createMockClient(answers);
    const result = await play(
      function* (ctx) {
        const [first, failed] = [
          yield* ctx.branch(twice, { maxTokens: 20 }),
          yield* codeOf(ctx.branch(twice, { maxTokens: 10 })),
        ];
        return [first, failed];
      },
      { client },
    );
    expect(result).toEqual(['2', 'TOOL_TOKENS']);
  });

  it('fails a sample that took more than was left', async () => {
    const client = createMockClient(answers);
    await expect(play(twice, { client, limits: { maxTokens: 15 } })).rejects.toMatchObject({ code: 'TOOL_TOKENS' });
    expect(client.sampleCalls).toHaveLength(2);
  });

  it('estimates where the provider does not count, and says so', async () => {
    const client = createMockClient({ sampleResponses: ['x'.repeat(40)] });
    const prompt = 'y'.repeat(80);
    const result = await play((ctx) => ctx.sample({ prompt }), { client });
    expect(result).toMatchObject({ usage: { inputTokens: 20, outputTokens: 10, estimated: true } });
    const again = createMockClient({ sampleResponses: ['x'.repeat(40)] });
    await expect(
      play((ctx) => ctx.sample({ prompt }), { client: again, limits: { maxTokens: 29 } }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('about 30 of the 29 tokens'),
    });
  });
});

function* codeOf(operation: Operation<unknown>): Operation<unknown> {
  try {
    yield* operation;
    return 'none';
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

describe('a limit of time', () => {
  it('halts a branch, runs its clean-up, and lets the tool go on', async () => {
    const ended: string[] = [];
    const result = await play(function* (ctx) {
      const slow = ctx.branch(
        function* () {
          try {
            yield* suspend();
          } finally {
            ended.push('cleaned up');
          }
        },
        { timeout: 5 },
      );
      return [yield* codeOf(slow), yield* ctx.branch((inner) => inner.step('next', () => 'on'), { timeout: 5000 })];
    });
    expect(result).toEqual(['TOOL_TIMEOUT', 'on']);
    expect(ended).toEqual(['cleaned up']);
  });

  it('of the run halts the tool', async () => {
    await expect(play(() => suspend(), { limits: { timeout: 5 } })).rejects.toMatchObject({ code: 'TOOL_TIMEOUT' });
  });

  it('does not count the time that a person takes', async () => {
    const clock = createRunClock();
    const fired: string[] = [];
    clock.start();
    clock.after(20, () => fired.push('over'));
    clock.pause();
    await run(() => sleep(60));
    expect(fired).toEqual([]);
    clock.start();
    await expect.poll(() => fired).toEqual(['over']);
  });

  it('that has passed is recorded: a replay does not wait, and fails the same way', async () => {
    const journal: JournalEntry[] = [];
    const body = (ctx: Ctx) =>
      all([
        codeOf(ctx.branch(() => suspend(), { timeout: 5 })),
        ctx.branch((inner) => inner.step('other', () => 'done')),
      ]);
    const tool = declaration.execute((_, ctx) => body(ctx));
    const playOn = (kept: JournalEntry[], clock = createRunClock()) => {
      const host = createQueuedHost({
        tool,
        params: {},
        callId: 'call_1',
        clock,
        journal: [...kept],
        *append(entry) {
          kept.push(entry);
          return entry;
        },
      });
      return run(() => host.run());
    };
    const clock = createRunClock();
    clock.start();
    const result = await playOn(journal, clock);
    expect(result).toEqual(['TOOL_TIMEOUT', 'done']);
    expect(journal.map(({ key }) => key).toSorted()).toEqual(['0.timeout', '1.0']);
    // This clock stands still: only what is recorded can end the branch.
    expect(await playOn(journal)).toEqual(result);
    expect(journal).toHaveLength(2);
  });
});
