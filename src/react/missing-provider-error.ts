import { CodedError } from '../protocol/coded-error.ts';

/** A hook or component of this package stands outside its provider. */
export class MissingProviderError extends CodedError<'MISSING_PROVIDER'> {
  constructor(what: string, options?: ErrorOptions) {
    super(
      'MISSING_PROVIDER',
      `${what} found no client. Put it inside <PluginSessionProvider client={client}>, and load elicitkit once.`,
      options,
    );
  }
}
