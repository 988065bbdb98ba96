import type { ReactNode } from 'react';
import { ConfirmDetails } from './ConfirmDetails.tsx';
import { ConfirmFooter } from './ConfirmFooter.tsx';
import { ConfirmHeader } from './ConfirmHeader.tsx';
import { ConfirmRoot, type ConfirmOptions } from './ConfirmRoot.tsx';

/** Props of `Confirm`. */
export interface ConfirmProps extends ConfirmOptions {
  /** The card's class. */
  className?: string | undefined;
}

/**
 * Asks a person for a yes or a no.
 *
 * It consists of the parts in `ConfirmParts`: `Root` holds the question, and `Header`, `Details` and `Footer` draw it.
 * Combine the parts yourself to replace one.
 */
export function Confirm(options: ConfirmProps): ReactNode {
  return (
    <ConfirmRoot {...options}>
      <ConfirmHeader />
      <ConfirmDetails />
      <ConfirmFooter />
    </ConfirmRoot>
  );
}
