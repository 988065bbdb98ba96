import type { Flight, SeatMap } from 'elicitkit/travel';
import { flightsFromDuffelOffers, seatMapsFromDuffel } from 'elicitkit/travel/duffel';

export async function searchDuffel(offerRequestId: string): Promise<Flight[]> {
  return flightsFromDuffelOffers(await get(`offers?offer_request_id=${offerRequestId}`));
}

/** A map for each segment; the offer adds the flight and the passengers' names. */
export async function seatsOfDuffel(offerId: string): Promise<SeatMap[]> {
  const [offer, maps] = await Promise.all([get(`offers/${offerId}`), get(`seat_maps?offer_id=${offerId}`)]);
  return seatMapsFromDuffel(maps, { offer });
}

async function get(path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${process.env['DUFFEL_TOKEN']}`, 'duffel-version': 'v2' };
  const response = await fetch(`https://api.duffel.com/air/${path}`, { headers });
  if (!response.ok) throw new Error(`Duffel answered ${response.status}.`);
  const { data } = (await response.json()) as { data: unknown };
  return data;
}
