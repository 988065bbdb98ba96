// Stands for an airline.
const holds = new Map<string, { callId: string; key: string }>();
const sold = new Set<string>();

export async function seatsOf(flightId: string): Promise<string[]> {
  return ['1A', '1B', '2A'].filter((seat) => {
    const name = `${flightId} ${seat}`;
    return !holds.has(name) && !sold.has(name);
  });
}

/** Once for each key. */
export async function holdSeat(flightId: string, seat: string, callId: string, key: string): Promise<string> {
  const name = `${flightId} ${seat}`;
  if (sold.has(name) || (holds.get(name)?.key ?? key) !== key) throw new Error('The seat is taken.');
  holds.set(name, { callId, key });
  return name;
}

export async function releaseSeat(name: string, _key: string): Promise<void> {
  holds.delete(name);
}

/** Once, whatever the key: a seat is sold or not. */
export async function sellSeat(name: string, _key: string): Promise<string> {
  if (!holds.delete(name) && !sold.has(name)) throw new Error('The seat is no longer held.');
  sold.add(name);
  return `${name} is sold.`;
}

/** What is sold is held no more. */
export async function releaseAll(callId: string): Promise<void> {
  for (const [name, hold] of holds) if (hold.callId === callId) holds.delete(name);
}
