import { formatDay } from 'elicitkit/travel';
import { useEffect, useId, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { openHolds, type LedgerEntry } from '../airline/ledger-entry.ts';
import { useLedger } from './useLedger.ts';

/** What the airline did, line by line: beside the chat, or folded above the composer where that has no room. */
export function Ledger(): ReactNode {
  const entries = useLedger();
  return (
    <>
      <output className="visually-hidden">{useNews(entries)}</output>
      {entries !== undefined && entries.length > 0 && <Panel entries={entries} />}
    </>
  );
}

/** The lines that came last, for screen readers. What was there at first is no news. */
function useNews(entries: readonly LedgerEntry[] | undefined): string {
  const [news, setNews] = useState('');
  const known = useRef(entries);
  useEffect(() => {
    if (entries === undefined) return;
    const lines = entries.slice(known.current?.length ?? entries.length);
    known.current = entries;
    if (lines.length === 0) return;
    const said = lines.map(({ act, seats }) => `${act} ${seats.join(', ')}`).join('; ');
    setNews(`Airline: ${said}. ${sumOf(entries, openHolds(entries))}.`);
  }, [entries]);
  return news;
}

function Panel({ entries }: { entries: readonly LedgerEntry[] }): ReactNode {
  const isWide = useSyncExternalStore(subscribeToWidth, isWideNow);
  const title = useId();
  const open = openHolds(entries);
  const sum = <span className="ledger-sum">{sumOf(entries, open)}</span>;
  if (!isWide) {
    return (
      <section className="ledger" aria-label="Airline’s ledger">
        <details>
          <summary>Airline’s ledger {sum}</summary>
          <Lines entries={entries} open={open} />
        </details>
      </section>
    );
  }
  return (
    <aside className="ledger" aria-labelledby={title}>
      <h2 id={title}>Airline’s ledger</h2>
      {sum}
      <Lines entries={entries} open={open} />
    </aside>
  );
}

function Lines({ entries, open }: { entries: readonly LedgerEntry[]; open: readonly LedgerEntry[] }): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The newest stands last.
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [entries]);
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol ref={list} tabIndex={0} aria-label="What the airline did">
      {entries.map((entry) => (
        <li key={`${entry.key} ${entry.hold}`} data-act={entry.act} data-open={open.includes(entry)}>
          <b>{entry.seats.join(', ')}</b>
          <span className="ledger-act">{acts[entry.act]}</span>
          <span>{[entry.flight.number, formatDay(entry.flight.day)].filter(Boolean).join(' · ')}</span>
          <code title={`Idempotency key ${entry.key}`}>key {tailOf(entry.key)}</code>
        </li>
      ))}
    </ol>
  );
}

const acts = { held: 'Held', released: 'Released', ticketed: 'Ticketed' };

function sumOf(entries: readonly LedgerEntry[], open: readonly LedgerEntry[]): string {
  const held = countSeats(open);
  if (held !== '') return `${held} on hold`;
  const ticketed = countSeats(entries.filter(({ act }) => act === 'ticketed'));
  return ticketed === '' ? 'Nothing on hold' : `${ticketed} ticketed`;
}

function countSeats(entries: readonly LedgerEntry[]): string {
  const count = entries.reduce((sum, { seats }) => sum + seats.length, 0);
  return count === 0 ? '' : count === 1 ? '1 seat' : `${count} seats`;
}

/** What follows the call's id, such as `"undo:11"`. */
function tailOf(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}

const wide = '(width >= 1060px)';

function subscribeToWidth(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

function isWideNow(): boolean {
  return matchMedia(wide).matches;
}
