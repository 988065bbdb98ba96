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

/**
 * No line ends with it, and none begins with one: it is drawn behind its space, and the space at the end of a line has no
 * width. The letter is for who hears it, and for a page without the sheet.
 */
const dot: ReactNode = (
  <>
    {'\u00A0'}
    <span data-part="dot">· </span>
  </>
);
