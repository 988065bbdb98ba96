import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import { MultiChoiceList } from '../../src/ui/choice-list/MultiChoiceList.tsx';
import { Confirm } from '../../src/ui/confirm/Confirm.tsx';
import { ElicitCard } from '../../src/ui/elicit-card/ElicitCard.tsx';
import { ElicitDialog } from '../../src/ui/elicit-dialog/ElicitDialog.tsx';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { Receipt } from '../../src/ui/receipt/Receipt.tsx';
import { PassengerSeatPicker } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { SchemaForm } from '../../src/ui/schema-form/SchemaForm.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { UrlConsent } from '../../src/ui/url-consent/UrlConsent.tsx';
import { flightOf, richSeatMap, segment, seedFlights, seedSeatMap, tenAbreast } from '../travel/samples.ts';
import { cut, ignore, overflow } from './page.ts';
import { questions } from './question-samples.tsx';

const trips = [
  flightOf(
    [
      segment('ATL', 'CLT', '2026-09-06T16:46', '2026-09-06T18:00'),
      segment('CLT', 'JFK', '2026-09-06T22:00', '2026-09-07T00:29', {
        operating: { code: 'XP', name: 'Example Express' },
      }),
    ],
    { seatsLeft: 2, emissions: { kgCO2e: 53 }, price: { amount: '1281.10', currency: 'USD' } },
  ),
  flightOf([segment('ATL', 'JFK', '2026-09-06T05:00', '2026-09-06T08:00')], {
    id: 'sold',
    disabled: { reason: 'Sold out while you were choosing' },
  }),
  flightOf([segment('ATL', 'JFK', '2026-09-06T05:00', '2026-09-06T08:00')], { id: 'other' }),
];
const details = [
  { label: 'Flight', value: 'Example Airlines EA701 · Sun, Sep 6' },
  { label: 'Total', value: '$281.10' },
];
const fares = [
  { value: 'basic', label: 'Basic', description: 'Carry-on only, no changes' },
  { value: 'first', label: 'First', description: 'Lounge and a bed', disabled: { reason: 'Sold out' } },
];
const people = [
  { id: 'p1', name: 'Ada Lovelace' },
  { id: 'p2', name: 'Grace Hopper' },
];
const common = { message: 'Which one suits you best?', onRespond: ignore, onDecline: ignore };
const failed = {
  state: 'failed',
  issues: [{ path: [], message: 'That is no longer to be had. Please pick another.' }],
} as const;

const components: Record<string, ReactElement> = {
  'a FlightList': (
    <FlightList {...common} flights={trips} travellers={2} draft={{ flightId: 'offer' }} locale="en-US" />
  ),
  'a FlightList of the small shape': (
    <FlightList {...common} {...failed} flights={seedFlights} draft={{ flightId: 'sky' }} />
  ),
  'a FlightList that loads': <FlightList {...common} flights={[]} loading />,
  'a FlightList that failed': (
    <FlightList {...common} flights={[]} error="The airline does not answer." onReload={ignore} />
  ),
  'a SeatPicker': <SeatPicker {...common} seatMap={richSeatMap} draft={{ row: 12, seat: 'A' }} locale="en-GB" />,
  'a SeatPicker of the small shape': <SeatPicker {...common} {...failed} seatMap={seedSeatMap} />,
  'a SeatPicker ten abreast': <SeatPicker {...common} seatMap={tenAbreast} draft={{ row: 20, seat: 'E' }} />,
  'a PassengerSeatPicker': (
    <PassengerSeatPicker
      {...common}
      seatMap={tenAbreast}
      passengers={people}
      draft={{ selections: [{ passengerId: 'p1', row: 20, seat: 'E' }] }}
    />
  ),
  'a PassengerSeatPicker with a price beside each name': (
    <PassengerSeatPicker
      {...common}
      seatMap={richSeatMap}
      passengers={people}
      draft={{
        selections: [
          { passengerId: 'p1', row: 12, seat: 'B' },
          { passengerId: 'p2', row: 14, seat: 'C' },
        ],
      }}
    />
  ),
  'a Confirm': (
    <Confirm
      {...failed}
      message="Sure?"
      details={details}
      tone="danger"
      confirmLabel="Book this flight"
      denyLabel="Not now"
      onRespond={ignore}
    />
  ),
  'a ChoiceList': <ChoiceList {...common} choices={fares} draft={{ choice: 'basic' }} />,
  'a MultiChoiceList': (
    <MultiChoiceList {...common} choices={[...fares, ...Array.from('abcdefghijklm')]} draft={{ choices: ['basic'] }} />
  ),
  'an ElicitCard': (
    <ElicitCard
      toolName="book_flight"
      message="Which one?"
      state="failed"
      onDecline={ignore}
      onCancel={ignore}
      onRetry={ignore}
    >
      <FlightList {...common} flights={trips} />
    </ElicitCard>
  ),
  'a SchemaForm': (
    <SchemaForm
      {...common}
      schema={{ type: 'object', properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] }}
      submitLabel="Send what I entered"
    />
  ),
  'a UrlConsent': <UrlConsent {...common} serverName="Example Airlines" url="https://pay.example.com/checkout" />,
  'a Receipt': (
    <Receipt
      outcome="answered"
      title="Example Airlines EA701, EA38, EA13"
      detail="Sun, Sep 6 – Sun, Sep 13 · two travellers"
      icon="✈"
    />
  ),
  ...questions,
};

