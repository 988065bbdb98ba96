import * as z from 'zod';
import { amount, currency, designator, maybe, some, someOf, whole } from '../convert/wire-words.ts';

/** The parts of Duffel's seat maps that we read. The rest is ignored. */

const service = z.object({ id: z.string(), passenger_id: z.string(), total_amount: amount, total_currency: currency });

const seat = z.object({
  type: z.enum(['seat', 'restricted_seat_general']),
  designator,
  name: maybe(z.string()),
  disclosures: maybe(z.array(z.string())),
  available_services: maybe(some(whole(service))),
});

/** Replaces an element that cannot be read. */
const unreadable = { type: 'unreadable' };
/** Replaces a seat for nobody, which some airlines give no number. */
export const unnumbered = { type: 'unnumbered' };
const forNobody = z
  .object({ type: z.literal('restricted_seat_general'), designator: z.literal('').nullish() })
  .transform(() => unnumbered);

/** Anything but a seat. New kinds of element also count as things in the cabin. */
const thing = z.object({
  type: z.string().regex(/^(?!seat$|restricted_seat_general$)/, { abort: true, error: 'not a complete seat' }),
});

/** Keep the place of an unreadable element: without it, its neighbours would move. */
const element = maybe(z.union([seat, forNobody, thing])).transform((value) => value ?? unreadable);
const section = maybe(z.object({ elements: z.array(element) })).transform((value) => value ?? { elements: [] });
const row = maybe(z.object({ sections: z.array(section) })).transform((value) => value ?? { sections: [] });

const cabin = z.object({
  deck: maybe(z.int()),
  cabin_class: maybe(z.string()),
  wings: maybe(z.object({ first_row_index: z.int(), last_row_index: z.int() })),
  rows: z.array(row),
});

const usableCabin = cabin.refine(({ rows }) => {
  const elements = rows.flatMap(({ sections }) => sections.flatMap(({ elements: some_ }) => some_));
  return elements.some(isDuffelSeat) || !elements.some(isUnnamed);
}, 'none of its seats can be read');

export const duffelSeatMapSchema = z.object({
  id: maybe(z.string()),
  segment_id: maybe(z.string()),
  cabins: someOf(usableCabin, 'it has no cabin'),
});

export const duffelSeatMapsSchema = z.array(maybe(duffelSeatMapSchema));

export type DuffelSeatMap = z.infer<typeof duffelSeatMapSchema>;
export type DuffelCabin = z.infer<typeof cabin>;
export type DuffelRow = z.infer<typeof row>;
export type DuffelElement = DuffelSeat | { type: string };
export type DuffelSeat = z.infer<typeof seat>;

/** Whether it is a seat without a number that can be read. */
export function isUnnamed({ type }: { type: string }): boolean {
  return type === unreadable.type || type === unnumbered.type;
}

export function isDuffelSeat(element: DuffelElement): element is DuffelSeat {
  return 'designator' in element;
}
