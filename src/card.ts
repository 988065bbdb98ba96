/**
 * The frame of a question, and its receipt. Outlets load them on demand: import this entry only to show one yourself.
 *
 * @module elicitkit/card
 */
'use client';

export { ElicitCard, type ElicitCardProps } from './ui/elicit-card/ElicitCard.tsx';
export { Receipt, type ReceiptProps } from './ui/receipt/Receipt.tsx';
export type { ReceiptOutcome } from './ui/receipt/words.ts';
