import { useSyncExternalStore, type ReactNode } from 'react';
import { AlertIcon, DownIcon, UpIcon } from './icons.tsx';
import type { WireEntry, WireLog } from './wire-log.ts';

/** What went over the wire, the last first. Each entry opens to its JSON. */
export function WirePanel({ log }: { log: WireLog }): ReactNode {
  const { entries, isPaused, left } = useSyncExternalStore(log.subscribe, log.getSnapshot);
  return (
    <section className="wire" aria-labelledby="wire-title">
      <div className="bar">
        <h2 id="wire-title">
          Events <span className="count">{entries.length}</span>
        </h2>
        <button type="button" className="quiet-button" aria-pressed={isPaused} onClick={() => log.pause(!isPaused)}>
          Pause
        </button>
        <button type="button" className="quiet-button" disabled={entries.length + left === 0} onClick={log.clear}>
          Clear<span className="visually-hidden"> the events</span>
        </button>
      </div>
      {entries.length === 0 && <p className="note">Requests and the server’s events appear here, the newest first.</p>}
      {left > 0 && <p className="note">{left} more went by.</p>}
      <ol reversed>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const ways = {
  sent: { label: 'Sent', Icon: UpIcon },
  received: { label: 'Received', Icon: DownIcon },
  failed: { label: 'Failed', Icon: AlertIcon },
};

function Entry({ entry: { way, what, at, json } }: { entry: WireEntry }): ReactNode {
  const { label, Icon } = ways[way];
  return (
    <details className="entry" data-way={way}>
      <summary>
        <Icon />
        <span className="visually-hidden">{label} </span>
        <code>{what}</code>
        <time dateTime={at.toISOString()}>{at.toLocaleTimeString('en-GB')}</time>
      </summary>
      <pre dir="ltr">{json}</pre>
    </details>
  );
}
