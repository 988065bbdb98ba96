export { flightsFromDuffelOffers, type DuffelFlightOptions } from './travel/duffel/flights-from-duffel-offers.ts';
export {
  seatMapFromDuffel,
  seatMapsFromDuffel,
  type DuffelSeatMapOptions,
} from './travel/duffel/seat-map-from-duffel.ts';
