import { createContext, useContext } from 'react';
import type { SeatPickerState } from './seat-picker-context.ts';
import type { DeckState } from './useDeck.ts';

/** The state that the parts of a map share. */
interface ShownDeck extends DeckState, Pick<SeatPickerState, 'words'> {
  id: string;
}

export const DeckContext = createContext<ShownDeck | undefined>(undefined);

/** @throws {Error} outside `SeatPickerParts.Map` */
export function useShownDeck(part: string): ShownDeck {
  const state = useContext(DeckContext);
  if (!state) {
    throw new Error(
      `<SeatPickerParts.${part}> stands outside <SeatPickerParts.Map>, which holds the decks. Put it inside.`,
    );
  }
  return state;
}
