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
  /** The number of travellers. If there are several, the header says that prices are for all of them. */
  travellers?: number | undefined;
  /** Whether the host is still searching for flights. The list then shows empty cards. */
  loading?: boolean | undefined;
  /** The reason that there are no flights, such as a failed search. */
  error?: string | undefined;
  /** Searches again. Without it an error has no button for that. */
  onReload?: (() => void) | undefined;
  /** The card's class. */
  className?: string | undefined;
}

/**
 * Asks a person to pick one of several flights.
 *
 * It consists of the parts in `FlightListParts`: `Root` holds the state, and `Header`, `Chips`, `Items`, `Item`,
 * `More`, `Notice` and `Footer` draw it. Combine the parts yourself to replace one.
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
