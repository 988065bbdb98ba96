import type { FlightInput } from 'elicitkit/travel';

/** Replace this with your flight search. */
export async function search(from: string, to: string): Promise<FlightInput[]> {
  const route = { airline: 'SkyHigh Airways', from, to };
  return [
    { ...route, id: 'SH142', flightNumber: 'SH 142', departure: '08:00', arrival: '11:30', price: 299 },
    { ...route, id: 'SH420', flightNumber: 'SH 420', departure: '14:00', arrival: '17:25', price: 219 },
  ];
}

export async function book(flightId: string): Promise<{ ticketNumber: string; flightId: string }> {
  return { ticketNumber: `T-${flightId}`, flightId };
}

/** The bags that a booking may have, with their prices. */
export async function bagsOf(booking: string): Promise<{ value: string; label: string; description: string }[]> {
  return [
    { value: 'none', label: 'No bag', description: `Nothing is added to ${booking}` },
    { value: 'one', label: 'One bag', description: '$30' },
  ];
}

export async function checkPassengerIn(booking: string, name: string, bags: string): Promise<string> {
  return `${name} is checked in for ${booking}, bags: ${bags}.`;
}
