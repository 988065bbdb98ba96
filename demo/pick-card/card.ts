import * as z from 'zod';
import { createRandom } from '../airline/random.ts';

const suits = ['spades', 'hearts', 'diamonds', 'clubs'] as const;
const ranks = ['7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const;

export const cardSchema = z.object({ rank: z.enum(ranks), suit: z.enum(suits) });

export type Card = z.infer<typeof cardSchema>;
export type Suit = Card['suit'];

/** Draws cards from a shuffled deck of 32. The same seed draws the same cards. */
export function drawCards(count: number, seed: string): { cards: Card[]; winner: number } {
  const random = createRandom(seed);
  const deck = suits.flatMap((suit) => ranks.map((rank): Card => ({ rank, suit })));
  const cards = Array.from({ length: count }, () => deck.splice(Math.floor(random() * deck.length), 1)).flat();
  return { cards, winner: Math.floor(random() * count) };
}

/** `"ace of spades"` */
export function nameCard({ rank, suit }: Card): string {
  return `${rankNames[rank] ?? rank} of ${suit}`;
}

const rankNames: Partial<Record<Card['rank'], string>> = { J: 'jack', Q: 'queen', K: 'king', A: 'ace' };
