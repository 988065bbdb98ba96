import * as z from 'zod';
import { amount, currency, designator, maybe } from '../convert/wire-words.ts';

/** What is read of Duffel's seat maps; whatever else they hold is left alone. */

const service = z.object({ id: z.string(), passenger_id: z.string(), total_amount: amount, total_currency: currency });

const seat = z.object({
  type: z.enum(['seat', 'restricted_seat_general']),
  designator,
  name: maybe(z.string()),
  disclosures: maybe(z.array(z.string())),
  available_services: maybe(z.array(service)),
});

/** Whatever is no seat: kinds that Duffel may add are things that stand in the cabin. */
const thing = z.object({ type: z.string().regex(/^(?!seat$|restricted_seat_general$)/, 'not a complete seat') });

const element = z.union([seat, thing]);
const row = z.object({ sections: z.array(z.object({ elements: z.array(element) })) });

const cabin = z.object({
  deck: maybe(z.int()),
  cabin_class: z.string(),
  wings: maybe(z.object({ first_row_index: z.int(), last_row_index: z.int() })),
  rows: z.array(row),
});

export const duffelSeatMapSchema = z.object({
  id: z.string(),
  segment_id: z.string(),
  cabins: z.array(cabin).min(1),
});

export type DuffelSeatMap = z.infer<typeof duffelSeatMapSchema>;
export type DuffelCabin = z.infer<typeof cabin>;
export type DuffelRow = z.infer<typeof row>;
export type DuffelElement = z.infer<typeof element>;
export type DuffelSeat = z.infer<typeof seat>;

export function isDuffelSeat(element: DuffelElement): element is DuffelSeat {
  return 'designator' in element;
}
