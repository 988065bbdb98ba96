import type { SeatSummary } from './seat-picker-context.ts';
import type { SeatView } from './seat-views.ts';

/** One chosen seat and what there is to know of it: `"54A Window · £22.19"`. */
export function summaryOf({ seat, facts }: SeatView, locale: string): SeatSummary {
  const text = facts.join(' · ');
  return { seats: seat.designator, facts: text.charAt(0).toLocaleUpperCase(locale) + text.slice(1) };
}
