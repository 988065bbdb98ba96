/**
 * The words of a thrown value, which may be anything. Reading them never throws: what throws in a boundary that catches
 * an error takes the page down after all.
 */
export function reasonOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'something that has no text';
  }
}
