import type { ReactNode } from 'react';

/** One fact of a boarding pass, for use in a `dl`. */
export function PassFact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
