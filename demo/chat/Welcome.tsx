import { usePluginSession } from 'elicitkit';
import type { ReactNode } from 'react';
import { PlaneIcon } from './icons.tsx';

const flights = [
  'Book me a flight from NYC to LAX',
  'Book a return trip for two from London to Singapore',
  'I want to fly from Berlin to Lisbon',
  'What can you do?',
];

/** For tools that ask the model as well as the person. */
const others = [
  'Plan a trip from Paris to Lisbon for three nights',
  'Play tic-tac-toe with me',
  'Draw five cards and advise me which to pick',
  'Refund order 1042',
];

/**
 * The page before the first message.
 *
 * @param onSend - called before the buttons disappear, so that the caller can move the focus
 */
export function Welcome({ onSend }: { onSend: () => void }): ReactNode {
  const send = usePluginSession((session) => session.send);
  const suggest = (text: string) => (
    <li key={text}>
      <button
        type="button"
        onClick={() => {
          onSend();
          void send(text);
        }}
      >
        {text}
      </button>
    </li>
  );
  return (
    <div className="welcome">
      <span className="brand-mark" data-size="large" aria-hidden="true">
        <PlaneIcon />
      </span>
      <h2>Where to?</h2>
      <p>Say where from and where to. You pick the flight and the seat right here.</p>
      <ul>{flights.map(suggest)}</ul>
      <p>Or let it think along:</p>
      <ul>{others.map(suggest)}</ul>
    </div>
  );
}
