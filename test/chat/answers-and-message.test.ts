import { suspend, sleep } from 'effection';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatHandlerOptions, ChatMessage } from '../../src/server.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import {
  accept,
  createChat,
  createModel,
  isWhole,
  messagesOf,
  only,
  questionOf,
  user,
  type Answered,
  type Chat,
} from './harness.ts';
import { eventually } from '../eventually.ts';
import { runs } from '../runs.ts';

const conversationId = 'c';
const interrupted = { action: 'cancel', reason: 'interrupted' };

const meal = createMcpTool('meal')
  .description('Choose a meal')
  .parameters(z.object({}))
  .elicits({ dish: z.object({ n: z.int() }), drink: z.object({ n: z.int() }) });

/** A model that makes these calls, then says how many messages of the person it has read. */
function model(...names: string[]) {
  return createModel((messages) =>
    messages.at(-1)?.content === 'Go'
      ? { calls: names.map((name) => ({ name, arguments: {} })) }
      : `${messages.filter(({ role }) => role === 'user').length} heard`,
  );
}

/** What the tools' questions gave, by the tool. */
type Got = Record<string, unknown[]>;

function asking(name: string, got: Got, accepts = (_n: number) => true) {
  got[name] = [];
  return createMcpTool(name)
    .description(name)
    .parameters(z.object({}))
    .elicits({ dish: z.object({ n: z.int() }) })
    .execute(function* (_, ctx) {
      const check = ({ n }: { n: number }) => (accepts(n) ? [] : ['Not this one.']);
      const { action, ...answer } = yield* ctx.elicit('dish', { message: `${name}?` }, { check });
      got[name]!.push({ action, ...answer });
      return action;
    });
}

const begin = (chat: Chat) => chat.post({ conversationId, messages: [user('Go')] });

/** A body with answers, and with a message after the messages that are known. */
function both(first: Answered, answers: Record<string, number>) {
  const questions = only(first, 'plugin_elicit_request');
  return {
    conversationId,
    messages: [...messagesOf(first), { ...user('And hurry'), id: 'hurry' }] satisfies ChatMessage[],
    pluginElicitResponses: Object.entries(answers).map(([tool, n]) =>
      accept(
        questions.find(({ message }) => message === `${tool}?`)!,
        { n },
      ),
    ),
  };
}

