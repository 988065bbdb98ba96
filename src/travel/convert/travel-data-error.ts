import { CodedError } from '../../protocol/coded-error.ts';

/** What came from an airline or an agency is not of the shape that its converter reads. */
export class TravelDataError extends CodedError<'TRAVEL_DATA_INVALID'> {
  /** Where in the data, such as `"[0].slices[1].segments[0].departing_at"`. */
  readonly path: string;

  constructor(source: string, path: string, problem: string, options?: ErrorOptions) {
    super(
      'TRAVEL_DATA_INVALID',
      `The ${source} cannot be read${path && ` at ${path}`}: ${problem}. Pass the API's answer on as it came.`,
      options,
    );
    this.path = path;
  }
}
