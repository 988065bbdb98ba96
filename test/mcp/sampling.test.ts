import { setImmediate } from 'node:timers/promises';
import { all, until, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { SamplingParts } from '../../src/tool/sampling-parts.ts';
import { holding } from '../faults/held-commit.ts';
import { connect, endpointOf, keys, leg, sharedStore, type RawResult } from './harness.ts';
import { createGate, createWorker } from './raw.ts';

const capabilities = { sampling: {} };
const says = (text: string) => ({ role: 'assistant', model: 'test', content: { type: 'text', text } });

function createThinker() {
  const done: string[] = [];
  const think = createMcpTool('think')
    .description('Think twice')
    .parameters(z.object({}))
    .elicits({})
    .execute(function* (_params, ctx) {
      const first = yield* ctx.sample({ prompt: 'One?' });
      yield* ctx.step('note', () => void done.push(first.text));
      const second = yield* ctx.sample({ prompt: 'Two?' });
      return `${first.text} ${second.text}`;
    });
  return { think, done };
}

function createPair(parts: SamplingParts) {
  return createMcpTool('pair')
    .description('Ask for two')
    .parameters(z.object({}))
    .elicits({})
    .repeatable()
    .sampling(parts)
    .execute(function* (_params, ctx) {
      const both = yield* all(
        ['a', 'b'].map((prompt) => ctx.sample({ messages: [{ role: 'user', content: prompt }] })),
      );
      return both.map(({ text }) => text).join(' ');
    });
}

/** Asks the model within one sample, and asks again. */
function createTwice() {
  const done: string[] = [];
  const twice = createMcpTool('twice')
    .description('Ask, and ask again')
    .parameters(z.object({}))
    .elicits({})
    .sampling({
      *act(request, ask) {
        const first = yield* ask(request);
        const messages = [...request.messages, { role: 'assistant' as const, content: first.text }];
        const again = yield* ask({ ...request, messages: [...messages, { role: 'user', content: 'Sure?' }] });
        return { text: `${first.text} ${again.text}` };
      },
    })
    .execute(function* (_params, ctx) {
      try {
        return (yield* ctx.sample({ prompt: 'One?' })).text;
      } finally {
        done.push('cleaned up');
      }
    });
  return { twice, done };
}

/** Longer than a leg takes that waits for nothing. */
function* aWhile(): Operation<void> {
  for (let turns = 0; turns < 30; turns += 1) yield* until(setImmediate());
}

const call = { name: 'think', arguments: {}, capabilities };
const state = ({ result }: RawResult) => ({ requestState: result?.requestState ?? '' });
const asked = ({ result }: RawResult) => Object.keys(result?.inputRequests ?? {});
const given = (of: RawResult, text: string) => ({
  ...state(of),
  inputResponses: Object.fromEntries(asked(of).map((key) => [key, says(text)])),
});

it.each(['modern', 'legacy'] as const)('the client’s model gets the system prompt of a sample: %s', async (era) => {
  const polite = createMcpTool('polite')
    .description('Ask politely')
    .parameters(z.object({}))
    .elicits({})
    .execute(function* (_params, ctx) {
      return (yield* ctx.sample({ prompt: 'Hello?', systemPrompt: 'Be polite.' })).text;
    });
  const prompts: unknown[] = [];
  const { client } = await connect(endpointOf([polite]), era, {
    onSample(params) {
      prompts.push((params as { systemPrompt?: string }).systemPrompt);
      return 'Good day.';
    },
  });
  await client.callTool({ name: 'polite', arguments: {} });

  expect(prompts).toEqual(['Be polite.']);
});

it.each(['modern', 'legacy'] as const)('the client’s model answers each sample once: %s', async (era) => {
  const { think, done } = createThinker();
  const prompts: unknown[] = [];
  const { client } = await connect(endpointOf([think]), era, {
    onSample({ messages }) {
      prompts.push(messages.at(-1));
      return `answer ${prompts.length}`;
    },
  });

  expect((await client.callTool({ name: 'think', arguments: {} })).content).toEqual([
    { type: 'text', text: 'answer 1 answer 2' },
  ]);
  expect(prompts).toHaveLength(2);
  expect(done).toEqual(['answer 1']);
});

describe('from 2026-07-28', () => {
  it('legs that come again, at two instances, change nothing', async () => {
    const { think, done } = createThinker();
    const store = sharedStore();
    const [a, b] = [endpointOf([think], { store, keys }), endpointOf([think], { store, keys })];
    const first = await leg(a, call);
    const one = { ...call, ...given(first, 'yes') };
    const seconds = await Promise.all([leg(a, one), leg(b, one), leg(b, one)]);
    expect(new Set(seconds.flatMap(asked)).size).toBe(1);
    expect(asked(seconds[0])).not.toEqual(asked(first));
    // A first leg's answers are none to the second sample.
    expect(asked(await leg(b, one))).toEqual(asked(seconds[0]));
    const lasts = await Promise.all([a, b].map((mcp) => leg(mcp, { ...call, ...given(seconds[1], 'no') })));

    for (const { result } of lasts) expect(result?.content?.[0]?.text).toBe('yes no');
    expect(done).toEqual(['yes']);
  });

  it('a leg that was paused as it took a call, which another process had meanwhile, does nothing again', async () => {
    const { think, done } = createThinker();
    const store = sharedStore();
    const paused = holding(store, ({ put = [] }) => put.some(({ key }) => key.endsWith('/lease')));
    const [a, b] = [endpointOf([think], { store, keys }), endpointOf([think], { store: paused, keys })];
    const first = await leg(a, call);
    const one = { ...call, ...given(first, 'yes') };
    const late = leg(b, one);
    await paused.holds;
    const second = await leg(a, one);
    paused.release();

    expect(asked(await late)).toEqual(asked(second));
    expect(done).toEqual(['yes']);
  });

  it.each<[string, unknown]>([
    ['a text', 'yes'],
    ['no content', { role: 'assistant', model: 'test' }],
    ['an unknown part', { role: 'assistant', model: 'test', content: { type: 'video' } }],
    ['a part without text', { role: 'assistant', model: 'test', content: { type: 'text' } }],
    ['an answer to a question', { action: 'accept', content: {} }],
    ['null', null],
  ])('what is no answer of a model is asked again: %s', async (_what, answer) => {
    const { think, done } = createThinker();
    const mcp = endpointOf([think]);
    const first = await leg(mcp, call);
    const inputResponses = Object.fromEntries(asked(first).map((key) => [key, answer]));
    const again = await leg(mcp, { ...call, ...state(first), inputResponses });

    expect(again.error).toBeUndefined();
    expect(asked(again)).toEqual(asked(first));
    expect(done).toEqual([]);
  });

  it('a tool that asks for several at once gets each its own', async () => {
    const several = createMcpTool('several')
      .description('Ask for several')
      .parameters(z.object({}))
      .elicits({})
      .execute(function* (_params, ctx) {
        const all3 = yield* all(
          ['a', 'b', 'a'].map((prompt) => ctx.sample({ messages: [{ role: 'user', content: prompt }] })),
        );
        return all3.map(({ text }) => text).join(' ');
      });
    let answers = 0;
    const { client } = await connect(endpointOf([several]), 'modern', { onSample: () => `${(answers += 1)}` });
    const { content } = await client.callTool({ name: 'several', arguments: {} });

    expect((content[0] as { text: string }).text.split(' ').toSorted()).toEqual(['1', '2', '3']);
  });

  describe.each([
    ['kept here', {}],
    ['sealed', { keys, sealed: true }],
  ])('samples at once of a call that is %s', (_, options) => {
    it('leave in one leg, though one takes longer to prepare', async () => {
      const mcp = endpointOf(
        [
          createPair({
            *before(request) {
              if (request.messages.at(-1)?.content === 'a') yield* aWhile();
              return request;
            },
          }),
        ],
        options,
      );
      const first = await leg(mcp, { ...call, name: 'pair' });
      expect(asked(first)).toHaveLength(2);
      const last = await leg(mcp, { ...call, name: 'pair', ...given(first, 'yes') });

      expect(last.result?.content?.[0]?.text).toBe('yes yes');
    });

    it('are asked once, though the answers come one at a time, and one takes longer to take in', async () => {
      const mcp = endpointOf(
        [
          createPair({
            *after(result) {
              yield* aWhile();
              return result;
            },
          }),
        ],
        options,
      );
      const first = await leg(mcp, { ...call, name: 'pair' });
      const [a = '', b = ''] = asked(first).toSorted();
      const second = await leg(mcp, { ...call, name: 'pair', ...state(first), inputResponses: { [a]: says('one') } });
      expect(asked(second)).toEqual([b]);
      const last = await leg(mcp, { ...call, name: 'pair', ...given(second, 'two') });

      expect(last.result?.content?.[0]?.text.split(' ').toSorted()).toEqual(['one', 'two']);
    });
  });

  it('a leg waits for a step beside a sample, so that the step is not done again', async () => {
    const gate = createGate();
    const done: string[] = [];
    const both = createMcpTool('both')
      .description('Work and ask')
      .parameters(z.object({}))
      .elicits({})
      .execute(function* (_params, ctx) {
        const [said] = yield* all([
          ctx.sample({ prompt: 'One?' }),
          ctx.step('work', async () => {
            done.push('began');
            await gate.pass();
          }),
        ]);
        return said.text;
      });
    const mcp = endpointOf([both]);
    const first = leg(mcp, { ...call, name: 'both' });
    await gate.reached();
    gate.open();
    const last = await leg(mcp, { ...call, name: 'both', ...given(await first, 'yes') });

    expect(last.result?.content?.[0]?.text).toBe('yes');
    expect(done).toEqual(['began']);
  });

  it('a tool that asks twice within one sample gets to its end', async () => {
    const { twice } = createTwice();
    const { client } = await connect(endpointOf([twice]), 'modern', {
      onSample: ({ messages }) => (messages.length === 1 ? 'yes' : 'sure'),
    });

    expect((await client.callTool({ name: 'twice', arguments: {} })).content).toEqual([
      { type: 'text', text: 'yes sure' },
    ]);
  });
});

it('a call whose state has no room for what the client’s model said is over, and cleans up', async () => {
  const { twice, done } = createTwice();
  const ended: unknown[] = [];
  const mcp = endpointOf([twice], { onEvent: (event) => event.type === 'session_ended' && ended.push(event.status) });
  const first = await leg(mcp, { ...call, name: 'twice' });
  const second = await leg(mcp, { ...call, name: 'twice', ...given(first, 'long'.repeat(5000)) });

  expect(second.result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/16384.*the client's model said.*raise limits\.bytes/) }],
  });
  expect([done, ended]).toEqual([['cleaned up'], ['aborted']]);
});

