import type { ReactNode } from 'react';
import { FlightListChips } from './FlightListChips.tsx';
import { FlightListFooter } from './FlightListFooter.tsx';
import { FlightListHeader } from './FlightListHeader.tsx';
import { FlightListItems } from './FlightListItems.tsx';
import { FlightListMore } from './FlightListMore.tsx';
import { FlightListNotice } from './FlightListNotice.tsx';
import { FlightListRoot, type FlightListOptions } from './FlightListRoot.tsx';

/** Props of `FlightList`. */
export interface FlightListProps extends FlightListOptions {
  /** How many people travel: the header says that prices are for all of them. */
  travellers?: number | undefined;
  /** The flights are still being looked for: their places are drawn empty. */
  loading?: boolean | undefined;
  /** Why there are no flights to show, such as a search that failed. */
  error?: string | undefined;
  /** With it an error comes with a button to search again. */
  onReload?: (() => void) | undefined;
  /** Of the card. */
  className?: string | undefined;
}

/**
 * Asks a person to pick one of several flights.
 *
 * It is made of the parts in `FlightListParts`: `Root` holds the state, and `Header`, `Chips`, `Items`, `Item`, `More`,
 * `Notice` and `Footer` draw it. Put them together yourself to replace one of them.
 */
export function FlightList({ travellers, loading, error, onReload, ...options }: FlightListProps): ReactNode {
  return (
    <FlightListRoot {...options} aria-busy={loading || undefined}>
      <FlightListHeader travellers={travellers} loading={loading} />
      {loading || error !== undefined ? (
        <FlightListNotice loading={loading} error={error} />
      ) : (
        <>
          <FlightListChips />
          <FlightListNotice />
          <FlightListItems />
          <FlightListMore />
        </>
      )}
      <FlightListFooter
        travellers={travellers}
        loading={loading}
        onReload={error === undefined ? undefined : onReload}
      />
    </FlightListRoot>
  );
}
