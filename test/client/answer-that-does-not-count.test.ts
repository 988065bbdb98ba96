import { afterEach, describe, expect, it } from 'vitest';
import type { PluginClientSettings } from '../../src/client.ts';
import type { EndedItem } from '../../src/client/elicit-item.ts';
import { receiptWords } from '../../src/react/receipt-words.ts';
import { words } from '../../src/ui/receipt/words.ts';
import {
  askFirst,
  closeAll,
  complete,
  createHarness,
  info,
  isStatus,
  push,
  settled,
  state,
  type FedStream,
  type Harness,
} from './harness.ts';
import { createShelf } from './shelf.ts';

afterEach(closeAll);

const ids = { sessionId: 'call_1', callId: 'call_1', toolName: 'book_flight' };
const result = { type: 'tool_result', id: 'call_1', name: 'book_flight', content: 'Not booked.' } as const;
const failure = { type: 'tool_error', id: 'call_1', name: 'book_flight', message: 'The tool was changed.' } as const;
const sessionError = (error: 'SESSION_NOT_FOUND' | 'SESSION_ABORTED' | 'INTERNAL_ERROR') =>
  ({ type: 'plugin_session_error', ...ids, error, message: 'It changes nothing.' }) as const;
const stopped = (by?: 'user' | 'timeout' | 'server') =>
  ({ type: 'plugin_session_status', ...ids, status: 'aborted', by }) as const;

/** The line of the question, or what its card says. */
function lineOf({ item }: Harness): string {
  const asked = item();
  if (!('receipt' in asked)) return asked.status;
  const { title, detail } = receiptWords(asked as EndedItem, words);
  return [title, detail].join(' – ');
}

/** A person who answers, while the server is about to say something else. */
async function answering(settings: Partial<PluginClientSettings> = {}): Promise<[Harness, FedStream]> {
  const harness = createHarness({ tabs: false, ...settings });
  await askFirst(harness);
  harness.item().views[0]?.answer({ flightId: 'FL2' });
  const stream = await harness.server.accept();
  stream.send(info);
  return [harness, stream];
}

interface Story {
  readonly what: string;
  readonly line: string;
  /** What the server tells every reader of the conversation. */
  readonly news?: readonly object[];
  /** What it replies to the answer alone. */
  readonly reply?: object;
}

const stories: readonly Story[] = [
  {
    what: 'another tab accepted',
    line: 'Which flight? – Answered elsewhere',
    news: [settled('accept', {}, 'theirs')],
  },
  {
    what: 'another tab declined',
    line: 'Which flight? – Skipped elsewhere',
    news: [settled('decline', {}, 'theirs'), result],
  },
  { what: 'the tool withdrew the question', line: 'Which flight? – Cancelled', news: [settled('cancel'), result] },
  {
    what: 'the call failed before it',
    line: 'Outcome unknown – Flight FL2',
    news: [failure],
    reply: sessionError('SESSION_NOT_FOUND'),
  },
  {
    what: 'the call ended before it',
    line: 'Outcome unknown – Flight FL2',
    news: [result],
    reply: sessionError('SESSION_NOT_FOUND'),
  },
  {
    what: 'the call ended, and the reply says how the question did',
    line: 'Which flight? – Cancelled',
    news: [result],
    reply: settled('cancel'),
  },
  {
    what: 'the person stopped the call',
    line: 'Stopped by you – Flight FL2',
    news: [stopped('user'), failure],
  },
  {
    what: 'the call took too long',
    line: 'Stopped: it took too long – Flight FL2',
    news: [stopped('timeout'), failure],
  },
  {
    what: 'the call was stopped before it',
    line: 'Stopped – Flight FL2',
    reply: sessionError('SESSION_ABORTED'),
  },
  {
    what: 'the server forgot the call',
    line: 'Outcome unknown – Flight FL2',
    reply: sessionError('SESSION_NOT_FOUND'),
  },
  { what: 'the server could not record it', line: 'failed', reply: sessionError('INTERNAL_ERROR') },
  { what: 'the call ended, and nothing says more', line: 'failed', news: [result] },
];

describe('an answer that does not count', () => {
  it.each(stories)('is not told as if it did: $what', async ({ line, news = [], reply }) => {
    const [harness, stream] = await answering();
    stream.send(...news);
    if (reply !== undefined) stream.write(`${JSON.stringify({ event: reply })}\n`);
    stream.end(state(), complete);
    await harness.when(({ items: [item] }) => item?.status !== 'sending');
    expect(lineOf(harness)).toBe(line);
  });

  it.each([
    ['another tab accepted', 'Which flight? – Answered elsewhere', [settled('accept', {}, 'theirs'), result]],
    ['the tool withdrew the question', 'Which flight? – Cancelled', [settled('cancel'), result]],
    ['the call ended', 'Which flight? – Cancelled', [result]],
    ['the call failed', 'Which flight? – Cancelled', [failure]],
    ['the person stopped the call', 'Stopped by you – Flight FL2', [stopped('user'), failure]],
    ['nothing comes', 'failed', []],
  ] as const)('did not arrive, and is not told as if it had: %s', async (_, line, news) => {
    const harness = createHarness({ tabs: false });
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL2' });
    await harness.server.refuse(new Response('', { status: 500 }));
    await harness.when(isStatus('failed'));
    push(harness.client, ...news);
    expect(lineOf(harness)).toBe(line);
  });

  it.each([
    ['has ended, and knows how the question did', 'Which flight? – Cancelled', [result], settled('cancel')],
    ['has ended without it', 'Outcome unknown – Flight FL2', [failure], sessionError('SESSION_NOT_FOUND')],
    ['is not known any more', 'Outcome unknown – Flight FL2', [], sessionError('SESSION_NOT_FOUND')],
  ] as const)(
    'is sent again after a reload, and not told as if it counted: the call %s',
    async (_, line, news, reply) => {
      const shelf = createShelf();
      const [before] = await answering({ storage: shelf });
      await before.client.close();
      const { conversationId } = before.client;
      const after = createHarness({ tabs: false, storage: shelf, conversationId });
      for (const stream of [await after.server.accept(), await after.server.accept()]) {
        if (stream.request.body.attach === true) {
          stream.end(info, ...news, state());
          continue;
        }
        stream.send(info);
        stream.write(`${JSON.stringify({ event: reply })}\n`);
        stream.end(state(), complete);
      }
      await after.when(({ items: [item] }) => item !== undefined && 'receipt' in item);
      expect(lineOf(after)).toBe(line);
    },
  );
});
