/** The last announcement of a card. */
export interface Said {
  text: string;
  /** Only for screen readers, because the card already shows the same. */
  quiet: boolean;
  /** The value of the option that it is about. */
  at?: string | undefined;
  /** Leads the person on from that option. Always the same function. */
  lead?: ((card: HTMLElement, at: string | undefined) => void) | undefined;
}

export const silence: Said = { text: '', quiet: true };
