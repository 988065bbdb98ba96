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
