import { run } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createAskTool } from '../../src/ask.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { createCallHandler } from '../../src/server.ts';
import { runInTerminal } from '../../src/terminal.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const parameters = z.object({ amount: z.number(), to: z.string().default('Ann') });
const start = () => createMcpTool('refund').description('Pay money back').parameters(parameters);
const paying = start()
  .elicits({})
  .approve({ edit: true })
  .execute(function* ({ amount, to }) {
    return { amount, to };
  });

/** The declaration, as JavaScript sees it. */
const approve = (...given: unknown[]) =>
  (start().elicits({}) as unknown as Record<string, Function>)['approve']!(...given);

describe('.approve', () => {
  it('adds a question to the tool’s own', () => {
    const tool = start()
      .elicits({ why: z.object({ why: z.string() }) })
      .approve();
    expect([...tool.questions.keys()]).toEqual(['why', 'approve']);
    expect(tool.approval).toEqual({});
  });

  it.each<[string, unknown[], RegExp]>([
    [
      'an option that it lacks',
      [{ remembers: true }],
      /takes no "remembers". It takes when, message, edit, remember, tone, to, notOwner, hidden\./,
    ],
    ['a question that is no text', [{ message: 5 }], /message is no text\. Write a text, or \(params\) => a text\./],
    ['a rule that is no function', [{ when: true }], /when is not a function/],
    ['remembering without a key', [{ remember: { for: 'chat' } }], /remember needs a key/],
    ['remembering for nobody', [{ remember: { key: () => 'a' } }], /for: 'chat' or 'owner'/],
    ['remembering with more', [{ remember: { key: () => 'a', for: 'chat', days: 3 } }], /takes no "days"/],
    ['asking nobody', [{ to: [] }], /to names 0 recipients/],
  ])('refuses %s where the tool is served', (_, given, words) => {
    const tool = (approve(...given) as typeof paying & { execute: Function }).execute(function* () {});
    expect(() => createCallHandler({ tools: [tool] })).toThrow(
      expect.objectContaining({
        code: expect.stringMatching(/^(?:INVALID_DECLARATION|ELICIT_TO_INVALID)$/),
        message: expect.stringMatching(words),
      }),
    );
  });

  it('refuses a second call, and a question of the same name', () => {
    expect(() => approve().approve()).toThrow('refund: call .approve(…) once.');
    const own = start().elicits({ approve: z.object({}) });
    expect(() => own.approve()).toThrow('refund.elicits.approve: .approve(…) asks under this key.');
  });
});

describe('a call that needs an approval', () => {
  const answer = (content: object) => createMockClient({ elicitResponses: [{ action: 'accept', content }] });

  it('gives the value itself, once it is approved', async () => {
    const client = answer({ approved: true });
    expect(await run(() => runTool(paying, { amount: 5 }, client))).toEqual({ amount: 5, to: 'Ann' });
    expect(client.elicitCalls).toMatchObject([
      { key: 'approve', context: { tool: 'refund', arguments: { amount: 5, to: 'Ann' }, edit: true } },
    ]);
  });

  it('gives the value of the changed arguments', async () => {
    const client = answer({ approved: true, params: { amount: 3, to: 'Bob' } });
    expect(await run(() => runTool(paying, { amount: 5 }, client))).toEqual({ amount: 3, to: 'Bob' });
  });

  it('gives the denial in words', async () => {
    const client = answer({ approved: false, reason: 'No' });
    expect(await run(() => runTool(paying, { amount: 5 }, client))).toMatch(/did not approve.*They said: "No"/);
  });

  it('is not offered to be remembered in a terminal, and an answer given before approves it', async () => {
    const tool = start()
      .elicits({})
      .approve({ remember: { key: ({ amount }) => `${amount}`, for: 'owner' } })
      .execute(function* ({ amount }) {
        return `Paid ${amount}.`;
      });
    expect(await runInTerminal(tool, { amount: 5 }, { answers: { approve: { approved: true } } })).toBe('Paid 5.');
    const denied = { approve: { approved: false, reason: 'Too much' } };
    expect(await runInTerminal(tool, { amount: 5 }, { answers: denied })).toContain('They said: "Too much"');
  });

  it('asks before a tool that asks with words, too', async () => {
    const tool = createAskTool('refund')
      .description('Pay money back')
      .parameters(parameters)
      .approve()
      .execute(function* ({ amount }, ask) {
        return `Paid ${amount} to ${yield* ask.text('To whom?')}.`;
      });
    const elicitResponses = [
      { key: 'approve', action: 'accept', content: { approved: true } },
      { action: 'accept', content: 'Bob' },
    ] as const;
    const client = createMockClient({ elicitResponses });
    expect(await run(() => runTool(tool, { amount: 5 }, client))).toBe('Paid 5 to Bob.');
  });
});
