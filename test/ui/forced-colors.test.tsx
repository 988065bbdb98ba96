import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { SeatMap } from '../../src/travel/seat-map.ts';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import { Confirm } from '../../src/ui/confirm/Confirm.tsx';
import { ElicitCard } from '../../src/ui/elicit-card/ElicitCard.tsx';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { ReviewText } from '../../src/ui/review-text/ReviewText.tsx';
import { Receipt } from '../../src/ui/receipt/Receipt.tsx';
import { PassengerSeatPicker } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { SchemaForm } from '../../src/ui/schema-form/SchemaForm.tsx';
import { flightOf, richSeatMap, seatAt, seedFlights, seedSeatMap, segment, tenAbreast } from '../travel/samples.ts';
import { emulate, ignore } from './page.ts';
import { questions } from './question-samples.tsx';

/** What is left to tell an element by when colours are the person's own: never its background. */
function look(selector: string, pseudo?: '::before' | '::after'): string {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`nothing is ${selector}`);
  const style = getComputedStyle(element, pseudo);
  const { borderTopStyle, borderTopWidth, borderTopColor, outlineStyle, outlineWidth, outlineColor } = style;
  const border = borderTopStyle === 'none' ? '' : `${borderTopWidth} ${borderTopStyle} ${borderTopColor}`;
  const outline = outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineStyle} ${outlineColor}`;
  const mark = pseudo ? `${style.content} ${style.width} ${style.height}` : '';
  return [border, outline, mark].join(' / ');
}

/** Those that look like another one. */
const alike = (looks: Record<string, string>): string[] => {
  const all = Object.values(looks);
  return Object.keys(looks).filter((name) => all.filter((look) => look === looks[name]).length > 1);
};

const show = (component: ReactElement) => render(component);
const focus = async (selector: string) => {
  await userEvent.keyboard('{Tab}');
  (document.querySelector(selector) as HTMLElement).focus();
};

const mapWithFacilities: SeatMap = {
  decks: [
    {
      id: 'main',
      cabins: [
        {
          id: 'economy',
          class: 'economy',
          columns: [
            { kind: 'seat', letter: 'A' },
            { kind: 'aisle' },
            { kind: 'seat', letter: 'B' },
            { kind: 'seat', letter: 'C' },
          ],
          rows: [
            {
              cells: [
                { type: 'galley', col: 0 },
                { type: 'stairs', col: 2 },
                { type: 'storage', col: 3 },
              ],
            },
            { number: 1, cells: [seatAt(1, 0, 'A'), { type: 'galley', col: 2, span: 2 }] },
          ],
        },
      ],
    },
  ],
};

describe('in the person’s own colours', () => {
  beforeEach(() => emulate('forced-colors', 'active'));
  afterEach(() => emulate('forced-colors', ''));

  it('seats are told apart by their borders', async () => {
    expect(matchMedia('(forced-colors: active)').matches).toBe(true);
    const passengers = [
      { id: 'p1', name: 'Ada' },
      { id: 'p2', name: 'Mo' },
    ];
    const draft = {
      selections: [
        { passengerId: 'p1', row: 5, seat: 'A' },
        { passengerId: 'p2', row: 5, seat: 'B' },
      ],
    };
    await show(<PassengerSeatPicker seatMap={seedSeatMap} passengers={passengers} draft={draft} onRespond={ignore} />);
    await focus('[data-seat="6F"]');
    expect(
      alike({
        free: look('[data-seat="6A"]'),
        focused: look('[data-seat="6F"]'),
        taken: look('[data-state=taken][data-seat]'),
        held: look('[data-seat][data-state=held]'),
        selected: look('[data-seat][data-state=selected]'),
      }),
    ).toEqual([]);
    // Initials are written in another colour than they stand on.
    const held = getComputedStyle(document.querySelector('[data-seat][data-state=held]') as Element, '::before');
    expect(held.content).toBe('"M"');
    expect(held.backgroundColor).not.toBe(held.color);
  });

  it('the kinds of seats and the doors are told by what is drawn on them', async () => {
    await show(<SeatPicker seatMap={richSeatMap} onRespond={ignore} />);
    const mark = (selector: string) => {
      const { backgroundImage, backgroundSize } = getComputedStyle(document.querySelector(selector) as Element);
      return `${backgroundImage} ${backgroundSize}`;
    };
    const marks = {
      included: mark('[data-seat="14C"]'),
      preferred: mark('[data-seat="12B"]'),
      legroom: mark('[data-seat="12A"]'),
      taken: mark('[data-seat="14D"]'),
    };
    expect(alike(marks)).toEqual([]);
    // Drawn in the colour of words on the colour of buttons, both the person's own.
    const seat = getComputedStyle(document.querySelector('[data-seat="12A"]') as Element);
    expect(marks.legroom).toContain(seat.color);
    expect(seat.color).not.toBe(seat.backgroundColor);
    expect(getComputedStyle(document.querySelector('[data-elicit=exits]') as Element, '::before').content).toContain(
      'Exit',
    );
    expect(look('[data-elicit=deck][data-state=selected]')).not.toBe(look('[data-elicit=deck][data-state=available]'));
  });

  it('the chosen flight and the one with focus are outlined, each in its own way', async () => {
    await show(<FlightList flights={seedFlights} draft={{ flightId: 'sky' }} onRespond={ignore} />);
    await focus('input:checked');
    expect(
      alike({
        free: look('[data-elicit=flight][data-state=available]'),
        chosen: look('[data-elicit=flight][data-state=selected]'),
        focused: look('input:checked'),
      }),
    ).toEqual([]);
  });

  it('what can be pressed has a frame, be it words alone otherwise', async () => {
    const flights = Array.from({ length: 8 }, (_, i) =>
      flightOf([segment('ATL', 'JFK', `2026-09-06T0${i}:00`, '2026-09-06T23:10')], { id: `${i}` }),
    );
    await show(
      <ElicitCard toolName="book" state="failed" onRetry={ignore} onDecline={ignore} onCancel={ignore}>
        <FlightList flights={flights} onRespond={ignore} />
        <SeatPicker seatMap={tenAbreast} onRespond={ignore} onDecline={ignore} />
        <FlightList flights={[]} error="No." onReload={ignore} onRespond={ignore} />
      </ElicitCard>,
    );
    const frames = new Map<string, string>();
    for (const button of document.querySelectorAll<HTMLElement>('button')) {
      const { borderTopStyle, borderTopWidth, borderBottomStyle, borderBottomWidth } = getComputedStyle(button);
      const sides = new Set([`${borderTopWidth} ${borderTopStyle}`, `${borderBottomWidth} ${borderBottomStyle}`]);
      frames.set(button.dataset['elicit'] ?? '', [...sides].join(', '));
    }
    expect([...frames.keys()]).toEqual(
      expect.arrayContaining(['skip', 'more', 'view-switch', 'details-toggle', 'more-ways', 'commit']),
    );
    expect([...frames].filter(([, frame]) => !/^[12]px (solid|dashed)$/.test(frame))).toEqual([]);
  });

  it('a field that is wrong has its mark, which is no background that the system takes away', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string', title: 'Name' } } };
    const issues = [{ path: ['name'], message: 'Taken.' }];
    await show(<SchemaForm schema={schema} issues={issues} onRespond={ignore} />);
    await expect.poll(() => document.querySelector('[data-elicit=error]')).not.toBeNull();
    const { backgroundColor } = getComputedStyle(document.querySelector('[data-elicit=error]') as Element, '::before');
    expect(backgroundColor).toBe('rgb(179, 38, 30)');
  });

  it('the button of a receipt has no frame, which would lie on an amount, but a line under its word', async () => {
    await show(
      <Receipt outcome="answered" title="Seat 6B" amount="$24.00">
        <button type="button" data-elicit="change">
          Change
        </button>
      </Receipt>,
    );
    const { borderTopStyle, textDecorationLine } = getComputedStyle(document.querySelector('button') as Element);
    expect([borderTopStyle, textDecorationLine]).toEqual(['none', 'underline']);
  });

  it('galleys and stairs are drawn, in the colour of words and without a font', async () => {
    const drawing = (kind: string) => {
      const facility = document.querySelector(`[data-elicit=facility][data-kind=${kind}]`) as Element;
      const { clipPath, backgroundColor } = getComputedStyle(facility, '::before');
      return { shape: clipPath, ink: backgroundColor, ground: getComputedStyle(facility).backgroundColor };
    };
    await show(<SeatPicker seatMap={mapWithFacilities} onRespond={ignore} />);
    const [galley, stairs, closet] = [drawing('galley'), drawing('stairs'), drawing('closet')];
    expect(new Set([galley.shape, stairs.shape, closet.shape]).size).toBe(3);
    for (const { shape, ink, ground } of [galley, stairs, closet]) {
      expect(shape).toMatch(/^path/);
      expect(ink).not.toBe(ground);
    }
  });

  it('empty places are drawn', async () => {
    await show(<FlightList flights={[]} loading onRespond={ignore} />);
    expect(look('[data-elicit=bone]')).toMatch(/^1px dashed/);
  });

  it('what cannot be undone is framed otherwise than what can', async () => {
    const screen = await show(<Confirm onRespond={ignore} />);
    const safe = look('[data-elicit=commit]');
    await screen.unmount();
    await show(<Confirm tone="danger" onRespond={ignore} />);
    expect(look('[data-elicit=commit]')).not.toBe(safe);
    expect(look('[data-elicit=commit]')).not.toBe(look('[data-elicit=skip]'));
  });

  it('what answers is framed otherwise than the ways out', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    await show(<SchemaForm schema={schema} onRespond={ignore} onDecline={ignore} />);
    expect(look('[data-elicit=commit]')).not.toBe(look('[data-elicit=skip]'));
  });

  it('what was wrong is framed, and so is the sign of how it ended', async () => {
    await show(<Confirm issues={[{ path: [], message: 'That did not work.' }]} onRespond={ignore} />);
    expect(look('[data-elicit=issues]')).toMatch(/^1px solid/);
    await show(<Receipt outcome="expired" title="The time to answer has passed" />);
    expect(look('[data-elicit=outcome]')).toMatch(/^1px solid/);
  });

  it('the chosen one of several choices is outlined', async () => {
    await show(<ChoiceList choices={['a', 'b']} draft={{ choice: 'a' }} onRespond={ignore} />);
    await focus('input:not(:checked)');
    expect(
      alike({
        free: look('[data-elicit=choice][data-state=available]'),
        chosen: look('[data-elicit=choice][data-state=selected]'),
        focused: look('input:not(:checked)'),
      }),
    ).toEqual([]);
  });

  it('the chosen rows of a table are outlined', async () => {
    await show(questions['PickRows'] as ReactElement);
    await focus('input:checked');
    expect(
      alike({
        free: look('[data-elicit=table-row][data-state=disabled]'),
        chosen: look('[data-elicit=table-row][data-state=selected]'),
        focused: look('input:checked'),
      }),
    ).toEqual([]);
  });

  it('the days of a range are outlined, its ends filled, and the signs of a calendar drawn in the person’s colours', async () => {
    await show(<div data-theme="light">{questions['PickDates']}</div>);
    const day = (date: string) => `[data-elicit=calendar-day][value="${date}"]`;
    const cell = (date: string) => `td:has(> ${day(date)})`;
    expect(look(cell('2026-12-15'))).toMatch(/ 1px solid /);
    expect(look(cell('2026-12-15'))).not.toBe(look(cell('2026-12-20')));
    const grounds = ['2026-12-14', '2026-12-15'].map((date) => {
      return getComputedStyle(document.querySelector(day(date)) as Element).backgroundColor;
    });
    expect(new Set(grounds).size).toBe(2);
    // Drawn, so not in the colours of the theme.
    const words = getComputedStyle(document.querySelector('[data-elicit=month-title]') as Element).color;
    const [turn, today] = ['[data-kind=next]', '[aria-current]'].map((selector) => document.querySelector(selector));
    expect(getComputedStyle(turn as Element, '::before').borderInlineStartColor).toBe(words);
    expect(getComputedStyle(today as Element, '::after').backgroundColor).toBe(words);
  });

  it('what was changed is told by lines, and what takes files by its frame', async () => {
    await show(<ReviewText text="see you on Monday" before="see you on Friday" onRespond={ignore} />);
    const line = (word: string) =>
      getComputedStyle(document.querySelector(`${word} mark`) as Element).textDecorationLine;
    expect([line('ins'), line('del')]).toEqual(['underline', 'line-through']);
    await show(questions['FileDrop'] as ReactElement);
    expect(look('[data-elicit=drop-area]')).toMatch(/ dashed /);
    expect(look('[data-elicit=choice-image]')).toMatch(/^1px solid/);
  });
});
