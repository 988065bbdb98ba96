import { createContext } from 'react';

/** The last announcement of a card. */
export interface Said {
  text: string;
  /** Where the card shows it besides: in the footer's summary, as a fault of the answer or as a note. @default nowhere */
  shown?: 'wrong' | 'note' | undefined;
  /** The value of the option that it is about. */
  at?: string | undefined;
  /** Whether the answer was not sent, so that the main button sends it again. */
  failed?: boolean;
  /** Leads the person on from that option. Always the same function. */
  lead?: ((card: HTMLElement, at: string | undefined) => void) | undefined;
}

export const silence: Said = { text: '' };

/** What the card says, for its footer. */
export const SaidContext = createContext(silence);
