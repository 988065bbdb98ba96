import { run, spawn, type Operation } from 'effection';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { AskDeclinedError, createAskTool, type AskContext, type AskSecrets } from '../../src/ask.ts';
import type { AnyMcpTool } from '../../src/plugin.ts';
import { createQueuedHost } from '../queued-host.ts';
import type { JournalEntry } from '../../src/runtime/journal.ts';
import { createMockClient, type MockElicitResponse } from '../../src/testing.ts';
import { answerByScript } from '../answer-by-script.ts';
import { createSignUp, keys, right, signedUp } from './sign-up.ts';

/** Run the tool on from a journal, which grows. */
function playOn(
  tool: AnyMcpTool,
  params: object,
  answers: readonly MockElicitResponse[],
  journal: JournalEntry[],
): Promise<unknown> {
  const done = journal.filter(({ kind }) => kind === 'elicit').length;
  const client = createMockClient({ elicitResponses: answers.slice(done) });
  return run(function* () {
    const host = createQueuedHost({
      tool,
      params,
      callId: 'call_test',
      journal: [...journal],
      *append(entry) {
        journal.push(entry);
        return entry;
      },
    });
    yield* spawn(() => answerByScript(host, client));
    return yield* host.run();
  });
}

async function playFromEveryPrefix(tool: AnyMcpTool, params: object, answers: readonly MockElicitResponse[]) {
  const whole: JournalEntry[] = [];
  const result = await playOn(tool, params, answers, whole);
  for (let kept = 0; kept <= whole.length; kept += 1) {
    const journal = whole.slice(0, kept);
    expect(await playOn(tool, params, answers, journal), `after ${kept} entries`).toEqual(result);
    const shape = (entries: JournalEntry[]) => entries.map(({ key, kind, name, hash }) => [key, kind, name, hash]);
    expect(shape(journal)).toEqual(shape(whole));
  }
  return { whole, result };
}

it('a tool of words ends in the same way from every point at which the server may stop', async () => {
  const answers = right.map((content) => ({ action: 'accept' as const, content }));
  const done: string[] = [];
  const { whole, result } = await playFromEveryPrefix(createSignUp(done), { event: 'Party' }, answers);
  expect(result).toEqual(signedUp);
  expect(whole.map(({ kind, name }) => (kind === 'elicit' ? name.replace('~open:', '') : kind))).toEqual([
    ...keys,
    'uuid',
    'step',
  ]);
  // Once at first, and once for each prefix without the step.
  expect(done).toHaveLength(whole.length + 1);
});

it('a password is read again, and its page is not', async () => {
  const pages: string[] = [];
  const reads: string[] = [];
  const secrets: AskSecrets = {
    pageFor: (handle) => `https://example.com/${pages.push(handle)}`,
    read: (handle) => {
      reads.push(handle);
      return 'correct horse';
    },
  };
  const tool = createAskTool('log_in')
    .description('Log in')
    .parameters(z.object({}))
    .execute(
      function* (_, ask) {
        const handle = yield* ask.password('Password?', { timeout: 60_000 });
        return yield* ask.step('log in', function* () {
          return (yield* ask.secret(handle)).length;
        });
      },
      { secrets },
    );
  const whole: JournalEntry[] = [];
  const answers: MockElicitResponse[] = [{ url: 'accept' }];
  expect(await playOn(tool, {}, answers, whole)).toBe(13);
  for (let kept = 0; kept <= whole.length; kept += 1) {
    const journal = whole.slice(0, kept);
    const before = pages.length;
    expect(await playOn(tool, {}, answers, journal), `after ${kept} entries`).toBe(13);
    // Which outcome of the time-out's race is recorded first is left to chance, and each journal ends in the same way.
    const ended = journal.length;
    expect(await playOn(tool, {}, answers, journal)).toBe(13);
    expect(journal).toHaveLength(ended);
    expect(pages.length - before).toBe(kept < 2 ? 1 : 0);
    expect(JSON.stringify(journal)).not.toContain('horse');
  }
  expect(reads.length).toBeGreaterThan(whole.length);
});

it('declines are kept, too', async () => {
  const tool = createAskTool('fussy')
    .description('Ask and be refused')
    .parameters(z.object({}))
    .execute(function* (_, ask) {
      const first = yield* ask.text.optional('First?');
      try {
        yield* ask.number('Second?');
      } catch (error) {
        if (!(error instanceof AskDeclinedError)) throw error;
        return [first ?? 'none', error.reason, yield* ask.confirm('Third?')];
      }
      return 'answered';
    });
  const { result } = await playFromEveryPrefix(tool, {}, [
    { action: 'decline' },
    { action: 'cancel', reason: 'expired' },
    { action: 'accept', content: false },
  ]);
  expect(result).toEqual(['none', 'expired', false]);
});

it.each<[string, (ask: AskContext) => Operation<unknown>]>([
  ['other choices', (ask) => ask.select('Size?', ['S', 'L'])],
  ['another limit', (ask) => ask.text('Size?', { key: 'select-1', maxLength: 1 })],
  ['another message', (ask) => ask.select('Which size?', ['S', 'M'])],
])('an answer does not count for a question that has changed: %s', async (_, body) => {
  const toolThat = (ask: (ask: AskContext) => Operation<unknown>) =>
    createAskTool('order')
      .description('Order a shirt')
      .parameters(z.object({}))
      .execute((__, words) => ask(words));
  const journal: JournalEntry[] = [];
  const answers: MockElicitResponse[] = [{ action: 'accept', content: 'S' }];
  const before = toolThat((ask) => ask.select('Size?', ['S', 'M']));
  expect(await playOn(before, {}, answers, journal)).toBe('S');
  expect(await playOn(before, {}, answers, journal)).toBe('S');
  await expect(playOn(toolThat(body), {}, answers, journal)).rejects.toMatchObject({ code: 'TOOL_CHANGED' });
});
