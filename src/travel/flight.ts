import type { Money } from './money.ts';
import type { AsSent, PriceInput } from './read-price.ts';

/** A flight in the small shape: the least worth showing. */
export interface FlightInput {
  id: string;
  /** The airline's name. */
  airline: string;
  flightNumber: string;
  /** `from` and `to` are airport codes, such as `"JFK"`. */
  from?: string | null | undefined;
  to?: string | null | undefined;
  /** Local time: `"08:00"` or `"2026-12-01T08:00"`. */
  departure: string;
  arrival: string;
  duration?: string | null | undefined;
  /** A string or a number is in major units. Absent: on request. */
  price?: PriceInput | null | undefined;
  /**
   * The currency of a price that names none.
   *
   * @default "USD"
   */
  currency?: string | null | undefined;
}

/** A flight as a tool may send it: in either shape, with any `PriceInput` as a price and `null` for absent values. */
export type FlightData = FlightInput | AsSent<Flight>;

/** A flight in the rich shape: one offer of an airline, with its legs. */
export interface Flight {
  id: string;
  /** The airline that sells it. */
  airline: Carrier;
  flightNumber: string;
  departure: FlightPoint;
  arrival: FlightPoint;
  duration?: string | undefined;
  /** Absent: on request. Such a flight comes last when sorted by price. */
  price?: Money | undefined;
  previousPrice?: Money | undefined;
  /** More than one: a return or a multi-city trip. Empty: only the fields above are known. */
  legs: readonly Leg[];
  emissions?: { kgCO2e: number; typicalKgCO2e?: number | undefined } | undefined;
  seatsLeft?: number | undefined;
  /** Shown instead of the list's own badges. */
  badges?: readonly string[] | undefined;
  /** The flight is listed, but cannot be chosen. */
  disabled?: { reason: string } | undefined;
  refundable?: boolean | undefined;
}

/** An airline, railway or bus company. */
export interface Carrier {
  /** IATA code, such as `"AA"`. */
  code: string;
  name?: string | undefined;
  logoUrl?: string | undefined;
  logoUrlDark?: string | undefined;
}

/** An airport, station or city. */
export interface Place {
  /** IATA code, such as `"ATL"`. */
  code: string;
  name?: string | undefined;
  city?: string | undefined;
  countryCode?: string | undefined;
  /** IANA name, such as `"America/New_York"`. */
  timeZone?: string | undefined;
}

/** A departure or an arrival. */
export interface FlightPoint {
  /** Absent if only the time is known. */
  place?: Place | undefined;
  /** Local time without an offset: `"2026-12-01T08:00"`, or `"08:00"` if the date is unknown. */
  at: string;
  /** The local offset from UTC, such as `"+02:00"`. */
  utcOffset?: string | undefined;
  terminal?: string | undefined;
}

/** One direction or stage of a trip, such as the way out. */
export interface Leg {
  id?: string | undefined;
  /** One or more. Between two segments the traveller changes. */
  segments: readonly Segment[];
  /** ISO 8601, such as `"PT4H7M"`. */
  duration?: string | undefined;
  fareBrand?: string | undefined;
  cabin?: string | undefined;
  baggage?: { carryOn?: number | undefined; checked?: number | undefined } | undefined;
  conditions?: LegConditions | undefined;
}

/** A fare's conditions for a leg. */
export interface LegConditions {
  change?: ChangeCondition | undefined;
  refund?: ChangeCondition | undefined;
  seatSelection?: boolean | undefined;
}

/** Whether a change or a refund is allowed, and what it costs. */
export interface ChangeCondition {
  allowed: boolean;
  /** Absent: unknown. An amount of 0: free. */
  penalty?: Money | undefined;
}

/** One flight under one number, or one train or bus ride. */
export interface Segment {
  id?: string | undefined;
  /** @default "flight" */
  mode?: 'flight' | 'train' | 'bus' | undefined;
  marketing: Carrier;
  /** The operating carrier, if it differs. */
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
