/** What is wrong with what a person entered; `words.ts` says it. */
export interface FieldError {
  code: FieldErrorCode;
  /** The number that the code speaks of. */
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
  | 'type';
