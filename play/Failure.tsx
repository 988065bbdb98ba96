import type { ReactNode } from 'react';

/** The page without its tools. */
export function Failure({ reason }: { reason: string }): ReactNode {
  return (
    <main className="failure" data-elicit-root="">
      <h1>Nothing to play with yet</h1>
      <p role="alert">{reason}</p>
      <p>
        In a terminal: <code>npx elicitkit play ./tools.ts</code>
      </p>
    </main>
  );
}
