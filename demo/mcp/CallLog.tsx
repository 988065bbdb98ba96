import { ElicitOutlet, usePluginSession } from 'elicitkit';
import { useEffect, useRef, type ReactNode } from 'react';
import { AlertIcon } from '../chat/icons.tsx';
import { CallResult } from './CallResult.tsx';
import { isRunning, textsOf, type Call } from './useCalls.ts';

/** A call, with its questions and its result. */
export function CallLog({ call }: { call: Call }): ReactNode {
  const { callId, tool, stop, progress, result, error } = call;
  const log = useRef<HTMLElement>(null);
  const isAsking = usePluginSession(({ pending }) => pending.some((item) => item.callId === callId));
  useEffect(() => {
    // Scroll up to leave room for its questions below.
    log.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <article ref={log} className="call" aria-label={`Call of ${tool}`}>
      <header>
        <h3>{tool}</h3>
        {isRunning(call) && (
          <>
            <span className="spinner" aria-hidden="true" />
            {progress !== undefined && !isAsking && <span className="progress">{progress}</span>}
            <button type="button" className="quiet-button" onClick={stop}>
              Stop
            </button>
          </>
        )}
      </header>
      <ElicitOutlet callId={callId} focusOnArrival />
      <CallResult texts={result && textsOf(result)} isError={result?.isError} />
      {error !== undefined && (
        <div className="problem" role="alert">
          <AlertIcon />
          <p dir="auto">
            {error.message} {error.code !== '' && <code>{error.code}</code>}
          </p>
        </div>
      )}
    </article>
  );
}
