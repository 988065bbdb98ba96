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
  const wanted = plain(name);
  const known = airports.find(({ code, city }) => wanted === plain(code) || wanted === plain(city));
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

/** A name without capitals and accents. */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '');
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
  { code: 'AKL', city: 'Auckland', latitude: -37, longitude: 174.8, utcOffset: 12 },
  { code: 'AMS', city: 'Amsterdam', latitude: 52.3, longitude: 4.8, utcOffset: 1 },
  { code: 'ATH', city: 'Athens', latitude: 37.9, longitude: 23.9, utcOffset: 2 },
  { code: 'ATL', city: 'Atlanta', latitude: 33.6, longitude: -84.4, utcOffset: -5 },
  { code: 'BCN', city: 'Barcelona', latitude: 41.3, longitude: 2.1, utcOffset: 1 },
  { code: 'BER', city: 'Berlin', latitude: 52.4, longitude: 13.5, utcOffset: 1 },
  { code: 'BJS', city: 'Beijing', latitude: 40.1, longitude: 116.6, utcOffset: 8 },
  { code: 'BKK', city: 'Bangkok', latitude: 13.7, longitude: 100.7, utcOffset: 7 },
  { code: 'BOG', city: 'Bogotá', latitude: 4.7, longitude: -74.1, utcOffset: -5 },
  { code: 'BOM', city: 'Mumbai', latitude: 19.1, longitude: 72.9, utcOffset: 5.5 },
  { code: 'BOS', city: 'Boston', latitude: 42.4, longitude: -71, utcOffset: -5 },
  { code: 'BUD', city: 'Budapest', latitude: 47.4, longitude: 19.3, utcOffset: 1 },
  { code: 'BUE', city: 'Buenos Aires', latitude: -34.8, longitude: -58.5, utcOffset: -3 },
  { code: 'CAI', city: 'Cairo', latitude: 30.1, longitude: 31.4, utcOffset: 2 },
  { code: 'CHI', city: 'Chicago', latitude: 42, longitude: -87.9, utcOffset: -6 },
  { code: 'CPH', city: 'Copenhagen', latitude: 55.6, longitude: 12.7, utcOffset: 1 },
  { code: 'CPT', city: 'Cape Town', latitude: -34, longitude: 18.6, utcOffset: 2 },
  { code: 'DEL', city: 'Delhi', latitude: 28.6, longitude: 77.1, utcOffset: 5.5 },
  { code: 'DEN', city: 'Denver', latitude: 39.9, longitude: -104.7, utcOffset: -7 },
  { code: 'DFW', city: 'Dallas', latitude: 32.9, longitude: -97, utcOffset: -6 },
  { code: 'DUB', city: 'Dublin', latitude: 53.4, longitude: -6.2, utcOffset: 0 },
  { code: 'DXB', city: 'Dubai', latitude: 25.3, longitude: 55.4, utcOffset: 4 },
  { code: 'FRA', city: 'Frankfurt', latitude: 50, longitude: 8.6, utcOffset: 1 },
  { code: 'GVA', city: 'Geneva', latitude: 46.2, longitude: 6.1, utcOffset: 1 },
  { code: 'HAM', city: 'Hamburg', latitude: 53.6, longitude: 10, utcOffset: 1 },
  { code: 'HEL', city: 'Helsinki', latitude: 60.3, longitude: 25, utcOffset: 2 },
  { code: 'HKG', city: 'Hong Kong', latitude: 22.3, longitude: 113.9, utcOffset: 8 },
  { code: 'HNL', city: 'Honolulu', latitude: 21.3, longitude: -157.9, utcOffset: -10 },
  { code: 'HOU', city: 'Houston', latitude: 30, longitude: -95.3, utcOffset: -6 },
  { code: 'IST', city: 'Istanbul', latitude: 41.3, longitude: 28.7, utcOffset: 3 },
  { code: 'JNB', city: 'Johannesburg', latitude: -26.1, longitude: 28.2, utcOffset: 2 },
  { code: 'LAS', city: 'Las Vegas', latitude: 36.1, longitude: -115.2, utcOffset: -8 },
  { code: 'LAX', city: 'Los Angeles', latitude: 33.9, longitude: -118.4, utcOffset: -8 },
  { code: 'LIM', city: 'Lima', latitude: -12, longitude: -77.1, utcOffset: -5 },
  { code: 'LIS', city: 'Lisbon', latitude: 38.8, longitude: -9.1, utcOffset: 0 },
  { code: 'LON', city: 'London', latitude: 51.5, longitude: -0.5, utcOffset: 0 },
  { code: 'MAD', city: 'Madrid', latitude: 40.5, longitude: -3.6, utcOffset: 1 },
  { code: 'MEL', city: 'Melbourne', latitude: -37.7, longitude: 144.8, utcOffset: 10 },
  { code: 'MEX', city: 'Mexico City', latitude: 19.4, longitude: -99.1, utcOffset: -6 },
  { code: 'MIA', city: 'Miami', latitude: 25.8, longitude: -80.3, utcOffset: -5 },
  { code: 'MIL', city: 'Milan', latitude: 45.6, longitude: 8.7, utcOffset: 1 },
  { code: 'MSY', city: 'New Orleans', latitude: 30, longitude: -90.3, utcOffset: -6 },
  { code: 'MUC', city: 'Munich', latitude: 48.4, longitude: 11.8, utcOffset: 1 },
  { code: 'NBO', city: 'Nairobi', latitude: -1.3, longitude: 36.9, utcOffset: 3 },
  { code: 'NYC', city: 'New York', latitude: 40.6, longitude: -73.8, utcOffset: -5 },
  { code: 'ORL', city: 'Orlando', latitude: 28.4, longitude: -81.3, utcOffset: -5 },
  { code: 'OSL', city: 'Oslo', latitude: 60.2, longitude: 11.1, utcOffset: 1 },
  { code: 'PAR', city: 'Paris', latitude: 49, longitude: 2.5, utcOffset: 1 },
  { code: 'PDX', city: 'Portland', latitude: 45.6, longitude: -122.6, utcOffset: -8 },
  { code: 'PHL', city: 'Philadelphia', latitude: 39.9, longitude: -75.2, utcOffset: -5 },
  { code: 'PHX', city: 'Phoenix', latitude: 33.4, longitude: -112, utcOffset: -7 },
  { code: 'PRG', city: 'Prague', latitude: 50.1, longitude: 14.3, utcOffset: 1 },
  { code: 'RIO', city: 'Rio de Janeiro', latitude: -22.8, longitude: -43.2, utcOffset: -3 },
  { code: 'ROM', city: 'Rome', latitude: 41.8, longitude: 12.3, utcOffset: 1 },
  { code: 'SAO', city: 'São Paulo', latitude: -23.4, longitude: -46.5, utcOffset: -3 },
  { code: 'SEA', city: 'Seattle', latitude: 47.4, longitude: -122.3, utcOffset: -8 },
  { code: 'SEL', city: 'Seoul', latitude: 37.5, longitude: 126.5, utcOffset: 9 },
  { code: 'SFO', city: 'San Francisco', latitude: 37.6, longitude: -122.4, utcOffset: -8 },
  { code: 'SHA', city: 'Shanghai', latitude: 31.1, longitude: 121.8, utcOffset: 8 },
  { code: 'SIN', city: 'Singapore', latitude: 1.4, longitude: 104, utcOffset: 8 },
  { code: 'STO', city: 'Stockholm', latitude: 59.7, longitude: 17.9, utcOffset: 1 },
  { code: 'SYD', city: 'Sydney', latitude: -33.9, longitude: 151.2, utcOffset: 10 },
  { code: 'TYO', city: 'Tokyo', latitude: 35.6, longitude: 139.8, utcOffset: 9 },
  { code: 'VIE', city: 'Vienna', latitude: 48.1, longitude: 16.6, utcOffset: 1 },
  { code: 'WAS', city: 'Washington', latitude: 38.9, longitude: -77.5, utcOffset: -5 },
  { code: 'WAW', city: 'Warsaw', latitude: 52.2, longitude: 21, utcOffset: 1 },
  { code: 'YMQ', city: 'Montreal', latitude: 45.5, longitude: -73.7, utcOffset: -5 },
  { code: 'YTO', city: 'Toronto', latitude: 43.7, longitude: -79.6, utcOffset: -5 },
  { code: 'YVR', city: 'Vancouver', latitude: 49.2, longitude: -123.2, utcOffset: -8 },
  { code: 'ZRH', city: 'Zürich', latitude: 47.5, longitude: 8.5, utcOffset: 1 },
];
