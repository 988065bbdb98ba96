/** The date this many days after an instant, such as `"2026-12-01"`. */
export function dayAfter(instant: number, days: number): string {
  return new Date(instant + days * 86_400_000).toISOString().slice(0, 10);
}
