import { useMemo } from 'react';
import { warner, type ConvertOptions } from '../../travel/convert/warner.ts';
import { openOrClosed } from '../../travel/normalize-seat-map.ts';
import type { SeatMap, SeatMapData } from '../../travel/seat-map.ts';
import { useWarnings } from '../parts/useWarnings.ts';

/** Convert the map to the rich shape. Data that cannot be read is reported to `onWarning`. */
export function useSeatMap(seatMap: SeatMapData, closed: boolean, onWarning: ConvertOptions['onWarning']): SeatMap {
  const { map, read } = useMemo(() => {
    const reading = warner('seat map');
    return { map: openOrClosed(seatMap, closed, reading.warn), read: reading };
  }, [seatMap, closed]);
  useWarnings(read, onWarning);
  return map;
}
