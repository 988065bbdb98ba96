/** Seat keys by passenger id, for each passenger with a seat. */
export type Seatings = ReadonlyMap<string, string>;

/**
 * Give a passenger a seat, or take it away if they have it already. If another passenger has it, the two swap: the
 * other gets the first one's seat. If there is none, or the other may not have it, the
 * other loses theirs.
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
