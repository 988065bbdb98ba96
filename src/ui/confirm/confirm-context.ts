import { createContext, useContext } from 'react';
import type { Fact } from '../kit/Facts.tsx';

/** The state that the parts of a `Confirm` share. Its texts are safe to show. */
export interface ConfirmState {
  title: string;
  /** More about the title. Empty if there is none. */
  subtitle: string;
  /** Whether a short question is the title. */
  asks: boolean;
  details: readonly Fact[];
  confirmLabel: string;
  denyLabel: string;
  tone: 'default' | 'danger';
  answer: (confirmed: boolean) => void;
}

export const ConfirmContext = createContext<ConfirmState | undefined>(undefined);

/** @throws {Error} outside `ConfirmParts.Root` */
export function useConfirm(part: string): ConfirmState {
  const state = useContext(ConfirmContext);
  if (!state) {
    throw new Error(
      `<ConfirmParts.${part}> stands outside <ConfirmParts.Root>, which holds the question. Put it inside.`,
    );
  }
  return state;
}
