import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { FileDrop, PickDate, PickRows, ReviewCall, ReviewText } from '../../src/questions.ts';
import { ignore } from './page.ts';
import { bills } from './question-samples.tsx';
import { walk } from './walk.ts';

// The questions of `elicitkit/questions`, each from its first key to its answer.

beforeEach(() => page.viewport(600, 900));

const issues = [{ path: [], message: 'That is gone. Please pick another.' }];

describe('by keyboard', () => {
  it('PickRows is sorted, chosen from and answered', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    await render(
      <PickRows
        {...bills}
        message="Which bills?"
        issues={issues}
        onRespond={onRespond}
        onDecline={ignore}
        locale="en-US"
      />,
    );
    await expect.element(page.getByRole('alert')).toHaveTextContent('That is gone. Please pick another.');
    await walk([
      { keys: '{Tab}{Enter}', role: 'button', name: 'From' },
      { keys: '{Tab}{Tab}', role: 'button', name: 'Amount' },
      { keys: '{Tab}', role: 'checkbox', name: /^Harbour Water/, state: { checked: false } },
      { keys: ' ', role: 'checkbox', name: /^Harbour Water/, state: { checked: true } },
      { keys: '{Tab}', role: 'button', name: 'Skip' },
      { keys: '{Tab}', role: 'button', name: 'Continue' },
    ]);
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ rows: ['b1'] }, { title: 'Harbour Water, Oct 2, 2026, $84.20' }]]);
  });

  it('a PickDate says what is missing, is walked by the day and answered', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    const december = { today: '2026-12-03', min: '2026-12-03', locale: 'en-US' };
    const unavailable = [{ date: '2026-12-04', reason: 'We are closed.' }];
    await render(<PickDate {...december} unavailable={unavailable} message="When?" onRespond={onRespond} />);
    await walk([
      { keys: '{Tab}', role: 'textbox', name: 'Date' },
      { keys: '{Tab}', role: 'button', name: 'Previous month' },
      { keys: '{Tab}', role: 'button', name: 'Next month' },
      { keys: '{Tab}', role: 'button', name: /^Thursday, December 3, 2026/ },
      {
        keys: '{ArrowRight}{Enter}',
        role: 'button',
        name: /^Friday, December 4, 2026/,
        says: 'Friday, December 4, 2026: We are closed.',
      },
      { keys: '{ArrowRight}{Enter}', role: 'button', name: 'Saturday, December 5, 2026', state: { pressed: true } },
      { keys: '{Tab}', role: 'button', name: 'Continue' },
    ]);
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ date: '2026-12-05' }, { title: 'Sat, Dec 5, 2026' }]]);
  });

  it('a FileDrop says what is missing, loses a file and is answered', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    const files = ['a.pdf', 'b.pdf'].map((name) => ({ id: name, name, bytes: 7 }));
    await render(<FileDrop upload={async () => 'c'} draft={{ files }} onRespond={onRespond} onDecline={ignore} />);
    await walk([
      { keys: '{Tab}', role: 'button', name: 'Choose files' },
      { keys: '{Tab}', role: 'button', name: 'Remove a.pdf' },
      { keys: '{Enter}', role: 'button', name: 'Choose files' },
      { keys: '{Tab}', role: 'button', name: 'Remove b.pdf' },
      { keys: '{Tab}', role: 'button', name: 'Skip' },
      { keys: '{Tab}', role: 'button', name: 'Continue' },
    ]);
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ files: ['b.pdf'] }, { title: 'b.pdf' }]]);
  });

  it('a ReviewCall is changed, left as it was, and denied with a reason', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    const parameters = { type: 'object', properties: { order: { type: 'string', title: 'Order' } } };
    await render(
      <ReviewCall tool="refund" arguments={{ order: 'A-1' }} parameters={parameters} edit onRespond={onRespond} />,
    );
    await walk([{ keys: '{Tab}', role: 'button', name: 'Edit' }]);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: /^Order/ })).toHaveFocus();
    await walk([
      { keys: '{Tab}', role: 'button', name: 'Back' },
      { keys: '{Enter}', role: 'button', name: 'Deny' },
      { keys: '{Shift>}{Tab}{/Shift}', role: 'button', name: 'Show as JSON' },
      { keys: '{Enter}', role: 'button', name: 'Show as fields' },
      { keys: '{Tab}{Enter}', role: 'textbox', name: /^Why not\?/ },
      { keys: 'Not now{Tab}', role: 'button', name: 'Back' },
      { keys: '{Tab}', role: 'button', name: 'Deny' },
    ]);
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ approved: false, reason: 'Not now' }]]);
  });

  it('a ReviewText is edited, said to be so, and approved', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    await render(<ReviewText text="See you" before="See me" edit message="Send it?" onRespond={onRespond} />);
    await walk([
      { keys: '{Tab}', role: 'group', name: 'Changes' },
      { keys: '{Tab}', role: 'button', name: 'Edit' },
      { keys: '{Enter}', role: 'textbox', name: 'Text' },
      { keys: '{End} soon{Tab}', role: 'button', name: 'Done' },
      { keys: '{Enter}', role: 'button', name: 'Edit' },
      { keys: '{Tab}', role: 'textbox', name: /^Comment/ },
      { keys: '{Tab}', role: 'button', name: 'Send back' },
      { keys: '{Enter}', role: 'textbox', name: /^Comment/ },
      { keys: '{Tab}{Tab}', role: 'button', name: 'Approve' },
    ]);
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ verdict: 'approve', text: 'See you soon' }, { title: 'Approve' }]]);
  });
});
