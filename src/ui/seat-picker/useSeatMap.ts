import { useMemo } from 'react';
import { warner } from '../../travel/convert/warner.ts';
import { openOrClosed, seatKey } from '../../travel/normalize-seat-map.ts';
import { seatsOf, type SeatMap } from '../../travel/seat-map.ts';
import { useRefused, type Refused } from '../parts/useRefused.ts';
import { useWarnings } from '../parts/useWarnings.ts';
import type { SeatCardOptions } from './SeatCard.tsx';

interface OpenSeatMap extends Refused {
  map: SeatMap;
}

/**
 * Convert the map to the rich shape, and keep the seats that issues refuse. Data that cannot be read is reported to
 * `onWarning`.
 *
 * @param fields - the answer's properties that name a seat, or several of them
 * @param sent - the key of the seat that was sent: at an issue's index in a field, if it has one
 */
export function useSeatMap(
  { seatMap, disabled, onWarning, issues, state }: SeatCardOptions,
  fields: readonly string[],
  sent: (index: string | number | undefined) => string | undefined,
): OpenSeatMap {
  const closed = disabled !== undefined;
  const { map, read } = useMemo(() => {
    const reading = warner('seat map');
    return { map: openOrClosed(seatMap, closed, reading.warn), read: reading };
  }, [seatMap, closed]);
  useWarnings(read, onWarning);
  const refused = useRefused(issues, state, fields, (index) => {
    const key = sent(index);
    return seatsOf(map.decks.flatMap(({ cabins }) => cabins)).some((seat) => seatKey(seat) === key) ? key : undefined;
  });
  return { ...refused, map };
}
