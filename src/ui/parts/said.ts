/** The last announcement of a card. */
export interface Said {
  text: string;
  /** Only for screen readers, because the card already shows the same. */
  quiet: boolean;
}

export const silence: Said = { text: '', quiet: true };
