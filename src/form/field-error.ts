/** What is wrong with an entry. `words.ts` has the text. */
export interface FieldError {
  code: FieldErrorCode;
  /** The number that the error mentions. */
  limit?: number | undefined;
}

export type FieldErrorCode =
  | 'required'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'email'
  | 'uri'
  | 'date'
  | 'date-time'
  | 'time-gap'
  | 'number'
  | 'integer'
  | 'unsafe'
  | 'min'
  | 'above'
  | 'max'
  | 'below'
  | 'step'
  | 'minItems'
  | 'maxItems'
  | 'duplicate'
  | 'option'
  | 'json'
  | 'type';
