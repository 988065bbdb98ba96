import { ElicitOutlet } from 'elicitkit';
import { useEffect, useRef, type ReactNode } from 'react';
import { AlertIcon } from '../chat/icons.tsx';
import type { Call } from './useCalls.ts';

/** A call: what it asks, and what it says in the end. */
export function CallLog({ call: { callId, tool, stop, result, error } }: { call: Call }): ReactNode {
  const log = useRef<HTMLElement>(null);
  useEffect(() => {
    // What it asks comes below: leave it room.
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
      {/* It stands there before it speaks: what arrives together with its words is often not read. */}
      <output className="result" data-state={result?.isError === true ? 'failed' : undefined}>
        {result?.content.map((part, index) => (
          // What a server says is text, and never changes.
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
