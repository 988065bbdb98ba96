import { usePluginSession } from 'elicitkit';
import type { ReactNode } from 'react';
import { AlertIcon } from './icons.tsx';

/** Why the last turn failed, and the way on. */
export function ProblemBanner(): ReactNode {
  const { problem, retry } = usePluginSession((session) => ({
    problem: session.status === 'failed' ? session.problem : undefined,
    retry: session.retry,
  }));
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
