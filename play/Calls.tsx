import { ElicitOutlet, usePluginSession } from 'elicitkit';
import { useState, type ReactNode } from 'react';
import { CallCard } from './CallCard.tsx';
import { AlertIcon } from './icons.tsx';
import { jsonAnswer } from './JsonAnswer.tsx';

interface CallsProps {
  hasModel: boolean;
  onStartOver: () => void;
}

/** The conversation: every call, the last one first. */
export function Calls({ hasModel, onStartOver }: CallsProps): ReactNode {
  const calls = usePluginSession((session) => session.calls);
  const [known] = useState(() => new Set(calls.map(({ callId }) => callId)));
  return (
    <section className="calls" aria-labelledby="calls-title">
      <div className="bar">
        <h2 id="calls-title">
          Calls <span className="count">{calls.length}</span>
        </h2>
        <button type="button" className="quiet-button" disabled={calls.length === 0} onClick={onStartOver}>
          Start over
        </button>
      </div>
      <Trouble />
      {calls.length === 0 && (
        <p className="note">Run a tool. Its questions, its progress and its result appear here.</p>
      )}
      <ol reversed>
        {calls
          .map((call, index) => (
            <li key={call.callId}>
              <CallCard call={call} number={index + 1} hasModel={hasModel} isNew={!known.has(call.callId)} />
            </li>
          ))
          .toReversed()}
      </ol>
      <ElicitOutlet fallback={jsonAnswer} />
    </section>
  );
}

/** A problem with the connection, and what to do if it does not resolve itself. */
function Trouble(): ReactNode {
  const { problem, isRetrying, attach } = usePluginSession((session) => ({
    problem: session.status === 'failed' ? session.problem : undefined,
    isRetrying: session.retrying !== undefined,
    attach: session.attach,
  }));
  return (
    <>
      {/* Always rendered: screen readers often miss a live region that appears together with its text. */}
      <output className={isRetrying ? 'trouble' : 'visually-hidden'}>
        {isRetrying && 'The server does not answer. Trying again…'}
      </output>
      {!isRetrying && problem !== undefined && (
        <div className="trouble" role="alert">
          <AlertIcon />
          <p dir="auto">{problem.message}</p>
          <button type="button" className="quiet-button" onClick={() => void attach()}>
            Try again
          </button>
        </div>
      )}
    </>
  );
}
