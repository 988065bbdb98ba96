import { describe, expect, it } from 'vitest';
import type { EndedItem } from '../../src/client/elicit-item.ts';
import { receiptWords } from '../../src/react/receipt-words.ts';
import { words } from '../../src/ui/receipt/words.ts';

const facts = { message: 'Which flight?', receipt: undefined, request: {} } as unknown as EndedItem;
const booked = { title: 'Flight FL2', detail: '10:00' };
const wordsOf = (item: Partial<EndedItem>) => receiptWords({ ...facts, ...item } as EndedItem, words);

describe('the words of a receipt', () => {
  it.each([
    [{ status: 'settled', action: 'accept', elsewhere: false }, 'Answered'],
    [{ status: 'settled', action: 'decline', elsewhere: false }, 'Skipped'],
    [{ status: 'settled', action: 'cancel', elsewhere: false }, 'Cancelled'],
    [{ status: 'settled', action: 'accept', elsewhere: true }, 'Answered elsewhere'],
    [{ status: 'settled', action: 'decline', elsewhere: true }, 'Skipped elsewhere'],
    [{ status: 'settled', action: 'cancel', elsewhere: true }, 'Cancelled elsewhere'],
    [{ status: 'expired' }, 'The time to answer has passed'],
    [{ status: 'lost' }, 'Outcome unknown'],
    [{ status: 'aborted', by: 'user' }, 'Stopped by you'],
    [{ status: 'aborted', by: 'timeout' }, 'Stopped: it took too long'],
    [{ status: 'aborted', by: 'server' }, 'Stopped by the server'],
    [{ status: 'aborted' }, 'Stopped'],
  ] as const)('of %o say what was asked, and how it ended', (item, detail) => {
    expect(wordsOf(item)).toEqual({ title: 'Which flight?', detail });
  });

  it.each([
    [{}, { title: 'Page opened', detail: 'pay.example.com' }],
    [{ elsewhere: true }, { title: 'Which flight?', detail: 'Answered elsewhere' }],
    [{ action: 'decline' }, { title: 'Which flight?', detail: 'Skipped' }],
  ] as const)('of a page to open say where the person went, with %o', (item, line) => {
    const request = { mode: 'url', url: 'https://pay.example.com/7' } as EndedItem['request'];
    const opened = { status: 'settled', action: 'accept', elsewhere: false, request } as const;
    expect(wordsOf({ ...opened, ...item })).toEqual(line);
  });

  it('are the title alone where nothing was asked in words', () => {
    expect(wordsOf({ status: 'expired', message: '' })).toEqual({ title: 'The time to answer has passed' });
  });

  it('are the plugin’s where it has some', () => {
    expect(wordsOf({ status: 'settled', action: 'accept', elsewhere: false, receipt: booked })).toEqual(booked);
  });

  it('say that the answer is not of this page', () => {
    const item = { status: 'settled', action: 'accept', elsewhere: true, receipt: booked } as const;
    expect(wordsOf(item)).toEqual({ title: 'Flight FL2', detail: '10:00 · Answered elsewhere' });
    const short = { title: 'Allowed' };
    expect(wordsOf({ ...item, receipt: short })).toEqual({ ...short, detail: 'Answered elsewhere' });
  });

  it('name somebody else who answered', () => {
    const item = {
      status: 'settled',
      action: 'accept',
      elsewhere: true,
      by: { name: 'Mia' },
      receipt: booked,
    } as const;
    expect(wordsOf(item)).toEqual({ title: 'Answered by Mia', detail: 'Flight FL2' });
  });

  it('promise nothing of an answer that was lost', () => {
    expect(wordsOf({ status: 'lost', receipt: booked })).toEqual({ title: 'Outcome unknown', detail: 'Flight FL2' });
  });
});
