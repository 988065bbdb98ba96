import type { Segment } from '../flight.ts';

/** What a segment is travelled in, by the IATA code of its equipment: trains and buses are sold as flights. */
export function modeOf(code: string | undefined): Segment['mode'] {
  if (code !== undefined && trains.has(code)) return 'train';
  return code === 'BUS' ? 'bus' : undefined;
}

const trains = new Set(['TRN', 'TRS', 'TRT', 'TSL', 'THS', 'TCM']);
