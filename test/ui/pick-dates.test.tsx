import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { arabic } from '../../src/messages-ar.ts';
import '../../src/styles.css';
import { PickDate, PickDates, type DateAnswer, type DatesAnswer } from '../../src/questions.ts';
import { ignore, overflow, tabStops } from './page.ts';

const unavailable = [
  { date: '2026-12-09', reason: 'A fair.' },
  { from: '2026-12-24', to: '2026-12-26', reason: '<b>Closed</b>\u202E.' },
  { date: 'no day', reason: 'Nothing' },
];
const december = { today: '2026-12-03', unavailable };
const day = (date: string) => document.querySelector<HTMLElement>(`[data-elicit=calendar-day][value="${date}"]`);
const focused = () => (document.activeElement as HTMLButtonElement).value;
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (name: string) => page.getByRole('textbox', { name });
const months = () =>
  page
    .getByRole('grid')
    .elements()
    .map((grid) => grid.getAttribute('aria-labelledby'))
    .map((id) => document.getElementById(id ?? '')?.textContent);

describe('PickDate', () => {
  it('answers with the day that was pressed once Continue is', async () => {
    const onRespond = vi.fn<(answer: DateAnswer) => void>();
    const onDraftChange = vi.fn<(draft: DateAnswer) => void>();
    await render(<PickDate {...december} message="When?" onRespond={onRespond} onDraftChange={onDraftChange} />);
    await press('Continue');
    await expect.element(page.getByRole('status')).toHaveTextContent('Choose a day.');
    await expect.element(field('Date')).toHaveFocus();
    await page.getByRole('button', { name: 'Thursday, December 10, 2026' }).click();
    await expect
      .element(page.getByRole('button', { name: 'Thursday, December 10, 2026' }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect.element(field('Date')).toHaveValue('12/10/2026');
    expect(onRespond).not.toHaveBeenCalled();
    await press('Continue');
    expect(onRespond.mock.calls).toEqual([[{ date: '2026-12-10' }, { title: 'Thu, Dec 10, 2026' }]]);
    expect(onDraftChange.mock.lastCall).toEqual([{ date: '2026-12-10' }]);
  });

  it.each([
    ['ltr', '{ArrowRight}', '2026-12-11'],
    ['ltr', '{ArrowLeft}', '2026-12-09'],
    ['rtl', '{ArrowRight}', '2026-12-09'],
    ['ltr', '{ArrowUp}', '2026-12-03'],
    ['ltr', '{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}', '2027-01-07'],
    ['ltr', '{Home}', '2026-12-06'],
    ['ltr', '{End}', '2026-12-12'],
    ['ltr', '{PageUp}', '2026-11-10'],
    ['ltr', '{PageDown}', '2027-01-10'],
    ['ltr', '{Shift>}{PageDown}{/Shift}', '2027-12-10'],
    ['ltr', '{Shift>}{PageUp}{/Shift}', '2025-12-10'],
  ])('in %s, %s leads to %s, and Enter chooses it', async (dir, keys, date) => {
    const onRespond = vi.fn<(answer: DateAnswer) => void>();
    await render(
      <div dir={dir}>
        <PickDate today="2026-12-03" draft={{ date: '2026-12-10' }} onRespond={onRespond} />
      </div>,
    );
    day('2026-12-10')!.focus();
    await userEvent.keyboard(keys);
    await expect.poll(focused).toBe(date);
    await userEvent.keyboard('{Enter}');
    await press('Continue');
    expect(onRespond.mock.calls).toEqual([[{ date }, { title: expect.any(String) as string }]]);
  });

  it('has one day among the stops of Tab, and keeps the focus within its limits', async () => {
    await render(<PickDate today="2026-12-31" min="2026-12-30" max="2027-01-02" onRespond={ignore} />);
    expect(await tabStops()).toHaveLength(5);
    day('2026-12-31')!.focus();
    await userEvent.keyboard('{PageDown}');
    await expect.poll(focused).toBe('2027-01-02');
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('2027-01-02');
    await expect.element(page.getByRole('button', { name: 'Next month' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Shift>}{PageUp}{/Shift}');
    await expect.poll(focused).toBe('2026-12-30');
  });

  it('tells why a day cannot be chosen, in its name, by focus and by a press', async () => {
    const onDraftChange = vi.fn<(draft: DateAnswer) => void>();
    await render(<PickDate {...december} min="2026-12-02" onRespond={ignore} onDraftChange={onDraftChange} />);
    const fair = page.getByRole('button', { name: 'Wednesday, December 9, 2026: A fair.' });
    await expect.element(fair).toHaveAttribute('aria-disabled', 'true');
    day('2026-12-10')!.focus();
    await userEvent.keyboard('{ArrowLeft}');
    const note = () => document.querySelector('[data-elicit=day-note]')?.textContent;
    await expect.poll(note).toBe('Wednesday, December 9, 2026: A fair.');
    day('2026-12-24')!.click();
    await expect.poll(note).toBe('Thursday, December 24, 2026: <b>Closed</b>.');
    await expect.element(page.getByRole('status')).toHaveTextContent('<b>Closed</b>.');
    day('2026-12-01')!.click();
    await expect.poll(note).toBe('Choose Wednesday, December 2, 2026 or a later day.');
    expect(onDraftChange).not.toHaveBeenCalled();
    await expect
      .element(page.getByRole('button', { name: 'Thursday, December 3, 2026, today' }))
      .toHaveAttribute('aria-current', 'date');
  });

  it.each([
    ['2026-12-10', 'en', '2026-12-10'],
    ['12/10/26', 'en', '2026-12-10'],
    ['13.12.2026', 'en', '2026-12-13'],
    ['10.12.', 'de', '2026-12-10'],
    ['1/2', 'en', '2027-01-02'],
    ['Dec 10', 'en', '2026-12-10'],
    ['Thursday, 10th of december 2026', 'en', '2026-12-10'],
    ['10. Dezember', 'de', '2026-12-10'],
    ['١٠/١٢/٢٠٢٦', 'ar', '2026-12-10'],
    ['2026年12月10日', 'ja', '2026-12-10'],
  ])('reads %s in %s', async (typed, locale, date) => {
    const onRespond = vi.fn<(answer: DateAnswer) => void>();
    await render(<PickDate {...december} messages={{ locale }} onRespond={onRespond} />);
    await userEvent.fill(field('Date'), typed);
    (field('Date').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ date }, { title: expect.any(String) as string }]]);
  });

  it.each([
    ['soon', 'Write a date such as 12/03/2026.'],
    ['2/30/2027', 'There is no such day.'],
    ['12/9/2026', 'Wednesday, December 9, 2026: A fair.'],
  ])('says what is wrong with %s, once the person goes on', async (typed, problem) => {
    const onDraftChange = vi.fn<(draft: DateAnswer) => void>();
    await render(<PickDate {...december} onRespond={ignore} onDraftChange={onDraftChange} />);
    await userEvent.type(field('Date'), typed);
    await expect.element(field('Date')).not.toHaveAttribute('aria-invalid');
    await userEvent.tab();
    await expect.element(field('Date')).toHaveAccessibleDescription(problem);
    await expect.element(field('Date')).toHaveAttribute('aria-invalid', 'true');
    await press('Continue');
    await expect.element(field('Date')).toHaveFocus();
    await expect.element(page.getByRole('status')).toHaveTextContent(problem);
  });

  it('shows an issue at its field, until another day is chosen', async () => {
    const issues = [{ path: ['date'], message: 'Just taken.' }];
    await render(<PickDate {...december} draft={{ date: '2026-12-10' }} issues={issues} onRespond={ignore} />);
    await expect.element(field('Date')).toHaveAccessibleDescription('Just taken.');
    expect(page.getByText('Just taken.').elements()).toHaveLength(1);
    day('2026-12-11')!.click();
    await expect.element(page.getByText('Just taken.')).not.toBeInTheDocument();
  });
});

it('a day in the calendar is told in the commas of its language', async () => {
  await render(<PickDates {...december} messages={arabic} draft={{ from: '2026-12-14', to: '' }} onRespond={ignore} />);
  expect(day('2026-12-14')?.getAttribute('aria-label')).toMatch(/، اليوم الأول$/);
});

describe('PickDates', () => {
  it('takes the first day, then the last one, and begins anew with a third press', async () => {
    const onRespond = vi.fn<(answer: DatesAnswer) => void>();
    const onDraftChange = vi.fn<(draft: DatesAnswer) => void>();
    await render(<PickDates {...december} onRespond={onRespond} onDraftChange={onDraftChange} />);
    day('2026-12-14')!.click();
    await expect.element(page.getByRole('status')).toHaveTextContent('Choose the last day.');
    day('2026-12-17')!.click();
    await expect
      .element(page.getByRole('paragraph').getByText('Mon, Dec 14 – Thu, Dec 17, 2026 (3 nights)'))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Monday, December 14, 2026, first day' })).toBeVisible();
    await press('Continue');
    expect(onRespond.mock.calls).toEqual([
      [{ from: '2026-12-14', to: '2026-12-17' }, { title: 'Mon, Dec 14 – Thu, Dec 17, 2026 (3 nights)' }],
    ]);
    day('2026-12-21')!.click();
    await expect.element(field('To')).toHaveValue('');
    expect(onDraftChange.mock.lastCall).toEqual([{ from: '2026-12-21', to: '' }]);
    // Before the first day: it is the first one.
    day('2026-12-20')!.click();
    await expect.element(field('From')).toHaveValue('12/20/2026');
  });

  it.each([
    ['a day between is unavailable', '2026-12-22', '2026-12-28', 'Thursday, December 24, 2026: <b>Closed</b>.'],
    ['it is short', '2026-12-14', '2026-12-15', 'Stay at least 2 nights.'],
    ['it is long', '2026-12-14', '2026-12-23', 'Stay at most 4 nights.'],
  ])('says why it does not end where it was pressed: %s', async (_, from, to, why) => {
    await render(<PickDates {...december} minNights={2} maxNights={why.includes('most') ? 4 : 9} onRespond={ignore} />);
    day(from)!.click();
    await expect.element(field('From')).not.toHaveValue('');
    day(to)!.click();
    await expect.element(page.getByRole('status')).toHaveTextContent(why);
    await expect.element(field('To')).toHaveValue('');
  });

  it('starts from a draft, also one of words that were not finished', async () => {
    await render(<PickDates {...december} draft={{ from: '2027-02-10', to: '12 Fe' }} onRespond={ignore} />);
    await expect.element(field('From')).toHaveValue('02/10/2027');
    await expect.element(field('To')).toHaveValue('12 Fe');
    expect(months()).toEqual(['February 2027']);
  });

  it.each([
    [280, 1],
    [719, 1],
    [720, 2],
    [1100, 2],
  ])('has at %s px a calendar of %s months, and nothing that sticks out', async (width, count) => {
    await page.viewport(width, 900);
    await render(<PickDates {...december} onRespond={ignore} />);
    const card = document.querySelector('[data-elicit-root]') as HTMLElement;
    card.style.inlineSize = `${width}px`;
    await expect.poll(() => months().length).toBe(count);
    expect(overflow()).toEqual([]);
    await press('Next month');
    await expect.poll(() => months()[0]).toBe('January 2027');
    await press('Previous month');
    await press('Previous month');
    await expect.poll(() => months()[0]).toBe('November 2026');
  });

  it.each([
    ['en-US', 'Sunday'],
    ['de', 'Monday'],
    ['ar-EG', 'Saturday'],
  ])('has weeks that begin as in %s', async (locale, first) => {
    await render(<PickDates {...december} messages={{ locale }} onRespond={ignore} />);
    const [head] = document.querySelectorAll<HTMLTableCellElement>('th');
    const names = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
    expect(head?.abbr).toBe(names.format(Date.UTC(2026, 10, 1 + days.indexOf(first))));
  });
});
