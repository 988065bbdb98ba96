import { Fragment, type ReactNode } from 'react';

/**
 * Short facts in one line.
 *
 * Each fact has its own text direction, and the facts follow each other in the page's. Otherwise a number could move
 * away from its unit to a Latin word before it.
 */
export function FactLine({ facts }: { facts: readonly ReactNode[] }): ReactNode {
  return facts.filter(Boolean).map((fact, i) => (
    // Facts have no id.
    <Fragment key={i}>
      {i > 0 && dot}
      <bdi>{fact}</bdi>
    </Fragment>
  ));
}

/**
 * A comma to screen readers and on pages without the style sheet, which draws a dot behind the space in place of it. The
 * space has no width at the end of a line, so a line neither begins nor ends with a dot.
 */
export const dot: ReactNode = <span data-elicit="dot">, </span>;
