export { flightsFromAmadeusOffers, type AmadeusFlightOptions } from './travel/amadeus/flights-from-amadeus-offers.ts';
export type { AmadeusNames } from './travel/amadeus/amadeus-names.ts';
export {
  seatMapFromAmadeus,
  seatMapsFromAmadeus,
  type AmadeusSeatMapOptions,
} from './travel/amadeus/seat-map-from-amadeus.ts';
