import { plainText } from '../../protocol/plain-text.ts';
import type { FlightData, FlightInput } from '../../travel/flight.ts';
import type { SeatMap } from '../../travel/seat-map.ts';
import type { Spoken } from '../../words/word-for.ts';
import type { SeatPickerWords } from './words.ts';
import { formatFacts } from '../../words/format.ts';

/** The map's flight: `"EA924, SYD to LHR, Example A350"`. `given` fills in what the map leaves out. */
export function flightLine(
  { flight: own }: SeatMap,
  given: FlightData | undefined,
  words: Pick<Spoken<SeatPickerWords>, 'fromTo' | 'locale'>,
): string {
  const rich = given && 'legs' in given ? given : undefined;
  const ofGiven = rich
    ? { from: rich.departure.place?.code, to: rich.arrival.place?.code }
    : (given as FlightInput | undefined);
  const { from, to } = (own?.from && own.to ? own : ofGiven) ?? {};
  const facts = [
    // Some maps know only the airline.
    (own?.number === own?.carrier.code ? own?.carrier.name : own?.number) ?? given?.flightNumber,
    from && to && words.fromTo(from, to),
    own?.aircraft?.name ?? rich?.legs[0]?.segments[0]?.aircraft?.name,
  ];
  return plainText(formatFacts(words.locale, facts), 300);
}
