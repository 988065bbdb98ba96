/** Every word that a `FlightList` says. */
export const words = {
  title: 'Pick a flight',
  none: 'Choose one to continue.',
  chooseFirst: 'Pick a flight first.',
  empty: 'No flights to choose from.',
  noMatch: 'No flight matches the filter.',
  loading: 'Looking for flights…',
  reload: 'Try again',
  commit: 'Continue',
  again: 'Try again',
  skip: 'Skip',
  sending: 'Sending…',
  failed: 'Your choice was not sent.',
  onRequest: 'Price on request',
  nonstop: 'Nonstop',
  sortBy: 'Sort and filter',
  sorts: { best: 'Best', cheapest: 'Cheapest', fastest: 'Fastest' },
  sorted: {
    best: 'In the order they were found.',
    cheapest: 'Cheapest first.',
    fastest: 'Fastest first.',
  },
  counted: (count: number) => (count === 1 ? '1 flight.' : `${count} flights.`),
  travellers: (count: number) => (count === 1 ? '1 traveller' : `${count} travellers`),
  operatedBy: (names: string) => `operated by ${names}`,
  stops: (count: number) => (count === 1 ? '1 stop' : `${count} stops`),
  more: (count: number, left: number) =>
    count < left
      ? `Show ${count} of ${left} more flights`
      : count === 1
        ? 'Show 1 more flight'
        : `Show ${count} more flights`,
  seatsLeft: (count: number) => (count === 1 ? '1 seat left' : `${count} seats left`),
  co2: (kg: number) => `${Math.round(kg)} kg CO₂`,
  co2Compared: (percent: number) =>
    percent === 0 ? 'as usual on this route' : `${Math.abs(percent)}% ${percent < 0 ? 'less' : 'more'} than usual`,
  badges: { best: 'Best', cheapest: 'Cheapest', fastest: 'Fastest', none: undefined },
  details: (flight: string) => `Details of ${flight}`,
  outbound: 'Outbound',
  return: 'Return',
  leg: (index: number) => `Flight ${index + 1}`,
  terminal: (name: string) => `Terminal ${name}`,
  layover: (time: string | undefined, place: string | undefined) =>
    [time && `${time} on the ground`, place && `in ${place}`].filter(Boolean).join(' ') || 'Change of flight',
  airportChange: (from: string, to: string) => `Change of airport: ${from} to ${to}`,
  technicalStop: (place: string) => `Lands in ${place} on the way`,
  modes: { flight: '', train: 'Train', bus: 'Bus' },
  fare: 'Fare',
  bags: 'Bags',
  carryOn: (count: number) =>
    count === 0 ? 'no carry-on bag' : count === 1 ? '1 carry-on bag' : `${count} carry-on bags`,
  checked: (count: number) =>
    count === 0 ? 'no checked bag' : count === 1 ? '1 checked bag' : `${count} checked bags`,
  changes: 'Changes',
  refund: 'Refund',
  allowed: (penalty: string | undefined) => (penalty ? `for ${penalty}` : 'free of charge'),
  notAllowed: 'not possible',
  emissions: 'Emissions',
};
