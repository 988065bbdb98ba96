import { ElicitOutlet } from 'elicitkit';
import { useEffect, useRef, type ReactNode } from 'react';
import { AlertIcon } from '../chat/icons.tsx';
import type { Call } from './useCalls.ts';

/** A call, with its questions and its result. */
export function CallLog({ call: { callId, tool, stop, result, error } }: { call: Call }): ReactNode {
  const log = useRef<HTMLElement>(null);
  useEffect(() => {
    // Scroll up to leave room for its questions below.
    log.current?.scrollIntoView({ block: 'start' });
  }, []);
  const isRunning = result === undefined && error === undefined;
  return (
    <article ref={log} className="call" aria-label={`Call of ${tool}`}>
      <header>
        <h3>{tool}</h3>
        {isRunning && (
          <>
            <span className="spinner" aria-hidden="true" />
            <button type="button" className="quiet-button" onClick={stop}>
              Stop
            </button>
          </>
        )}
      </header>
      <ElicitOutlet callId={callId} focusOnArrival />
      {/* Always rendered: screen readers often miss a live region that appears together with its text. */}
      <output className="result" data-state={result?.isError === true ? 'failed' : undefined}>
        {result?.content.map((part, index) => (
          // The texts of a result never change or move.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index}>{part.type === 'text' ? part.text.trim() : `(${part.type})`}</p>
        ))}
      </output>
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
