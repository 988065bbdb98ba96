import { run, spawn } from 'effection';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AnyMcpTool } from '../../src/plugin.ts';
import { createQueuedHost } from '../queued-host.ts';
import type { JournalEntry } from '../../src/runtime/journal.ts';
import { createMockClient, type MockElicitResponse } from '../../src/testing.ts';
import { answerByScript } from '../answer-by-script.ts';
import { isSeat } from '../../demo/airline/find-seat.ts';
import { searchFlights } from '../../demo/book-flight/search.ts';
import { seatMapOf } from '../../demo/book-flight/seats.ts';
import { bookFlightTool } from '../../demo/book-flight/tool.ts';
import { findOptions } from '../../demo/plan-trip/options.ts';
import { pickCardTool } from '../../demo/pick-card/tool.ts';
import { planTripTool } from '../../demo/plan-trip/tool.ts';
import { ticTacToeTool } from '../../demo/tic-tac-toe/tool.ts';
import { emptyLedger } from './empty-ledger.ts';

const json = (...values: object[]): string[] => values.map((value) => JSON.stringify(value));
const accept = (...contents: object[]): MockElicitResponse[] =>
  contents.map((content) => ({ action: 'accept', content }));

const plan = { from: 'Paris', destination: 'Lisbon', outboundDate: '2026-12-01', nights: 3 };
const flightWish = { from: 'NYC', destination: 'LAX', date: '2026-12-01' };
const flight = searchFlights('NYC', 'LAX', '2026-12-01')[0]!;
const firstFree = (on: typeof flight) => {
  const rows = seatMapOf(on).decks.flatMap(({ cabins }) => cabins.flatMap((cabin) => cabin.rows));
  const seat = rows.flatMap(({ cells }) => cells.filter(isSeat)).find(({ state }) => state === 'available')!;
  return { row: seat.row, seat: seat.seat };
};
const [option] = findOptions({ ...plan, returnDate: '2026-12-04' });

beforeEach(() => {
  vi.useFakeTimers();
  emptyLedger();
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('00000000-0000-4000-8000-000000000000');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each<[AnyMcpTool, object, MockElicitResponse[], string[]]>([
  [
    ticTacToeTool,
    {},
    accept({ cell: 5 }, { cell: 2 }, { cell: 8 }),
    json({ cell: 5, remark: 'Mine.' }, { cell: 1, remark: 'Then here.' }, { cell: 3, remark: 'And here.' }),
  ],
  [pickCardTool, { analyze: true }, accept({ number: 2 }), json({ remark: 'Red.', take: 1, reason: 'it is red.' })],
  [
    planTripTool,
    plan,
    accept({ choice: option?.id }, { confirmed: true }),
    json({ best: 1, verdicts: ['a', 'b', 'c'] }, { best: 2, verdicts: ['d', 'e', 'f'] }),
  ],
  [bookFlightTool, flightWish, accept({ flightId: flight.id }, firstFree(flight)), ['Walk.']],
])(
  '$name ends in the same way from every point at which the server may stop',
  async (tool, params, answers, samples) => {
    /** Runs the tool on from a journal, which grows. */
    async function playOn(journal: JournalEntry[]): Promise<unknown> {
      const done = (kind: string) => journal.filter((entry) => entry.kind === kind).length;
      const client = createMockClient({
        elicitResponses: answers.slice(done('elicit')),
        sampleResponses: samples.slice(done('sample')),
      });
      const running = run(function* () {
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
      const [result] = await Promise.all([running, vi.advanceTimersByTimeAsync(30_000)]);
      return result;
    }

    const whole: JournalEntry[] = [];
    const result = await playOn(whole);
    expect(whole.length).toBeGreaterThan(answers.length + samples.length);
    for (let kept = 0; kept <= whole.length; kept += 1) {
      const journal = whole.slice(0, kept);
      // One after another: they share the clock.
      expect(await playOn(journal), `after ${kept} entries`).toEqual(result);
      expect(journal.map(({ key, kind }) => `${kind} ${key}`)).toEqual(whole.map(({ key, kind }) => `${kind} ${key}`));
    }
  },
);
