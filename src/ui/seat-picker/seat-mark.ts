/** What a chosen seat says of whom it was chosen for. */
export interface SeatMark {
  /** Whether it is the seat of the person who is choosing now. */
  mine: boolean;
  /** Drawn on the seat in place of a tick. */
  initials?: string | undefined;
  /** Said after its name: `"Grace’s seat"`. */
  owner?: string | undefined;
}

/** The chosen seats of a map, by their keys. A mark that stays the same is the same object. */
export type SeatMarks = ReadonlyMap<string, SeatMark>;
