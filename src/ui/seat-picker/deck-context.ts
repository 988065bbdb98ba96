import { partContext } from '../parts/part-context.ts';
import type { SeatPickerState } from './seat-picker-context.ts';
import type { DeckState } from './useDeck.ts';

/** The state that the parts of a map share. */
interface ShownDeck extends DeckState, Pick<SeatPickerState, 'words'> {
  id: string;
}

export const [DeckProvider, useShownDeck] = partContext<ShownDeck>('SeatPickerParts.Map', 'the decks');
