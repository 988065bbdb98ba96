/** One of several things to choose from: of a question's choices, and of a list on a page. */
export interface Choice<Value = string> {
  /** The answer, as a card sends it. */
  readonly value: Value;
  /** What a person reads, in one line. */
  readonly label: string;
  /** What else there is to say. @default nothing */
  readonly description?: string | undefined;
  /** Why it is listed but cannot be chosen, such as "It is taken." @default it can */
  readonly disabled?: { readonly reason: string } | undefined;
}
