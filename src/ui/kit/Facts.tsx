import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';

/** One line of what is about to happen. */
export interface Fact {
  label: string;
  value: string;
  /**
   * Whether this line is the total of the others. It is set apart and stands out.
   *
   * @default false
   */
  total?: boolean | undefined;
}

/** Props of `Facts`. */
export interface FactsProps extends Omit<ComponentPropsWithoutRef<'dl'>, 'children'> {
  /** The lines, in order. */
  facts: readonly Fact[];
}

/** Names and values, line by line. Absent if there are no lines. */
export const Facts = forwardRef(function Facts(
  { facts, ...rest }: FactsProps,
  ref: ForwardedRef<HTMLDListElement>,
): ReactNode {
  if (facts.length === 0) return null;
  return (
    <dl data-elicit="facts" {...rest} ref={ref}>
      {facts.map(({ label, value, total }, i) => (
        // Two lines may have the same label, and their order never changes.
        <div key={i} data-elicit="fact" data-kind={total ? 'total' : undefined}>
          <dt data-elicit="" dir="auto">
            {label}
          </dt>
          <dd data-elicit="" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
});
