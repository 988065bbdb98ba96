import { createContext, useContext } from 'react';
import { useBrowserLayoutEffect } from './useBrowserLayoutEffect.ts';

/** The ways out of a question, for a form that keeps them in view beside its own button. */
export interface WaysOut {
  readonly onDecline: () => void;
  readonly onCancel: () => void;
  /** The card leaves them to the form, until what is returned is called. */
  readonly take: () => () => void;
}

/** Set by the card of a question; undefined where it has to keep them itself. */
export const WaysOutContext = createContext<WaysOut | undefined>(undefined);

/** Takes them over from the card for as long as the component is shown. */
export function useWaysOut(): WaysOut | undefined {
  const ways = useContext(WaysOutContext);
  const take = ways?.take;
  useBrowserLayoutEffect(() => take?.(), [take]);
  return ways;
}
