import type { ReactElement } from 'react';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import { FileDrop } from '../../src/ui/file-drop/FileDrop.tsx';
import { PickDate } from '../../src/ui/pick-dates/PickDate.tsx';
import { PickDates } from '../../src/ui/pick-dates/PickDates.tsx';
import { PickRow } from '../../src/ui/pick-rows/PickRow.tsx';
import { PickRows, type PickRowsProps } from '../../src/ui/pick-rows/PickRows.tsx';
import { ReviewCall } from '../../src/ui/review-call/ReviewCall.tsx';
import { ReviewText } from '../../src/ui/review-text/ReviewText.tsx';
import { ignore } from './page.ts';

const asked = { message: 'Which one suits you best?', onRespond: ignore, onDecline: ignore, locale: 'en-US' };
const december = { today: '2026-12-03', min: '2026-12-03', unavailable: [{ date: '2026-12-09', reason: 'Booked.' }] };
const call = {
  tool: 'refund_order',
  description: 'Pays an order back.',
  arguments: { order: 'A-10342', lines: [{ id: 1 }] },
  parameters: { type: 'object' },
  onRespond: ignore,
};

export const bills: Pick<PickRowsProps, 'columns' | 'rows'> = {
  columns: [
    { key: 'from', label: 'From' },
    { key: 'due', label: 'Due', kind: 'date' },
    { key: 'amount', label: 'Amount', kind: 'money' },
  ],
  rows: [
    { id: 'b1', cells: { from: 'Harbour Water', due: '2026-10-02', amount: { amount: '84.20', currency: 'USD' } } },
    { id: 'b2', cells: { from: 'City Parking' }, disabled: { reason: 'It is paid.' } },
  ],
};
export const dishes = [
  { value: 'ramen', label: 'Ramen', description: 'Pork broth, egg', amount: '$14.00', group: 'Noodles' },
  { value: 'eel', label: 'Eel', amount: '$31.00', group: 'Rice', disabled: { reason: 'Sold out' } },
];

/** The questions of `elicitkit/questions`, and the choices with groups, amounts and an answer of one's own. */
export const questions: Readonly<Record<string, ReactElement>> = {
  PickRows: <PickRows {...asked} {...bills} draft={{ rows: ['b1'] }} />,
  PickRow: <PickRow {...asked} {...bills} draft={{ row: 'b1' }} />,
  PickDate: <PickDate {...asked} {...december} draft={{ date: '2026-12-10' }} />,
  PickDates: (
    <PickDates
      {...asked}
      {...december}
      draft={{ from: '2026-12-14', to: '2026-12-18' }}
      issues={[{ path: ['to'], message: 'The last night has just been booked.' }]}
    />
  ),
  FileDrop: (
    <FileDrop
      {...asked}
      upload={async () => 'id'}
      accept="image/*,.pdf"
      maxBytes={5e6}
      draft={{ files: [{ id: 'a', name: 'receipt-of-september.pdf', bytes: 245_000 }] }}
    />
  ),
  'ChoiceList with groups': <ChoiceList {...asked} choices={dishes} other draft={{ choice: 'ramen' }} />,
  ReviewCall: <ReviewCall {...call} edit remember={{ key: 'order A-10342', for: 'chat' }} />,
  'ReviewCall that is denied': <ReviewCall {...call} tone="danger" draft={{ step: 'deny', reason: 'It is paid.' }} />,
  ReviewText: <ReviewText {...asked} text={'See you\non Monday'} before={'See you\non Friday'} edit />,
  'ReviewText to read': <ReviewText {...asked} text={'See you\non Monday'} state="failed" />,
};
