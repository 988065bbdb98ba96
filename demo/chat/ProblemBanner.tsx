import { usePluginSession } from 'elicitkit';
import type { ReactNode } from 'react';
import { AlertIcon } from './icons.tsx';

/** What is wrong with the connection or the last turn, and the way on where it does not find one by itself. */
export function ProblemBanner(): ReactNode {
  const { problem, isRetrying, retry } = usePluginSession((session) => ({
    problem: session.status === 'failed' ? session.problem : undefined,
    isRetrying: session.retrying !== undefined,
    retry: session.retry,
  }));
  return (
    <>
      {/* It stands there before it speaks: what arrives together with its words is often not read. */}
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
