import { formatDay, formatMoney } from 'elicitkit/travel';
import { useId, type ReactNode } from 'react';
import { BulbIcon, PlaneIcon } from '../chat/icons.tsx';
import { PassFact } from '../chat/PassFact.tsx';
import { PassRoute } from '../chat/PassRoute.tsx';
import type { Plan } from './plan.ts';

export interface TripPlanProps {
  /** The result of `plan_trip`. */
  plan: Plan;
}

/** A plan that was kept: both ways, the price, and what the model thought of them. */
export function TripPlan({ plan }: TripPlanProps): ReactNode {
  const id = useId();
  const { airline, out, back, nights, price, verdicts, reference } = plan;
  return (
    <article className="pass trip plan" aria-labelledby={id}>
      <header>
        <PlaneIcon />
        <h2 id={id}>Plan kept</h2>
        <span>{airline}</span>
      </header>
      <Way name="Way out" way={out} />
      <Way name="Way back" way={back} />
      <dl className="trip-prices">
        <PassFact name="Plan">{reference}</PassFact>
        <PassFact name="Nights">{nights}</PassFact>
        <PassFact name="Price, not paid">{formatMoney(price)}</PassFact>
      </dl>
      {verdicts.length > 0 && (
        <ul className="plan-verdicts" aria-label="What the model thinks">
          {verdicts.map((verdict) => (
            <li key={verdict}>
              <BulbIcon />
              <span dir="auto">{verdict}</span>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Way({ name, way: { number, departure, arrival } }: { name: string; way: Plan['out'] }): ReactNode {
  return (
    <section className="trip-way">
      <h3>
        {name}
        <span>{[formatDay(departure.at), number].filter(Boolean).join(' · ')}</span>
      </h3>
      <PassRoute departure={departure} arrival={arrival} />
    </section>
  );
}
