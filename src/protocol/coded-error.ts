/**
 * The base of every error this package throws or reports.
 *
 * Branch on `code`: it is stable. The words of `message` may change.
 */
export class CodedError<Code extends string = string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

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