describe('text of twice the size, at 360 px', () => {
  beforeEach(async () => {
    document.documentElement.style.fontSize = '200%';
    await page.viewport(360, 800);
  });
  afterEach(() => document.documentElement.style.removeProperty('font-size'));

  it.each(Object.entries(components))('neither sticks out of %s nor is cut', async (_, component) => {
    await render(<div style={{ padding: 16 }}>{component}</div>);
    const text = document.querySelector(
      '[data-elicit=title], [data-elicit=message], [data-elicit=receipt-text] strong',
    );
    expect(Number.parseFloat(getComputedStyle(text as Element).fontSize)).toBeGreaterThanOrEqual(26);
    expect(overflow()).toEqual([]);
    expect(cut()).toEqual([]);
  });

  it.each(['a SchemaForm', 'a UrlConsent'])(
    'lets the buttons of %s fill their lines, over no question',
    async (name) => {
      await render(<div style={{ padding: 16, inlineSize: 240 }}>{components[name]}</div>);
      const footer = document.querySelector('[data-elicit=footer]') as HTMLElement;
      const { left, right } = footer.getBoundingClientRect();
      const lines = new Map<number, DOMRect[]>();
      for (const button of footer.querySelectorAll('[data-elicit=skip], [data-elicit=commit]')) {
        const box = button.getBoundingClientRect();
        lines.set(box.top, [...(lines.get(box.top) ?? []), box]);
        expect(getComputedStyle(button).textAlign).toBe('center');
      }
      expect(lines.size).toBeGreaterThan(1);
      for (const line of lines.values()) {
        expect(line[0]?.left).toBeCloseTo(left + 12, 0);
        expect(line.at(-1)?.right).toBeCloseTo(right - 12, 0);
      }
      expect(getComputedStyle(footer).position).toBe('static');
    },
  );

  it.each([
    ['days', 'PickDates', '[data-elicit=calendar-day], [data-elicit=weekday]'],
    ['amounts', 'PickRows', '[data-elicit=cell][data-kind=money] > :last-child'],
  ])('keeps %s on a line, at 300 px too', async (_, name, parts) => {
    await page.viewport(300, 800);
    const { container } = await render(<div style={{ padding: 16 }}>{components[name]}</div>);
    const found = [...container.querySelectorAll(parts)].filter((part) => part.textContent !== '');
    expect(found.length).toBeGreaterThan(1);
    for (const part of found) {
      const range = document.createRange();
      range.selectNodeContents(part);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      expect(tops.size, part.textContent).toBe(1);
    }
    expect(overflow()).toEqual([]);
  });

  it('is that of a dialog’s title too', async () => {
    await render(
      <ElicitDialog title="Pick a flight" step="2 of 3" onCancel={ignore}>
        Which one?
      </ElicitDialog>,
    );
    const title = document.querySelector('[data-elicit=dialog-title]') as HTMLElement;
    expect(Number.parseFloat(getComputedStyle(title).fontSize)).toBe(26);
    expect(cut()).toEqual([]);
  });

  it('leaves the drawing of an aircraft as it is: a row is as high as its seats', async () => {
    await render(<SeatPicker {...common} seatMap={tenAbreast} />);
    const seat = document.querySelector('[data-elicit=seat]')?.getBoundingClientRect().height ?? 0;
    const rows = [...document.querySelectorAll('[data-elicit=row][data-number]')];
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) expect(row.getBoundingClientRect().height).toBeCloseTo(seat, 0);
  });

  it('is read in the details of a flight too', async () => {
    await render(<FlightList {...common} flights={trips} />);
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    expect(overflow()).toEqual([]);
    expect(cut()).toEqual([]);
  });
});

describe.each(['130%', '150%', '200%'])('text of %s, at 360 px', (size) => {
  beforeEach(async () => {
    document.documentElement.style.fontSize = size;
    await page.viewport(360, 800);
  });
  afterEach(() => document.documentElement.style.removeProperty('font-size'));

  it.each(Object.entries(components))('breaks no word of a button or a duration in %s', async (_, component) => {
    await render(<div style={{ padding: 12 }}>{component}</div>);
    expect(brokenWords('button, [data-elicit=track]')).toEqual([]);
    expect(overflow()).toEqual([]);
  });
});

it('ten seats abreast fit a column of 280 px, each 24 px wide or more', async () => {
  await page.viewport(280, 800);
  await render(<SeatPicker {...common} seatMap={tenAbreast} />);
  expect(overflow()).toEqual([]);
  expect(document.querySelector('[data-elicit=seat]')?.getBoundingClientRect().width).toBeGreaterThanOrEqual(24);
});

it('would tell a word that is broken', async () => {
  await render(
    <button type="button" style={{ inlineSize: 40, overflowWrap: 'anywhere' }}>
      Continue
    </button>,
  );
  expect(brokenWords('button')).toEqual(['Continue']);
});

describe('at 320 px', () => {
  it.each(Object.entries(components))('nothing sticks out of %s, and nothing is cut', async (_, component) => {
    await page.viewport(320, 800);
    await render(component);
    expect(overflow()).toEqual([]);
    // Over the map, a seat has one line for its place and facts: its name says them all.
    expect(cut('[data-elicit=detail-text], [data-elicit=detail-text] strong')).toEqual([]);
  });

  it('would tell words that are cut', async () => {
    await render(
      <div data-elicit-root="">
        <p data-elicit="tight" style={{ inlineSize: 20, overflow: 'hidden', whiteSpace: 'nowrap' }}>
          Too long for this
        </p>
      </div>,
    );
    expect(cut()).toEqual(['tight']);
  });
});

/** The words that stand on two lines. */
function brokenWords(selector: string): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll(selector)) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      for (const { 0: word, index } of text.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(word);
      }
    }
  }
  return found;
}
