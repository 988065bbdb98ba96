import { expect, it } from 'vitest';
import { findAirport, kilometres } from '../../demo/airline/places.ts';

it.each([
  ['Boston', 'den', 2840],
  ['sao paulo', 'Zurich', 9600],
  ['Toronto', 'MONTREAL', 510],
])('flies from %s to %s as far as it is', (from, to, distance) => {
  expect(kilometres(findAirport(from), findAirport(to)) / distance).toBeCloseTo(1, 1);
});

it('serves any other place, too', () => {
  expect(findAirport('Atlantis')).toMatchObject({ code: 'ATL', city: 'Atlantis' });
});
