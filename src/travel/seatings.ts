/** Who sits where: a seat's key for each passenger's id that has one. */
export type Seatings = ReadonlyMap<string, string>;

/**
 * Seat one passenger, or take the seat back that they have. A seat that another has is swapped: the other gets the one
 * that was left, if there is one and they may have it, and else stands again.
 */
export function seatPassenger(
  seatings: Seatings,
  passengerId: string,
  key: string,
  mayHave: (passengerId: string, key: string) => boolean = () => true,
): Seatings {
  const next = new Map(seatings);
  const left = next.get(passengerId);
  if (left === key) {
    next.delete(passengerId);
    return next;
  }
  const other = [...next].find(([, taken]) => taken === key)?.[0];
  if (other !== undefined) {
    if (left !== undefined && mayHave(other, left)) next.set(other, left);
    else next.delete(other);
  }
  return next.set(passengerId, key);
}
