import * as z from 'zod';
import { amount, currency, localTime, maybe, some, whole } from '../convert/wire-words.ts';

/** The parts of a Flight Offers Search (version 2) response that we read. The rest is ignored. */

export const amadeusPoint = z.object({ iataCode: maybe(z.string()), terminal: maybe(z.string()), at: localTime });

export const amadeusLocations = maybe(
  z.record(z.string(), maybe(z.object({ cityCode: maybe(z.string()), countryCode: maybe(z.string()) }))),
);

/** A stop counts even if its place is unknown. */
const stop = z.object({ iataCode: maybe(z.string()), duration: maybe(z.string()) });

const segment = z.object({
  id: maybe(z.string()),
  departure: amadeusPoint,
  arrival: amadeusPoint,
  carrierCode: maybe(z.string()),
  number: maybe(z.string()),
  aircraft: maybe(z.object({ code: z.string() })),
  operating: maybe(z.object({ carrierCode: maybe(z.string()), carrierName: maybe(z.string()) })),
  duration: maybe(z.string()),
  numberOfStops: maybe(z.int().min(0).max(20)),
  stops: maybe(z.array(maybe(stop))),
  co2Emissions: maybe(z.array(z.object({ weight: z.number().nonnegative(), weightUnit: z.string() }))),
});

const bags = whole(
  z
    .object({ quantity: maybe(z.int().nonnegative()), weight: maybe(z.number().nonnegative()) })
    .refine(
      ({ quantity, weight }) => quantity !== undefined || weight !== undefined,
      'it says neither how many nor how heavy',
    ),
);

const fareDetails = z.object({
  segmentId: z.string(),
  cabin: maybe(z.string()),
  brandedFare: maybe(z.string()),
  brandedFareLabel: maybe(z.string()),
  includedCheckedBags: maybe(bags),
  includedCabinBags: maybe(bags),
});

const offer = z.object({
  id: z.string().min(1),
  numberOfBookableSeats: maybe(z.int().nonnegative()),
  itineraries: z.array(z.object({ duration: maybe(z.string()), segments: z.array(segment).min(1) })).min(1),
  price: maybe(whole(z.object({ currency, total: maybe(amount), grandTotal: maybe(amount) }))),
  pricingOptions: maybe(z.object({ refundableFare: maybe(z.boolean()) })),
  validatingAirlineCodes: maybe(some(z.string())),
  travelerPricings: maybe(
    z.array(
      maybe(z.object({ travelerType: maybe(z.string()), fareDetailsBySegment: maybe(z.array(maybe(fareDetails))) })),
    ),
  ),
});

const names = maybe(z.record(z.string(), maybe(z.string())));

export const amadeusOffersSchema = z.object({
  data: z.array(maybe(offer)),
  dictionaries: maybe(z.object({ carriers: names, aircraft: names, locations: amadeusLocations })),
});

export type AmadeusOffers = z.infer<typeof amadeusOffersSchema>;
export type AmadeusOffer = z.infer<typeof offer>;
export type AmadeusSegment = z.infer<typeof segment>;
export type AmadeusPoint = z.infer<typeof amadeusPoint>;
export type AmadeusFareDetails = z.infer<typeof fareDetails>;
export type AmadeusLocations = z.infer<typeof amadeusLocations>;