it('samples with tools go only to a client that offers that', async () => {
  const add = createMcpTool('add')
    .description('Add')
    .parameters(z.object({ a: z.number(), b: z.number() }))
    .elicits({})
    .execute(function* ({ a, b }) {
      return a + b;
    });
  const withTools = createMcpTool('with_tools')
    .description('Ask with tools')
    .parameters(z.object({}))
    .elicits({})
    .execute(function* (_params, ctx) {
      return yield* ctx.branch(
        function* (inner) {
          return (yield* inner.sample({ prompt: '1 + 2?', tools: true })).text;
        },
        { tools: [add] },
      );
    });
  const mcp = endpointOf([withTools]);
  const own = { name: 'with_tools', arguments: {} };

  expect(await leg(mcp, { ...own, capabilities })).toMatchObject({
    status: 400,
    error: { code: -32_021, data: { requiredCapabilities: { sampling: { tools: {} } } } },
  });
  const able = { ...own, capabilities: { sampling: { tools: {} } } };
  const first = await leg(mcp, able);
  const use = { type: 'tool_use', id: 'x', name: 'add', input: { a: 1, b: 2 } };
  const second = await leg(mcp, {
    ...able,
    ...state(first),
    inputResponses: { [asked(first)[0]!]: { role: 'assistant', model: 'test', content: use } },
  });
  expect(JSON.stringify(second.result?.inputRequests)).toContain('"text":"3"');
  expect((await leg(mcp, { ...able, ...given(second, 'Three.') })).result?.content?.[0]?.text).toBe('Three.');
});

it('an answer to a sample does not answer a question, nor the other way round', async () => {
  const { worker, done } = createWorker();
  const mcp = endpointOf([worker]);
  const first = await leg(mcp, { name: 'work', arguments: {} });
  const again = await leg(mcp, {
    name: 'work',
    arguments: {},
    ...state(first),
    inputResponses: { go: says('x') },
  });

  expect(asked(again)).toEqual(['go']);
  expect(done).toEqual([]);
});
