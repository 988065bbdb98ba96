import type { Fact } from '../kit/Facts.tsx';
import { partContext } from '../parts/part-context.ts';

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

export const [ConfirmProvider, useConfirm] = partContext<ConfirmState>('ConfirmParts.Root', 'the question');
