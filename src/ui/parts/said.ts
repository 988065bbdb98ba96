/** The last announcement of a card. */
export interface Said {
  text: string;
  /** Only for screen readers, because the card already shows the same. */
  quiet: boolean;
  /** The value of the option that it is about: the focus goes to the next one. */
  at?: string | undefined;
}

export const silence: Said = { text: '', quiet: true };
