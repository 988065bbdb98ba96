import { Fragment, type ReactNode } from 'react';

export interface FactLineProps {
  facts: readonly ReactNode[];
  /** The element around each fact. @default "bdi" */
  as?: 'bdi' | typeof Fragment | undefined;
}

/**
 * Short facts in one line.
 *
 * Each fact has its own text direction, and the facts follow each other in the page's. Otherwise a number could move
 * away from its unit to a Latin word before it.
 */
export function FactLine({ facts, as: Each = 'bdi' }: FactLineProps): ReactNode {
  return facts.filter(Boolean).map((fact, i) => (
    // Facts have no id.
    <Fragment key={i}>
      {i > 0 && dot}
      <Each>{fact}</Each>
    </Fragment>
  ));
}

/**
 * The dot never shows at the start or end of a line: the style sheet draws it behind the space, which has no width at
 * the end of a line. The character is for screen readers and pages without the style sheet.
 */
const dot: ReactNode = (
  <>
    {'\u00A0'}
    <span data-elicit="dot">· </span>
  </>
);
