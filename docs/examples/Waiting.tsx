import { ElicitOutlet, usePendingCount, useTitleBadge } from 'elicitkit';

/** A panel beside the conversation that takes every question. */
export function Waiting() {
  const count = usePendingCount();
  // "(1) My chat", for a person who switched to another tab.
  useTitleBadge();
  return (
    <aside aria-label="Questions">
      <h2>{count === 0 ? 'Nothing waits for you' : `${count} waiting for you`}</h2>
      <ElicitOutlet focusOnArrival />
    </aside>
  );
}
