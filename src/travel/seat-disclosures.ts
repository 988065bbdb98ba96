import type { Seat } from './seat-map.ts';

/** What a person must read and agree to before they take this seat; empty for most seats. */
export function disclosuresOf(seat: Seat): readonly string[] {
  if (seat.disclosures && seat.disclosures.length > 0) return seat.disclosures;
  if (seat.features?.includes('exit_row')) return [exitRow];
  return seat.restrictions?.includes('adult_only') ? [adultOnly] : [];
}

const exitRow = 'Exit row: you must be able and willing to help the crew in an emergency.';
const adultOnly = 'Only an adult may sit here.';
