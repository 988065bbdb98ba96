import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { flightsOfAmadeus, seatsOfAmadeus } from '../../docs/examples/amadeus.ts';
import { searchDuffel, seatsOfDuffel } from '../../docs/examples/duffel.ts';
import { amadeusDeck, amadeusOffer, amadeusOffers, amadeusRow, amadeusSeatMap } from '../travel/amadeus-samples.ts';
import { duffelCabin, duffelOffer, duffelRow, duffelSeatMap } from '../travel/duffel-samples.ts';

afterEach(() => void vi.restoreAllMocks());

describe('the page about converters', () => {
  const text = readFileSync('docs/travel-converters.md', 'utf8');
  const blocks = [...text.matchAll(/```ts\n\/\/ ([\w.-]+): server\n([^]*?)```/g)];

  it.each(blocks.map(([, name = '', code]) => ({ name, code })))('shows $name as it is', ({ name, code }) => {
    expect(code).toBe(readFileSync(`docs/examples/${name}`, 'utf8'));
  });

  it('shows one example for each API', () => {
    expect(blocks.map(([, name]) => name)).toEqual(['duffel.ts', 'amadeus.ts']);
  });

  it('fetches the flights and the seats of Duffel', async () => {
    const answers = new Map<string, unknown>([
      ['/air/offers?offer_request_id=orq_1', [duffelOffer()]],
      ['/air/offers/off_1', duffelOffer()],
      ['/air/seat_maps?offer_id=off_1', [duffelSeatMap([duffelCabin([duffelRow(['12A'], ['12B'])])])]],
    ]);
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      const { pathname, search } = new URL(input as string);
      return Response.json({ data: answers.get(pathname + search) });
    });
    expect((await searchDuffel('orq_1')).map(({ flightNumber }) => flightNumber)).toEqual(['XA117']);
    const [map] = await seatsOfDuffel('off_1');
    expect(map?.passengers?.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Passenger 2']);
    expect(map?.flight?.number).toBe('XA117');
  });

  it('reads the flights and the seats of Amadeus', () => {
    const [flight] = flightsOfAmadeus(amadeusOffers(amadeusOffer()));
    expect([flight?.airline.name, flight?.arrival.place?.city]).toEqual(['Example Air', 'New York']);
    const [map] = seatsOfAmadeus({ data: [amadeusSeatMap([amadeusDeck(amadeusRow(1, 0, 'A B'))])] });
    expect(map?.passengers?.[1]?.name).toBe('Grace Hopper');
  });
});
