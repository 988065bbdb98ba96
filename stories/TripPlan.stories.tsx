import preview from '../.storybook/preview.tsx';
import '../demo/styles/elements.css';
import '../demo/styles/visually-hidden.css';
import '../demo/styles/boarding-pass.css';
import '../demo/styles/itinerary.css';
import '../demo/plan-trip/plan-trip.css';
import type { Plan } from '../demo/plan-trip/plan.ts';
import { TripPlan } from '../demo/plan-trip/TripPlan.tsx';
import { longSentence, pageOfStates, SideBySide } from './side-by-side.tsx';

const [paris, lisbon] = [
  { code: 'PAR', city: 'Paris' },
  { code: 'LIS', city: 'Lisbon' },
];

const plan: Plan = {
  reference: 'PLDC72CF',
  airline: 'Meridian',
  out: {
    number: 'ME 545',
    departure: { ...paris, at: '2026-12-01T13:25' },
    arrival: { ...lisbon, at: '2026-12-01T15:45' },
  },
  back: {
    number: 'ME 657',
    departure: { ...lisbon, at: '2026-12-04T23:45' },
    arrival: { ...paris, at: '2026-12-05T04:00' },
  },
  price: { amount: '278.60', currency: 'USD' },
  nights: 3,
  verdicts: ['$40.32 above the cheapest', 'the most time there'],
  message: 'Kept.',
};

const meta = preview.meta({
  title: 'Travel/TripPlan',
  component: TripPlan,
  args: { plan },
  decorators: [
    (Story) => (
      <div data-elicit-root="">
        <Story />
      </div>
    ),
  ],
});

export const Default = meta.story();

/** With and without the model's verdicts. */
export const States = meta.story({
  parameters: pageOfStates,
  render: () => (
    <SideBySide
      states={{
        'With verdicts': <TripPlan plan={plan} />,
        'Without verdicts': <TripPlan plan={{ ...plan, verdicts: [] }} />,
        'Long verdicts': <TripPlan plan={{ ...plan, verdicts: [longSentence, `${longSentence} Twice.`] }} />,
      }}
    />
  ),
});
