import { CodedError } from '../protocol/coded-error.ts';

/** A tool or plugin was declared in a way that cannot work. */
export class ToolDeclarationError extends CodedError<'INVALID_DECLARATION'> {
  constructor(message: string, options?: ErrorOptions) {
    super('INVALID_DECLARATION', message, options);
  }
}

/** @throws {ToolDeclarationError} for a property that is none of these, and would be ignored */
export function refuseOthers<T extends object>(where: string, given: T, names: readonly string[]): T {
  const other = Object.keys(given).find((name) => !names.includes(name));
  if (other === undefined) return given;
  throw new ToolDeclarationError(`${where} takes no "${other}". It takes ${names.join(', ')}.`);
}
