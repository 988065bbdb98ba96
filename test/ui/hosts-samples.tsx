import type { ReactElement } from 'react';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import { MultiChoiceList } from '../../src/ui/choice-list/MultiChoiceList.tsx';
import { Confirm } from '../../src/ui/confirm/Confirm.tsx';
import { ElicitCard } from '../../src/ui/elicit-card/ElicitCard.tsx';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { RateStay } from '../../docs/examples/RateStay.tsx';
import { Receipt } from '../../src/ui/receipt/Receipt.tsx';
import { PassengerSeatPicker } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { SchemaForm } from '../../src/ui/schema-form/SchemaForm.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { UrlConsent } from '../../src/ui/url-consent/UrlConsent.tsx';
import { flightOf, richSeatMap, seedSeatMap, segment } from '../travel/samples.ts';
import { ignore } from './page.ts';
import { questions } from './question-samples.tsx';

const flown = (airline: string, hour: string) =>
  segment('ATL', 'JFK', `2026-09-06T${hour}:00`, `2026-09-06T23:10`, {
    marketing: { code: airline, name: `${airline} Airlines` },
    flightNumber: `${airline}1`,
  });

export const trips = [
  flightOf([flown('XA', '08')], { id: 'a', seatsLeft: 2, emissions: { kgCO2e: 53 } }),
  flightOf([flown('QQ', '12')], { id: 'b', price: { amount: '171.10', currency: 'USD' } }),
  flightOf([flown('ZZ', '16')], { id: 'c', disabled: { reason: 'Sold out while you were choosing' } }),
];
const details = [
  { label: 'Flight', value: 'Example Airlines EA701 · Sun, Sep 6' },
  { label: 'Total', value: '$281.10' },
];
export const fares = [
  { value: 'basic', label: 'Basic', description: 'Carry-on only, no changes' },
  { value: 'full', label: 'Full' },
  { value: 'first', label: 'First', description: 'Lounge and a bed', disabled: { reason: 'Sold out' } },
];
const passengers = [
  { id: 'p1', name: 'Ada Lovelace' },
  { id: 'p2', name: 'Grace Hopper' },
];
const selections = [{ passengerId: 'p1', row: 5, seat: 'A' }];
const asked = { message: 'Which one suits you best?', onRespond: ignore, onDecline: ignore, locale: 'en-US' };
const failed = { state: 'failed', issues: [{ path: [], message: 'That is no longer to be had.' }] } as const;

const contact = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', description: 'As in the passport', maxLength: 60 },
    born: { type: 'string', format: 'date', title: 'Born' },
    cabin: { type: 'string', title: 'Cabin', enum: ['Economy', 'Business'] },
    news: { type: 'boolean', title: 'News by mail', default: false },
  },
  required: ['name', 'cabin'],
};

/** Each component as in a host's page, with something chosen. */
export const components: Readonly<Record<string, ReactElement>> = {
  FlightList: <FlightList {...asked} flights={trips} draft={{ flightId: 'a' }} />,
  'FlightList that failed': <FlightList {...asked} flights={[]} error="Nobody answers." onReload={ignore} />,
  SeatPicker: <SeatPicker {...asked} seatMap={richSeatMap} draft={{ row: 12, seat: 'A' }} />,
  PassengerSeatPicker: (
    <PassengerSeatPicker {...asked} seatMap={seedSeatMap} passengers={passengers} draft={{ selections }} />
  ),
  Confirm: <Confirm message="Sure?" details={details} onRespond={ignore} />,
  'Confirm that destroys': (
    <Confirm {...failed} message="Sure?" details={details} tone="danger" confirmLabel="Cancel it" onRespond={ignore} />
  ),
  ChoiceList: <ChoiceList {...asked} choices={fares} draft={{ choice: 'basic' }} />,
  MultiChoiceList: (
    <MultiChoiceList {...asked} choices={[...fares, ...Array.from('abcdefghijklm')]} draft={{ choices: ['basic'] }} />
  ),
  ElicitCard: (
    <ElicitCard
      toolName="book_flight"
      message="Sure?"
      state="failed"
      onDecline={ignore}
      onCancel={ignore}
      onRetry={ignore}
    >
      <Confirm onRespond={ignore} />
    </ElicitCard>
  ),
  SchemaForm: <SchemaForm {...asked} schema={contact} />,
  'Own card': <RateStay {...asked} {...failed} draft={{ mood: 'Good' }} />,
  ...questions,
  UrlConsent: <UrlConsent {...asked} url="https://pay.example/deposit" serverName="Payments" />,
  Receipt: <Receipt outcome="answered" title="Example Airlines EA701" detail="Sun, Sep 6 · two travellers" icon="✈" />,
  'Receipt of what expired': <Receipt outcome="expired" title="Nobody answered in time" />,
};
