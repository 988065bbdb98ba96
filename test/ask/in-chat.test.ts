import { expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { createAskTool } from '../../src/ask.ts';
import { accept, agent, createChat, only, questionOf, respond, the, user } from '../chat/harness.ts';
import { createSignUp, keys, right, signedUp, wrong } from './sign-up.ts';

const conversationId = 'ask';

function openChat(tool: Parameters<typeof createChat>[1] & object, name = 'sign_up') {
  return createChat(agent([{ name, arguments: { event: 'Party' } }]), tool);
}

it('a chat asks each word again after a wrong answer, and gets the typed answers', async () => {
  const done: string[] = [];
  const chat = openChat({ tools: [createSignUp(done)] });
  let told = await chat.post({ conversationId, messages: [user('Sign me up')] });
  const schemas: unknown[] = [];
  for (const [index, answer] of right.entries()) {
    const question = questionOf(told);
    schemas.push(question.schema);
    expect(question).toMatchObject({ key: `~open:${keys[index]}`, attempt: 1 });
    // Each answer needs the question before it.
    const bad = wrong[index] ?? 'perhaps';
    const again = await chat.post({ conversationId, pluginElicitResponses: [accept(question, bad)] });
    expect(questionOf(again)).toMatchObject({ key: question.key, attempt: 2, issues: [{ path: expect.any(Array) }] });
    told = await chat.post({ conversationId, pluginElicitResponses: [accept(questionOf(again), answer)] });
  }
  expect(JSON.parse(the(told, 'tool_result').content)).toEqual(signedUp);
  expect(done).toEqual(['Ada: Party']);
  expect(only(told, 'plugin_progress')).toMatchObject([{ message: 'Signing up…', progress: 1, total: 2 }]);
  expect(schemas).toMatchObject([
    { type: 'string', title: 'Name', description: 'Your first name.', minLength: 2 },
    { type: 'string', format: 'email' },
    { type: 'string', enum: ['S', 'M', 'L'], default: 'M' },
    { type: 'integer', minimum: 1, maximum: 9, default: 1 },
    { type: 'string', format: 'date' },
    { type: 'array', maxItems: 1, items: { anyOf: [{ const: 'lunch', title: 'Lunch' }, { title: 'City tour' }] } },
    { type: 'boolean' },
  ]);
  expect(chat.errors).toEqual([]);
});

it('a question that the person declines is an error that the model reads', async () => {
  const chat = openChat({ tools: [createSignUp()] });
  const asked = await chat.post({ conversationId, messages: [user('Sign me up')] });
  const declined = await chat.post({
    conversationId,
    pluginElicitResponses: [respond(questionOf(asked), { action: 'decline' })],
  });
  expect(the(declined, 'tool_error').message).toMatch(/"What is your name\?" was not answered: the person declined/);
});

it('a question that the person declines is no fault that a server writes to its console', async () => {
  const written = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => written.mockRestore());
  const broken = createAskTool('sign_up')
    .description('Sign up')
    .parameters(z.looseObject({}))
    .execute(function* (_, ask) {
      if (yield* ask.confirm('Really?')) throw new Error('It is broken');
    });
  for (const [tool, result] of [
    [createSignUp(), { action: 'decline' }],
    [broken, { action: 'accept', content: true }],
  ] as const) {
    const chat = openChat({ tools: [tool], onEvent: undefined });
    const asked = await chat.post({ conversationId, messages: [user('Sign me up')] });
    const answer = respond(questionOf(asked), result);
    const told = await chat.post({ conversationId, pluginElicitResponses: [answer] });
    expect(only(told, 'tool_error')).toHaveLength(1);
  }
  expect(written.mock.calls).toEqual([[expect.objectContaining({ message: 'It is broken' })]]);
});

it('a question whose timeout passes is an error with the reason expired', async () => {
  const tool = createAskTool('hurry')
    .description('Hurry')
    .parameters(z.looseObject({}))
    .execute(function* (_, ask) {
      try {
        return yield* ask.text('Quick?', { timeout: 1, default: 'never taken' });
      } catch (error) {
        return (error as { reason: string }).reason;
      }
    });
  const chat = openChat({ tools: [tool] }, 'hurry');
  await chat.post({ conversationId, messages: [user('Go')] });
  await expect
    .poll(async () => {
      // No stream may be open when the result comes: the messages tell it to any later one.
      const { state } = await chat.post({ conversationId, attach: true });
      return state.messages.find(({ role }) => role === 'tool')?.content;
    })
    .toBe('expired');
});

it('a page without a form is not offered such a tool', async () => {
  const chat = openChat({ tools: [createSignUp()] });
  const told = await chat.post({
    conversationId,
    messages: [user('Sign me up')],
    capabilities: { genericForm: false },
    enabledPlugins: [],
  } as never);
  expect(chat.asked[0]?.tools).toEqual([]);
  expect(the(told, 'tool_error').message).toMatch(/asks with a form/);
});
