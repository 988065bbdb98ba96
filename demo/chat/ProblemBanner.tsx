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
  if (isRetrying) {
    return (
      <output className="problem" data-state="retrying">
        <span className="spinner" />
        Connection lost. Trying again…
      </output>
    );
  }
  if (problem === undefined) return null;
  return (
    <div className="problem" role="alert">
      <AlertIcon />
      <p dir="auto">{problem.message}</p>
      <button type="button" onClick={() => void retry()}>
        Try again
      </button>
    </div>
  );
}
