import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CancelReason } from '../../src/protocol/elicit-result.ts';
import type { RecordEntry } from '../../src/server.ts';
import { messagesOf, questionOf, respond, type Chat } from '../chat/harness.ts';
import { answerFor, as, conversationId, declared, type Question } from '../chat/refund-for-others.ts';
import { answer, chatOf, people, say } from './inbox-doors.ts';

const claimed: CancelReason[] = ['expired', 'failed', 'interrupted', 'withdrawn'];
const hour = 3_600_000;
const to = { role: 'manager' };

/** A tool that says how its question ended, and by whom. */
const asking = (options: object) =>
  declared.execute(function* (_params, ctx) {
    const answer = yield* ctx.elicit('decide', { message: 'Any veto?' }, { timeout: hour, ...options } as never);
    return JSON.stringify({ ...answer, by: answer.by?.id ?? 'nobody' });
  });

async function open(options: object): Promise<{ chat: Chat; asked: ReturnType<typeof questionOf> }> {
  const chat = chatOf({}, { record: true }, asking(options));
  return { chat, asked: questionOf(await say(chat)) };
}

/** What the tool returned. */
async function outcomeOf(chat: Chat): Promise<string | undefined> {
  const told = await chat.post({ conversationId, attach: true, revision: undefined }, as('ada'));
  return messagesOf(told).find(({ role }) => role === 'tool')?.content;
}

async function ended({ handler }: Chat): Promise<Partial<RecordEntry>[]> {
  const entries: RecordEntry[] = [];
  for await (const entry of handler.record()) entries.push(entry);
  return entries.filter(({ what }) => !['begun', 'asked', 'ended'].includes(what));
}

const doors: [string, object, (chat: Chat, asked: Question, reason: CancelReason) => Promise<unknown>, string][] = [
  [
    'an inbox',
    { to },
    (chat, { sessionId: callId, elicitId }, reason) =>
      answer(chat, 'bo', { callId, elicitId }, { result: { action: 'cancel', reason } }),
    'bo',
  ],
  [
    'the inbox of the host',
    { to },
    (chat, { sessionId, elicitId }, reason) =>
      chat.handler.inbox.answer(people['bo']!, {
        sessionId,
        callId: sessionId,
        elicitId,
        result: { action: 'cancel', reason },
      }),
    'bo',
  ],
  [
    'a session of the host',
    { to },
    (chat, asked, reason) => answerFor(chat, asked, people['bo'], { result: { action: 'cancel', reason } }),
    'bo',
  ],
  [
    'the page of the person who asked',
    {},
    (chat, asked, reason) =>
      chat.post(
        { conversationId, pluginElicitResponses: [respond(asked as never, { action: 'cancel', reason })] },
        as('ada'),
      ),
    'ada',
  ],
];

describe.each(doors)('a claim that comes by %s', (_, options, bring, who) => {
  it.each(claimed)('that a question is %s counts as the word of the person who brings it', async (reason) => {
    const { chat, asked } = await open(options);
    await bring(chat, asked, reason);
    expect(await outcomeOf(chat)).toContain(`{"action":"cancel","reason":"dismissed","by":"${who}"}`);
    expect(await ended(chat)).toMatchObject([{ what: 'answered', action: 'cancel', by: { id: who } }]);
  });

  it('that its time is over counts once the server agrees, and is nobody’s word', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { chat, asked } = await open(options);
    vi.setSystemTime(Date.now() + hour);
    await bring(chat, asked, 'expired');
    expect(await outcomeOf(chat)).toContain('{"action":"cancel","reason":"expired","by":"nobody"}');
    const [told, ...more] = await ended(chat);
    expect([told, more]).toEqual([expect.objectContaining({ what: 'expired' }), []]);
    expect(told).not.toHaveProperty('by');
  });
});
