import type { Seat } from './seat-map.ts';
import { seatWords, type SeatWords } from './seat-words.ts';

/** What a person must read and agree to before they take this seat; empty for most seats. */
export function disclosuresOf(seat: Seat, words: SeatWords = seatWords): readonly string[] {
  if (seat.disclosures && seat.disclosures.length > 0) return [...new Set(seat.disclosures)];
  if (seat.features?.includes('exit_row')) return [words.exitRow];
  return seat.restrictions?.includes('adult_only') ? [words.adultOnly] : [];
}
