import { CodedError } from '../protocol/coded-error.ts';

/** A tool or plugin was declared in a way that cannot work. */
export class ToolDeclarationError extends CodedError<'INVALID_DECLARATION'> {
  constructor(message: string, options?: ErrorOptions) {
    super('INVALID_DECLARATION', message, options);
  }
}
