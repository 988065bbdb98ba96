import type { Money } from './money.ts';
import type { AsSent, PriceInput } from './read-price.ts';

/** A flight in the smallest shape worth asking about. */
export interface FlightInput {
  id: string;
  /** The airline's name. */
  airline: string;
  flightNumber: string;
  /** Where from and where to, such as `"JFK"`. */
  from?: string | null | undefined;
  to?: string | null | undefined;
  /** Local time: `"08:00"` or `"2026-12-01T08:00"`. */
  departure: string;
  arrival: string;
  duration?: string | null | undefined;
  /** In major units where it is a string or a number. Absent: on request. */
  price?: PriceInput | null | undefined;
  /**
   * Of a price that names none.
   *
   * @default "USD"
   */
  currency?: string | null | undefined;
}

/** A flight as a tool may send it: in either shape, its prices in any that `normalizeFlight` reads, `null` for what is absent. */
export type FlightData = FlightInput | AsSent<Flight>;

/** A flight as airlines sell it: one offer, of one leg or more. */
export interface Flight {
  id: string;
  /** Who sells it. */
  airline: Carrier;
  flightNumber: string;
  departure: FlightPoint;
  arrival: FlightPoint;
  duration?: string | undefined;
  /** Absent: on request; it then sorts last. */
  price?: Money | undefined;
  previousPrice?: Money | undefined;
  /** More than one: a return or a multi-city trip. Empty: no more is known than the fields above. */
  legs: readonly Leg[];
  emissions?: { kgCO2e: number; typicalKgCO2e?: number | undefined } | undefined;
  seatsLeft?: number | undefined;
  /** Shown instead of the badges that the list works out. */
  badges?: readonly string[] | undefined;
  /** It is listed, but cannot be chosen. */
  disabled?: { reason: string } | undefined;
  refundable?: boolean | undefined;
}

/** An airline, railway or bus company. */
export interface Carrier {
  /** IATA, such as `"AA"`. */
  code: string;
  name?: string | undefined;
  logoUrl?: string | undefined;
  logoUrlDark?: string | undefined;
}

/** An airport, station or city. */
export interface Place {
  /** IATA, such as `"ATL"`. */
  code: string;
  name?: string | undefined;
  city?: string | undefined;
  countryCode?: string | undefined;
  /** IANA, such as `"America/New_York"`. */
  timeZone?: string | undefined;
}

/** A departure or an arrival. */
export interface FlightPoint {
  /** Absent where only the time is known. */
  place?: Place | undefined;
  /** The clock on the wall there, without an offset: `"2026-12-01T08:00"`, or `"08:00"` where the date is unknown. */
  at: string;
  /** What that clock is ahead of UTC, such as `"+02:00"`. */
  utcOffset?: string | undefined;
  terminal?: string | undefined;
}

/** One way of a trip, from where it begins to where it ends. */
export interface Leg {
  id?: string | undefined;
  /** One or more: between two of them the traveller changes. */
  segments: readonly Segment[];
  /** ISO 8601, such as `"PT4H7M"`. */
  duration?: string | undefined;
  fareBrand?: string | undefined;
  cabin?: string | undefined;
  baggage?: { carryOn?: number | undefined; checked?: number | undefined } | undefined;
  conditions?: LegConditions | undefined;
}

/** What a fare allows for a leg. */
export interface LegConditions {
  change?: ChangeCondition | undefined;
  refund?: ChangeCondition | undefined;
  seatSelection?: boolean | undefined;
}

/** Whether something may be changed or given back, and what that costs. */
export interface ChangeCondition {
  allowed: boolean;
  /** Absent: unknown. An amount of 0: free of charge. */
  penalty?: Money | undefined;
}

/** One take-off to one landing, or one train or bus ride. */
export interface Segment {
  id?: string | undefined;
  /** @default "flight" */
  mode?: 'flight' | 'train' | 'bus' | undefined;
  marketing: Carrier;
  /** Who flies it, where that is somebody else. */
  operating?: Carrier | undefined;
  flightNumber: string;
  departure: FlightPoint;
  arrival: FlightPoint;
  duration?: string | undefined;
  aircraft?: { code?: string | undefined; name?: string | undefined } | undefined;
  cabin?: string | undefined;
  cabinName?: string | undefined;
  distanceKm?: number | undefined;
  technicalStops?: readonly { place: Place; duration?: string | undefined }[] | undefined;
}

/** The answer to "which flight?". */
export interface PickFlight {
  flightId: string;
}
