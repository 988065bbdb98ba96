import { CodedError } from '../../protocol/coded-error.ts';

/** Data from an airline or agency, or a part of it, does not have the shape that the converter reads. */
export class TravelDataError extends CodedError<'TRAVEL_DATA_INVALID'> {
  /** Where in the data, such as `"[0].slices[1].segments[0].departing_at"`. */
  readonly path: string;
  /** What is wrong there. */
  readonly problem: string;

  /** @param options.isLeftOut - true if the rest could be read without this part */
  constructor(source: string, path: string, problem: string, options: ErrorOptions & { isLeftOut?: boolean } = {}) {
    const { isLeftOut = false, ...rest } = options;
    const advice = isLeftOut ? 'That part is left out.' : "Pass the API's answer on as it came.";
    super('TRAVEL_DATA_INVALID', `The ${source} cannot be read${path && ` at ${path}`}: ${problem}. ${advice}`, rest);
    this.path = path;
    this.problem = problem;
  }
}