describe.each(['cancel', 'abort'] as const)('answers and a message in one request (%s)', (onInterruption) => {
  const policy: Partial<ChatHandlerOptions> = { onInterruption };

  it('count, and the message follows', async () => {
    const got: Got = {};
    const tools = [asking('meal', got), asking('seat', got)];
    const chat = createChat(model('meal', 'seat'), { ...policy, tools });
    const next = await chat.post(both(await begin(chat), { meal: 1, seat: 2 }));

    expect(got).toEqual({
      meal: [{ action: 'accept', content: { n: 1 } }],
      seat: [{ action: 'accept', content: { n: 2 } }],
    });
    expect(messagesOf(next).map(({ role, content }) => `${role} ${content}`)).toEqual([
      'user Go',
      'assistant ',
      'tool accept',
      'tool accept',
      'user And hurry',
      'assistant 2 heard',
    ]);
  });

  it('leave the question that has no answer to the message', async () => {
    const got: Got = {};
    const tools = [asking('meal', got), asking('seat', got)];
    const chat = createChat(model('meal', 'seat'), { ...policy, tools });
    const next = await chat.post(both(await begin(chat), { meal: 1 }));

    expect(got).toEqual({
      meal: [{ action: 'accept', content: { n: 1 } }],
      seat: onInterruption === 'cancel' ? [interrupted] : [],
    });
    expect(messagesOf(next).at(-1)?.content).toBe('2 heard');
  });

  it('leave the question of a refused answer to the message', async () => {
    const got: Got = {};
    const tools = [asking('meal', got, (n) => n > 5)];
    const chat = createChat(model('meal'), { ...policy, tools });
    const next = await chat.post(both(await begin(chat), { meal: 1 }));

    expect(got).toEqual({ meal: onInterruption === 'cancel' ? [interrupted] : [] });
    expect(messagesOf(next).at(-1)?.content).toBe('2 heard');
  });

  it('let the answered call run on, and interrupt what it asks next', async () => {
    const got: unknown[] = [];
    const tool = meal.execute(function* (_, ctx) {
      got.push((yield* ctx.elicit('dish', { message: 'meal?' })).action);
      // Longer than a call has that a message has interrupted.
      yield* ctx.step('cook', () => sleep(300));
      got.push(yield* ctx.elicit('drink', { message: 'Drink?' }));
      yield* ctx.step('serve', () => got.push('served'));
      return 'done';
    });
    const chat = createChat(model('meal'), { ...policy, tools: [tool], limits: { patience: 300 } });
    const next = await chat.post(both(await begin(chat), { meal: 1 }));

    expect(got).toEqual(['accept', interrupted, 'served']);
    expect(messagesOf(next).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
    expect(messagesOf(next).at(2)).toMatchObject({ content: 'done' });
  });

  it('count once if the request comes again', async () => {
    const got: Got = {};
    const chat = createChat(model('meal'), { ...policy, tools: [asking('meal', got)] });
    const body = both(await begin(chat), { meal: 1 });
    await chat.post(body);
    const again = await chat.post(body);

    expect(got).toEqual({ meal: [{ action: 'accept', content: { n: 1 } }] });
    expect(messagesOf(again).filter(({ role }) => role === 'user')).toHaveLength(2);
  });

  it('lets the answered call run on in a process that takes over', async () => {
    const store = { ...memoryStore(), isVolatile: false };
    const got: unknown[] = [];
    let isFirst = true;
    const tool = meal.execute(function* (_, ctx) {
      got.push((yield* ctx.elicit('dish', { message: 'meal?' })).action);
      yield* ctx.step('cook', () => (isFirst ? suspend() : sleep(1)), { idempotent: true });
      got.push('cooked');
      return 'done';
    });
    const options = { ...policy, tools: [tool], store, limits: { leaseTime: 300, sweepEvery: Infinity } };
    const one = createChat(model('meal'), options);
    const body = both(await begin(one), { meal: 1 });
    void one.open(body);
    await eventually(() => expect(got).toEqual(['accept']));
    await one.handler.close();
    isFirst = false;

    const two = createChat(model('meal'), options);
    await two.handler.sweep();
    const next = await two.post({ conversationId, attach: true });
    expect(got.filter((each) => each === 'cooked')).toEqual(['cooked']);
    expect(messagesOf(next).map(({ content }) => content)).toEqual(['Go', '', 'done', 'And hurry', '2 heard']);
    expect(isWhole(messagesOf(next))).toBe(true);
  });

  it('waits for a slow check no longer than a check may take', async () => {
    const got: unknown[] = [];
    const tool = meal.execute(function* (_, ctx) {
      const answer = yield* ctx.elicit(
        'dish',
        { message: 'meal?' },
        { check: () => new Promise<never>(() => undefined) },
      );
      got.push(answer);
      return answer.action;
    });
    const chat = createChat(model('meal'), { ...policy, tools: [tool], limits: { patience: 300 } });
    const next = await chat.post(both(await begin(chat), { meal: 1 }));

    // The check may be late first, or the message: then the answer may still count, so its call is not stopped.
    expect(onInterruption === 'cancel' ? [[interrupted]] : [[], [interrupted]]).toContainEqual(got);
    expect(messagesOf(next).at(-1)?.content).toBe('2 heard');
    // A message that is first closes the question, and nobody waits for its check any more.
    const codes = chat.errors.map((error) => (error as { code?: string }).code);
    expect([[], ['CHECK_TIMEOUT']]).toContainEqual(codes);
  });
});

it('stops a call first, then takes the answers, then hears the message', async () => {
  const got: Got = {};
  const tools = [asking('meal', got), asking('seat', got)];
  const chat = createChat(model('meal', 'seat'), { tools });
  const first = await begin(chat);
  const seat = only(first, 'plugin_elicit_request').find(({ message }) => message === 'seat?')!;
  const next = await chat.post({ ...both(first, { meal: 1 }), pluginAbort: { sessionId: seat.sessionId } });

  expect(got).toEqual({ meal: [{ action: 'accept', content: { n: 1 } }], seat: [] });
  expect(only(next, 'plugin_session_status')).toMatchObject([
    { sessionId: seat.sessionId, status: 'aborted', by: 'user' },
  ]);
  expect(messagesOf(next).at(-1)?.content).toBe('2 heard');
});

it('hears a second message after the first, while an answer is checked', async () => {
  let check: (() => void) | undefined;
  const tool = meal.execute(function* (_, ctx) {
    const slow = () => new Promise<undefined>((resolve) => (check = () => resolve(undefined)));
    return (yield* ctx.elicit('dish', { message: 'meal?' }, { check: slow })).action;
  });
  const chat = createChat(model('meal'), { tools: [tool] });
  const first = await begin(chat);
  const one = chat.post(both(first, { meal: 1 }));
  const two = chat.post({ conversationId, messages: [{ ...user('Now'), id: 'now' }] });
  await eventually(() => expect(check).toBeDefined());
  check?.();

  const told = messagesOf((await Promise.all([one, two]))[0]);
  expect(told.map(({ content }) => content)).toEqual(['Go', '', 'accept', 'And hurry', 'Now', '3 heard']);
  expect(questionOf(first).attempt).toBe(1);
});

const answerTo = fc.constantFrom('good' as const, 'slow' as const, 'bad' as const, 'none' as const);

it('never ends an accepted answer as interrupted, and never stops its call, whatever else the request brings', async () => {
  const seen = new Set<string>();
  const scene = fc.record({
    answers: fc.array(answerTo, { minLength: 1, maxLength: 3 }),
    onInterruption: fc.constantFrom('cancel' as const, 'abort' as const),
    isDurable: fc.boolean(),
    parkAfter: fc.constantFrom(0, 5000),
  });
  await fc.assert(
    fc.asyncProperty(scene, async ({ answers, onInterruption, isDurable, parkAfter }) => {
      const got: Got = {};
      const checks = { good: () => [], bad: () => ['No.'], none: () => [], slow: () => sleep(2) } as const;
      const tools = answers.map((how, index) =>
        createMcpTool(`t${index}`)
          .description('Ask')
          .parameters(z.object({}))
          .elicits({ dish: z.object({ n: z.int() }) })
          .execute(function* (_, ctx) {
            const check = () => checks[how]();
            const { action, ...rest } = yield* ctx.elicit('dish', { message: `t${index}?` }, { check: check as never });
            (got[`t${index}`] ??= []).push({ action, ...rest });
            yield* ctx.step('act', () => sleep(1));
            return `did ${action}`;
          }),
      );
      const handler = createChat(model(...tools.map(({ name }) => name)), {
        tools,
        onInterruption,
        store: { ...memoryStore(), isVolatile: !isDurable },
        limits: { parkAfter },
      });
      const first = await begin(handler);
      const given = answers.flatMap((how, index) => (how === 'none' ? [] : [[`t${index}`, index] as const]));
      await handler.post(both(first, Object.fromEntries(given)));
      const told = messagesOf(await handler.post({ conversationId, attach: true, revision: 0 }));

      expect(told.at(-1)).toEqual({ role: 'assistant', content: '2 heard' });
      const results = told.filter(({ role }) => role === 'tool').map(({ content }) => content);
      const ends = answers.map((how, index) => {
        seen.add(`${how} ${onInterruption}`);
        const accepted = { action: 'accept', content: { n: index } };
        if (how === 'good' || how === 'slow') return { got: [accepted], result: 'did accept' };
        if (onInterruption === 'cancel') return { got: [interrupted], result: 'did cancel' };
        return { got: [], result: 'Error: Stopped by the server. The person sent a new message.' };
      });
      expect(answers.map((_, index) => ({ got: got[`t${index}`] ?? [], result: results[index] }))).toEqual(ends);
      await handler.handler.close();
    }),
    { numRuns: runs(400) },
  );
  expect([...seen].sort()).toHaveLength(8);
}, 120_000);
