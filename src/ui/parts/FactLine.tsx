import { Fragment, type ReactNode } from 'react';

export interface FactLineProps {
  facts: readonly ReactNode[];
  /** What each stands in. @default "bdi" */
  as?: 'bdi' | typeof Fragment | undefined;
}

/**
 * Short facts in one line.
 *
 * Each goes in its own direction, and one after the other in that of the page: a number would else leave its unit for a
 * Latin word before it.
 */
export function FactLine({ facts, as: Each = 'bdi' }: FactLineProps): ReactNode {
  return facts.filter(Boolean).map((fact, i) => (
    // Facts have no name of their own.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={i}>
      {i > 0 && dot}
      <Each>{fact}</Each>
    </Fragment>
  ));
}

/** A line may end with it, and never begins with one. */
const dot = '\u00A0· ';
