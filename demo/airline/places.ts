import type { Place } from 'elicitkit/travel';

/** A place that the demo's airlines serve, with the data to invent a timetable. */
export interface Airport extends Place {
  city: string;
  latitude: number;
  longitude: number;
  /** Hours ahead of UTC. The demo ignores daylight saving. */
  utcOffset: number;
}

/** Finds a place by code or city. An unknown name becomes a place too, so that the demo can serve any request. */
export function findAirport(name: string): Airport {
  const wanted = name.trim().toLowerCase();
  const known = airports.find(({ code, city }) => wanted === code.toLowerCase() || wanted === city.toLowerCase());
  if (known) return known;
  const letters = wanted.replaceAll(/[^a-z]/g, '').toUpperCase();
  const seed = Array.from(wanted).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return {
    code: letters.slice(0, 3).padEnd(3, 'X'),
    city: name.trim(),
    latitude: (seed % 90) - 30,
    longitude: (seed % 240) - 120,
    utcOffset: Math.round(((seed % 240) - 120) / 15),
  };
}

/** Great-circle distance. */
export function kilometres(a: Airport, b: Airport): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const high = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const wide = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const share = high + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * wide;
  return Math.round(12_742 * Math.asin(Math.sqrt(share)));
}

/** The city's name for a sentence. */
export function cityOf(name: string): string {
  return findAirport(name).city;
}

const airports: readonly Airport[] = [
  { code: 'AMS', city: 'Amsterdam', latitude: 52.3, longitude: 4.8, utcOffset: 1 },
  { code: 'ATL', city: 'Atlanta', latitude: 33.6, longitude: -84.4, utcOffset: -5 },
  { code: 'BCN', city: 'Barcelona', latitude: 41.3, longitude: 2.1, utcOffset: 1 },
  { code: 'BER', city: 'Berlin', latitude: 52.4, longitude: 13.5, utcOffset: 1 },
  { code: 'BOS', city: 'Boston', latitude: 42.4, longitude: -71, utcOffset: -5 },
  { code: 'CHI', city: 'Chicago', latitude: 42, longitude: -87.9, utcOffset: -6 },
  { code: 'CPT', city: 'Cape Town', latitude: -34, longitude: 18.6, utcOffset: 2 },
  { code: 'DEL', city: 'Delhi', latitude: 28.6, longitude: 77.1, utcOffset: 5.5 },
  { code: 'DXB', city: 'Dubai', latitude: 25.3, longitude: 55.4, utcOffset: 4 },
  { code: 'LAX', city: 'Los Angeles', latitude: 33.9, longitude: -118.4, utcOffset: -8 },
  { code: 'LIS', city: 'Lisbon', latitude: 38.8, longitude: -9.1, utcOffset: 0 },
  { code: 'LON', city: 'London', latitude: 51.5, longitude: -0.5, utcOffset: 0 },
  { code: 'MAD', city: 'Madrid', latitude: 40.5, longitude: -3.6, utcOffset: 1 },
  { code: 'MEX', city: 'Mexico City', latitude: 19.4, longitude: -99.1, utcOffset: -6 },
  { code: 'MIA', city: 'Miami', latitude: 25.8, longitude: -80.3, utcOffset: -5 },
  { code: 'NYC', city: 'New York', latitude: 40.6, longitude: -73.8, utcOffset: -5 },
  { code: 'PAR', city: 'Paris', latitude: 49, longitude: 2.5, utcOffset: 1 },
  { code: 'ROM', city: 'Rome', latitude: 41.8, longitude: 12.3, utcOffset: 1 },
  { code: 'SAO', city: 'São Paulo', latitude: -23.4, longitude: -46.5, utcOffset: -3 },
  { code: 'SEA', city: 'Seattle', latitude: 47.4, longitude: -122.3, utcOffset: -8 },
  { code: 'SFO', city: 'San Francisco', latitude: 37.6, longitude: -122.4, utcOffset: -8 },
  { code: 'SIN', city: 'Singapore', latitude: 1.4, longitude: 104, utcOffset: 8 },
  { code: 'SYD', city: 'Sydney', latitude: -33.9, longitude: 151.2, utcOffset: 10 },
  { code: 'TYO', city: 'Tokyo', latitude: 35.6, longitude: 139.8, utcOffset: 9 },
  { code: 'VIE', city: 'Vienna', latitude: 48.1, longitude: 16.6, utcOffset: 1 },
];
