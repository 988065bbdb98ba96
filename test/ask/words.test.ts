import { run, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AskDeclinedError, createAskTool, type AskContext } from '../../src/ask.ts';
import { makePlugin, type ElicitResult } from '../../src/plugin.ts';
import { createMockClient, runTool, type MockElicitResponse } from '../../src/testing.ts';

const accept = (content: unknown) => ({ action: 'accept' as const, content });
const refused = (content: unknown) => ({ ...accept(content), refused: true });

/** Run a body with scripted answers. */
async function play(
  body: (ask: AskContext) => Operation<unknown>,
  elicitResponses: readonly MockElicitResponse[] = [],
) {
  const tool = createAskTool('play')
    .description('Play')
    .parameters(z.object({}))
    .execute((_, ask) => body(ask));
  const client = createMockClient({ elicitResponses, sampleResponses: ['Sampled.'] });
  const result = await run(() => runTool(tool, {}, client));
  return { result, asked: client.elicitCalls, client };
}

describe('a word', () => {
  it.each<[string, (ask: AskContext) => Operation<unknown>, unknown, unknown, RegExp]>([
    ['text', (ask) => ask.text('Name?', { minLength: 2 }), 'A', 'Ada', /2 char/],
    ['text', (ask) => ask.text('Name?'), '', 'A', /1 char/],
    ['text', (ask) => ask.text('Code?', { pattern: /^[A-Z]+$/ }), 'ab', 'AB', /required format/],
    ['text', (ask) => ask.text('Mail?', { format: 'email' }), 'ada', 'ada@example.com', /email/],
    ['text', (ask) => ask.text('Site?', { format: 'uri' }), 'example', 'https://example.com/', /URL/],
    ['confirm', (ask) => ask.confirm('Send?'), 'yes', true, /cannot be read/],
    ['number', (ask) => ask.number('How much?', { min: 0.5, max: 2 }), 3, 1.5, /must be 2 or less/],
    ['number', (ask) => ask.number('Seats?', { integer: true, min: 1 }), 1.5, 2, /whole number/],
    ['date', (ask) => ask.date('Day?'), '2027-02-30', '2027-02-28', /date/],
    ['date', (ask) => ask.date('Day?', { min: '2027-01-02' }), '2027-01-01', '2027-01-02', /2027-01-02 or a later/],
    ['date', (ask) => ask.date('Day?', { max: '2027-01-02' }), '2027-01-03', '2027-01-02', /or an earlier/],
    ['select', (ask) => ask.select('Size?', ['S', 'M']), 'L', 'M', /another option/],
    ['select', (ask) => ask.select('Extra?', { a: 'Lunch', b: 'Tour' }), 'Lunch', 'a', /one of the options/],
    ['selectMany', (ask) => ask.selectMany('Sizes?', ['S', 'M']), ['L'], ['M', 'S'], /"S"\|"M"/],
    ['selectMany', (ask) => ask.selectMany('Sizes?', ['S', 'M'], { max: 1 }), ['S', 'M'], ['S'], /no more than 1/],
    ['selectMany', (ask) => ask.selectMany('Sizes?', ['S', 'M'], { min: 1 }), [], ['S'], /at least 1/],
    ['selectMany', (ask) => ask.selectMany('Sizes?', { a: 'A' }), ['a', 'a'], ['a'], /only once/],
  ])('%s asks again for %o with what was wrong, and gives the answer', async (word, body, wrong, right, issue) => {
    const { result, asked } = await play(body, [refused(wrong), accept(right)]);
    expect(result).toEqual(right);
    expect(asked.map(({ key, attempt }) => [key, attempt])).toEqual([
      [`${word}-1`, 1],
      [`${word}-1`, 2],
    ]);
    expect(asked[1]?.issues?.[0]?.message).toMatch(issue);
  });

  it('is named by itself and a number, or by its key', async () => {
    const { asked } = await play(
      function* (ask) {
        yield* ask.text('A?');
        yield* ask.confirm('B?');
        yield* ask.text('C?', { key: 'name' });
        yield* ask.text('D?');
        yield* ask.elicit({ message: 'E?', schema: z.string(), key: 'own' });
      },
      [accept('a'), accept(true), accept('c'), accept('d'), accept('e')],
    );
    expect(asked.map(({ key, message }) => [key, message])).toEqual([
      ['text-1', 'A?'],
      ['confirm-1', 'B?'],
      ['name', 'C?'],
      ['text-3', 'D?'],
      ['own', 'E?'],
    ]);
  });

  it('hands ui to the plugin, and asks again for what check refuses', async () => {
    const { asked, result } = await play(
      (ask) => ask.number('Even?', { ui: { shape: 'dial' }, check: (n) => (n % 2 ? ['That is odd.'] : undefined) }),
      [refused(3), accept(4)],
    );
    expect(result).toBe(4);
    expect(asked[1]).toMatchObject({ context: { ui: { shape: 'dial' } }, issues: [{ message: 'That is odd.' }] });
  });

  it.each(['select', 'selectMany'] as const)('%s refuses to ask without choices', async (word) => {
    for (const none of [[], {}]) {
      await expect(play((ask) => ask[word]('Which?', none))).rejects.toMatchObject({ code: 'ASK_NO_CHOICES' });
    }
  });
});

