import { payInvoices } from './pay-invoices.ts';

const euros = (amount: string) => ({ amount, currency: 'EUR' });

export const payInvoicesTool = payInvoices.execute(function* (_params, ctx) {
  const answer = yield* ctx.elicit('invoices', {
    message: 'Which invoices do you want to pay today?',
    columns: [
      { key: 'from', label: 'From' },
      { key: 'due', label: 'Due', kind: 'date' },
      { key: 'amount', label: 'Amount', kind: 'money' },
    ],
    rows: [
      { id: '2041', cells: { from: 'Brückner Print', due: '2026-12-01', amount: euros('318.40') } },
      { id: '2042', cells: { from: 'Citadel Hosting', due: '2026-12-03', amount: euros('1240.00') } },
      { id: '2043', cells: { from: 'Atlas Couriers', due: '2026-12-08', amount: euros('86.15') } },
      {
        id: '2044',
        cells: { from: 'Delmar Coffee', due: '2026-12-15', amount: euros('142.90') },
        disabled: { reason: 'It waits for a credit note.' },
      },
    ],
    min: 1,
  });
  return answer.action === 'accept' ? `Paid: ${answer.content.rows.join(', ')}.` : 'No invoice was paid.';
});
