import { createContext, useContext } from 'react';
import type { DeckState } from './useDeck.ts';

export const DeckContext = createContext<(DeckState & { id: string }) | undefined>(undefined);

/** @throws {Error} outside `SeatPickerMap` */
export function useShownDeck(part: string): DeckState & { id: string } {
  const state = useContext(DeckContext);
  if (!state) throw new Error(`<${part}> stands outside <SeatPickerMap>, which holds the decks. Put it inside.`);
  return state;
}
