/**
 * The base of every error that this package throws or reports.
 *
 * Branch on `code`, which is stable. The wording of `message` may change.
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
 * The message of a thrown value, which may be anything: clients of databases throw plain objects. Reading it never
 * throws: an error inside an error boundary would take the page down after all.
 */
export function reasonOf(thrown: unknown): string {
  try {
    return String((thrown as { message?: unknown } | null | undefined)?.message ?? thrown);
  } catch {
    return 'something that has no text';
  }
}
