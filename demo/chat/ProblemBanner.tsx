import { usePluginSession } from 'elicitkit';
import type { ReactNode } from 'react';
import { AlertIcon } from './icons.tsx';

/** A problem with the connection or the last turn, and what to do if it does not resolve itself. */
export function ProblemBanner(): ReactNode {
  const { problem, isRetrying, retry } = usePluginSession((session) => ({
    problem: session.status === 'failed' ? session.problem : undefined,
    isRetrying: session.retrying !== undefined,
    retry: session.retry,
  }));
  return (
    <>
      {/* Always rendered: screen readers often miss a live region that appears together with its text. */}
      <output className={isRetrying ? 'problem' : 'visually-hidden'} data-state="retrying">
        {isRetrying && (
          <>
            <span className="spinner" />
            Connection lost. Trying again…
          </>
        )}
      </output>
      {!isRetrying && problem !== undefined && (
        <div className="problem" role="alert">
          <AlertIcon />
          <p dir="auto">{problem.message}</p>
          <button type="button" onClick={() => void retry()}>
            Try again
          </button>
        </div>
      )}
    </>
  );
}
