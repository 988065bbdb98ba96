import { memo, type ReactNode } from 'react';
import type { Facility } from '../../travel/seat-map.ts';
import type { Spoken } from '../../words/word-for.ts';
import { withStyle } from '../parts/with-style.ts';
import { facilityKind } from './facility-kind.ts';
import type { SeatMarks } from './seat-mark.ts';
import { seatButton } from './seat-button.tsx';
import type { SeatPickerSeatState } from './seat-props.ts';
import type { SeatTracks } from './seat-tracks.ts';
import type { RowView } from './seat-views.ts';
import type { SeatPickerWords } from './words.ts';

interface RowOfSeatsProps {
  view: RowView;
  tracks: SeatTracks;
  marks: SeatMarks;
  /** Set only if the tab stop is in this row. */
  stopKey: string | undefined;
  /** The highlighted tier; set only if this row has a seat of it. */
  sought: string | undefined;
  /** Its position among all rows of its grid, for `aria-rowindex`; set only if some rows are hidden. */
  place: number | undefined;
  /** @default our own seat */
  draw: ((seat: SeatPickerSeatState) => ReactNode) | undefined;
  words: Spoken<SeatPickerWords>;
}

/** A row of the cabin: its doors, number, seats and facilities. */
export const RowOfSeats = memo(function RowOfSeats(props: RowOfSeatsProps): ReactNode {
  const { view, tracks, marks, stopKey, sought, place, draw, words } = props;
  const { row, seats, facilities } = view;
  const number = row.number ?? seats[0]?.seat.row;
  const drawn = facilities.flatMap((facility) => {
    const kind = facilityKind(facility.type);
    if (!kind) return [];
    const { col, span = 1 } = facility;
    return (
      <span
        key={col}
        data-elicit="facility"
        data-kind={kind}
        data-text={span > 1 ? words.facility(facility.type) : undefined}
        data-fit={span > 2 ? 'all' : 'wide'}
        aria-hidden="true"
        ref={withStyle('grid-column', tracks.place(col, span).join(' / '))}
      />
    );
  });
  // The style sheet draws the number in the first two aisles, which saves elements. Only a third aisle, or a facility
  // in an aisle, needs elements; both are rare. Screen readers hear the number in every seat's name.
  const free = tracks.numbers.filter((line) => !facilities.some((facility) => covers(facility, line, tracks)));
  const blocked = free.length < tracks.numbers.length;
  const numbers = blocked ? free : free.slice(2);
  return (
    <>
      {/* Doors: one element, from which the style sheet draws the words on both sides. */}
      {row.exit && (
        <div
          data-elicit="exits"
          data-left={row.exit === 'right' ? undefined : words.exit}
          data-right={row.exit === 'left' ? undefined : words.exit}
          aria-hidden="true"
        />
      )}
      {seats.length > 0 && (
        <div
          role="row"
          aria-label={number === undefined ? undefined : `${number}`}
          aria-rowindex={place}
          data-elicit="row"
          data-number={blocked ? undefined : number}
          data-exit={row.exit && ''}
        >
          {seats.map((seat) => {
            const isSought = sought !== undefined && seat.tier?.id === sought;
            const state = { view: seat, mark: marks.get(seat.key), stop: seat.key === stopKey, sought: isSought };
            return (
              <div data-elicit="" key={seat.key} role="gridcell" ref={tracks.cells[seat.seat.col]}>
                {draw ? draw(state) : seatButton(state, words)}
              </div>
            );
          })}
          {numbers.map((line) => (
            <span key={`n${line}`} data-elicit="row-number" aria-hidden="true" ref={withStyle('grid-column', line)}>
              {number}
            </span>
          ))}
          {drawn}
        </div>
      )}
      {seats.length === 0 && drawn.length > 0 && (
        <div data-elicit="row" aria-hidden="true">
          {drawn}
        </div>
      )}
    </>
  );
});

function covers({ col, span }: Facility, line: number, { place }: SeatTracks): boolean {
  const [start, end] = place(col, span);
  return start <= line && line < end;
}
