import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ledger } from '../../demo/airline/airline.ts';
import { openHolds } from '../../demo/airline/ledger-entry.ts';
import { createLedger, type Ledger } from '../../demo/airline/ledger.ts';
import { keepLedger } from '../../demo/server/kept-ledger.ts';
import { answerLedger } from '../../demo/server/ledger-page.ts';
import { emptyLedger } from './empty-ledger.ts';

const flight = { number: 'SH 1', day: '2026-12-01' };
const ada = { visitor: 'ada', call: 'a' };
const adaToo = { visitor: 'ada', call: 'b' };
const eve = { visitor: 'eve', call: 'c' };

const actsOf = (book: Ledger, visitor = 'ada') =>
  book.entriesFor(visitor).map(({ act, seats, key }) => `${act} ${seats.join()} ${key}`);

describe('the ledger of the airline', () => {
  it('holds, gives back and tickets once for each key', () => {
    const book = createLedger();
    for (const _ of [1, 2]) expect(book.hold(ada, flight, ['1A'], 'k1')).toBe('k1');
    for (const _ of [1, 2]) book.release('k1', 'k2');
    const held = book.hold(ada, flight, ['1A', '1B'], 'k3');
    for (const _ of [1, 2]) book.ticket([held!], 'k4');
    expect(actsOf(book)).toEqual(['held 1A k1', 'released 1A k2', 'held 1A,1B k3', 'ticketed 1A,1B k4']);
    expect(openHolds(book.entriesFor('ada'))).toEqual([]);
  });

  it('refuses a seat that another call holds or has a ticket for, until it is given back', () => {
    const book = createLedger();
    book.hold(ada, flight, ['1A'], 'k1');
    expect(book.takenFor(adaToo, flight)).toEqual(['1A']);
    expect(book.hold(adaToo, flight, ['1B', '1A'], 'k2')).toBeNull();
    expect(book.takenFor(ada, flight)).toEqual([]);
    book.release('k1', 'k3');
    expect(book.hold(adaToo, flight, ['1A'], 'k4')).toBe('k4');
    book.ticket(['k4'], 'k5');
    expect(book.hold(ada, flight, ['1A'], 'k6')).toBeNull();
  });

  it('has other seats on another day and for another visitor', () => {
    const book = createLedger();
    book.hold(ada, flight, ['1A'], 'k1');
    expect(book.hold(adaToo, { ...flight, day: '2026-12-02' }, ['1A'], 'k2')).toBe('k2');
    expect(book.hold(eve, flight, ['1A'], 'k3')).toBe('k3');
    expect(actsOf(book, 'eve')).toEqual(['held 1A k3']);
  });

  it('tickets nothing that is held no more', () => {
    const book = createLedger();
    book.hold(ada, flight, ['1A'], 'k1');
    book.hold(ada, flight, ['1B'], 'k2');
    book.release('k2', 'k3');
    expect(() => book.ticket(['k1', 'k2'], 'k4')).toThrow(/no longer holds/);
    expect(actsOf(book)).not.toContainEqual(expect.stringContaining('ticketed'));
  });

  it('gives back all that a call holds, the last one first, and nothing that is ticketed', () => {
    const book = createLedger();
    for (const [seat, key] of [
      ['1A', 'k1'],
      ['1B', 'k2'],
      ['1C', 'k3'],
    ] as const)
      book.hold(ada, flight, [seat], key);
    book.ticket(['k1'], 'k4');
    book.releaseAll(ada);
    book.releaseAll(ada);
    expect(actsOf(book).slice(4)).toEqual(['released 1C a:end', 'released 1B a:end']);
  });

  it('lets a hold lapse after a day', () => {
    let now = 0;
    const book = createLedger(() => now);
    book.hold(ada, flight, ['1A'], 'k1');
    now = 86_400_000;
    expect(book.takenFor(adaToo, flight)).toEqual([]);
    expect(() => book.ticket(['k1'], 'k2')).toThrow(/no longer holds/);
  });

  it('forgets the oldest entries beyond a thousand', () => {
    const book = createLedger();
    for (let nth = 0; nth < 1005; nth += 1) book.hold(ada, flight, [`${nth}A`], `k${nth}`);
    expect(book.entriesFor('ada')).toHaveLength(1000);
    expect(book.takenFor(adaToo, flight)).not.toContain('4A');
    expect(book.takenFor(adaToo, flight)).toContain('5A');
  });
});

describe('the file of the ledger', () => {
  function inFile(): string {
    const folder = mkdtempSync(join(tmpdir(), 'elicit-ledger-'));
    onTestFinished(() => {
      emptyLedger();
      rmSync(folder, { recursive: true });
    });
    return join(folder, 'ledger.json');
  }

  it('holds all entries after each, and the next process goes on from them', () => {
    const file = inFile();
    keepLedger(file);
    ledger.hold(ada, flight, ['1A'], 'k1');
    emptyLedger();
    expect(ledger.entriesFor('ada')).toEqual([]);
    keepLedger(file);
    ledger.release('k1', 'k2');
    expect(actsOf(ledger)).toEqual(['held 1A k1', 'released 1A k2']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(2);
  });

  it.each(['', '{"act"', '[{"act":"sold"}]'])('begins anew if it is not one of this version (%j)', (text) => {
    const file = inFile();
    writeFileSync(file, text);
    keepLedger(file);
    expect(ledger.entriesFor('ada')).toEqual([]);
  });

  it('is told to each visitor in part', async () => {
    inFile();
    const visitor = 'visitor-0123456789';
    ledger.hold({ visitor, call: 'a' }, flight, ['1A'], 'k1');
    const told = async (name: string) => {
      return answerLedger(new Request('http://demo.test/', { headers: { 'x-visitor': name } })).json() as unknown;
    };
    expect(await told(visitor)).toMatchObject([{ act: 'held', seats: ['1A'] }]);
    expect(await told('visitor-9876543210')).toEqual([]);
    expect(await told('short')).toEqual([]);
  });
});
