import { createContext, useContext } from 'react';
import type { ConfirmDetail } from './ConfirmRoot.tsx';

/** What the parts of a `Confirm` share; its words are safe to show. */
export interface ConfirmState {
  title: string;
  details: readonly ConfirmDetail[];
  confirmLabel: string;
  denyLabel: string;
  tone: 'default' | 'danger';
  answer: (confirmed: boolean) => void;
}

export const ConfirmContext = createContext<ConfirmState | undefined>(undefined);

/** @throws {Error} outside `ConfirmRoot` */
export function useConfirm(part: string): ConfirmState {
  const state = useContext(ConfirmContext);
  if (!state) throw new Error(`<${part}> stands outside <ConfirmRoot>, which holds the question. Put it inside.`);
  return state;
}
