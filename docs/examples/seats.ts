/** Stands for an airline. */
const taken = new Map<string, string>();

export async function seatsOf(flightId: string): Promise<string[]> {
  return ['1A', '1B', '2A'].filter((seat) => !taken.has(`${flightId} ${seat}`));
}

/** Once for each key. */
export async function holdSeat(flightId: string, seat: string, key: string): Promise<string> {
  const hold = `${flightId} ${seat}`;
  if ((taken.get(hold) ?? key) !== key) throw new Error('The seat is taken.');
  taken.set(hold, key);
  return hold;
}

export async function releaseSeat(hold: string, _key: string): Promise<void> {
  taken.delete(hold);
}
