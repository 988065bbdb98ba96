import { clockOf, dayShift } from 'elicitkit/travel';
import type { ReactNode } from 'react';
import { PlaneIcon } from './icons.tsx';

interface PassRouteProps {
  departure: PassPoint;
  arrival: PassPoint;
}

/** The route and times of a boarding pass. */
export function PassRoute({ departure, arrival }: PassRouteProps): ReactNode {
  return (
    <div className="pass-route">
      <Stop {...departure} />
      <span className="pass-line" aria-hidden="true">
        <PlaneIcon />
      </span>
      <span className="visually-hidden"> to </span>
      <Stop {...arrival} days={dayShift(departure.at, arrival.at)} />
    </div>
  );
}

interface PassPoint {
  code: string;
  city: string;
  /** Local time. */
  at: string;
}

function Stop({ code, city, at, days = 0 }: PassPoint & { days?: number }): ReactNode {
  return (
    <span className="pass-stop">
      <strong>{code}</strong>
      <span>{city}</span>
      <time>
        {clockOf(at)}
        {days !== 0 && <sup>{days > 0 ? `+${days}` : `−${-days}`}</sup>}
      </time>
    </span>
  );
}
