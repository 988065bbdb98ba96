import type { ReactNode } from 'react';
import type { Flight } from '../../travel/flight.ts';
import { useFlightRows } from './flight-list-context.ts';

interface FlightRadioProps {
  flight: Flight;
  /** Of its group. */
  name: string;
  label: string;
  checked: boolean;
  /** Whether the tab key reaches it. */
  stop: boolean;
}

/** The native radio that chooses a flight, or one of its fares. */
export function FlightRadio({ flight: { id, disabled }, name, label, checked, stop }: FlightRadioProps): ReactNode {
  const { choose, onKeyDown } = useFlightRows('Item');
  return (
    <input
      data-elicit=""
      type="radio"
      name={name}
      value={id}
      checked={checked}
      disabled={disabled !== undefined}
      tabIndex={stop ? 0 : -1}
      aria-label={label}
      onChange={() => choose(id)}
      onKeyDown={onKeyDown}
    />
  );
}