describe('without an answer', () => {
  const caught = (body: (ask: AskContext) => Operation<unknown>) =>
    function* (ask: AskContext): Operation<unknown> {
      try {
        return yield* body(ask);
      } catch (error) {
        if (error instanceof AskDeclinedError) return [error.code, error.reason, error.key];
        throw error;
      }
    };
  const text = (ask: AskContext) => ask.text('Your name?', { default: 'Ada' });

  it.each([
    [{ action: 'decline' } as const, 'declined'],
    [{ action: 'cancel' } as const, 'cancelled'],
    [{ action: 'cancel', reason: 'dismissed' } as const, 'cancelled'],
    [{ action: 'cancel', reason: 'expired' } as const, 'expired'],
    [{ action: 'cancel', reason: 'interrupted' } as const, 'interrupted'],
    [{ action: 'cancel', reason: 'failed' } as const, 'failed'],
  ])('%o is an error with the reason %s, never the default', async (answer, reason) => {
    expect((await play(caught(text), [answer])).result).toEqual(['ASK_DECLINED', reason, 'text-1']);
  });

  it('is the end of a call that does not catch it, with words for the model', async () => {
    const declined = play(text, [{ action: 'decline', reason: 'Too private.' }]);
    await expect(declined).rejects.toThrow(
      '"Your name?" was not answered: the person declined. They said: "Too private.".',
    );
  });

  it('optional gives undefined if the person declines, and only then', async () => {
    const each: [(ask: AskContext) => Operation<unknown>][] = [
      [(ask) => ask.text.optional('?')],
      [(ask) => ask.confirm.optional('?')],
      [(ask) => ask.number.optional('?', { default: 1 })],
      [(ask) => ask.date.optional('?')],
      [(ask) => ask.select.optional('?', ['S'], { default: 'S' })],
      [(ask) => ask.selectMany.optional('?', { a: 'A' }, { default: ['a'] })],
    ];
    for (const [body] of each) {
      expect((await play(caught(body), [{ action: 'decline' }])).result).toBeUndefined();
      expect((await play(caught(body), [{ action: 'cancel' }])).result).toMatchObject([
        'ASK_DECLINED',
        'cancelled',
        {},
      ]);
    }
    expect((await play((ask) => ask.text.optional('?'), [accept('Ada')])).result).toBe('Ada');
  });
});

it('the rest of a context is there, too', async () => {
  const { result, client } = await play(function* (ask) {
    yield* ask.progress('Half', 1, 2);
    const { text } = yield* ask.sample({ prompt: 'Say' });
    const kept = yield* ask.step('keep', () => text.length);
    const below = yield* ask.branch((inner) => inner.step('below', () => kept + 1));
    return [text, kept, below, ask.messages.length];
  });
  expect(result).toEqual(['Sampled.', 8, 9, 2]);
  expect(client.notifications).toEqual([{ message: 'Half', progress: 1, total: 2 }]);
});

describe('the declaration', () => {
  const declared = createAskTool('greet')
    .description('Greet')
    .parameters(z.object({ day: z.string() }));

  it('is a tool that asks open questions, and opens pages only with secrets', () => {
    expect(declared).toMatchObject({ name: 'greet', asksOpen: true, asksUrl: false, isRepeatable: false });
    const secrets = { pageFor: () => 'https://example.com/', read: () => undefined };
    expect(declared.execute(function* () {})).toMatchObject({ asksOpen: true, asksUrl: false });
    expect(declared.execute(function* () {}, { secrets })).toMatchObject({ asksOpen: true, asksUrl: true });
  });

  it('keeps what stands before the body', async () => {
    const tool = declared
      .version('2')
      .repeatable()
      .limits({ timeout: 5_000 })
      .requires({ elicitation: true })
      .sampling({})
      .execute(function* ({ day }, ask) {
        return `${day}: ${yield* ask.text('?')}`;
      });
    expect(tool).toMatchObject({ toolVersion: '2', isRepeatable: true, toolLimits: { timeout: 5_000 } });
    const client = createMockClient({ elicitResponses: [accept('Hi')] });
    expect(await run(() => runTool(tool, { day: 'Monday' }, client))).toBe('Monday: Hi');
    expect('handoff' in declared).toBe(false);
  });

  it('takes a component for its questions', () => {
    const onOpen = function* (): Operation<ElicitResult<unknown>> {
      return { action: 'decline' };
    };
    const plugin = makePlugin(declared).onElicit({}).onOpen(onOpen).build();
    expect(plugin.client).toMatchObject({ toolName: 'greet', declaration: declared, onOpen });
  });

  it('refuses an async body, and a second version', () => {
    expect(() => declared.execute((async () => 1) as never)).toThrow(/generator function/);
    expect(() => declared.version('1').version('2')).toThrow(/once/);
  });
});
