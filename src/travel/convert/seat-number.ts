/** The two halves of a seat's number: `"12A"` is row 12, seat A. */
export function seatNumber(designator: string): { row: number; seat: string } {
  const letters = designator.search(/[A-Za-z]/);
  return { row: Number(designator.slice(0, letters)), seat: designator.slice(letters).toUpperCase() };
}
