/** What a card has just said. */
export interface Said {
  text: string;
  /** Heard but not seen, because the card shows the same in its own way. */
  quiet: boolean;
}

export const silence: Said = { text: '', quiet: true };
