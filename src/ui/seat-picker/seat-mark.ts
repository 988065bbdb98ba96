/** The mark on a chosen seat: for whom it was chosen. */
export interface SeatMark {
  /** Whether it is the current passenger's seat. */
  mine: boolean;
  /** Drawn on the seat instead of a tick. */
  initials?: string | undefined;
  /** Appended to the seat's accessible name: `"Grace’s seat"`. */
  owner?: string | undefined;
}

/** The marks of the chosen seats, by seat key. A mark that does not change stays the same object. */
export type SeatMarks = ReadonlyMap<string, SeatMark>;
